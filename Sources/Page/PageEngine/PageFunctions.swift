import CollectionModel
import Geometry
import JSON
import Wire

#if hasFeature(Embedded)
  internal import CPageRuntime
#else
  internal import Glibc
#endif

// The functions that a page calls. A page has one thread, so that nothing is shared between threads.
//
// Texts and columns go through memory: the page writes to memory that it has allocated, which stays its own, and reads
// the response where it is, until it calls the next function. A function returns a status as of HTTP: from 400 on, the
// response is a problem as JSON. Numbers of resources are positive.

nonisolated(unsafe) private var resources = Resources()
nonisolated(unsafe) private var answer: ByteBuffer?

/// The version of this interface.
@_expose(wasm, "tessera_interface")
@_cdecl("tessera_interface")
public func interfaceVersion() -> Int32 { 1 }

/// Memory for a text that the page passes on; nil if there is none left.
@_expose(wasm, "tessera_allocate")
@_cdecl("tessera_allocate")
public func allocate(_ count: Int) -> UnsafeMutableRawPointer? { malloc(max(1, count)) }

/// Gives memory back.
@_expose(wasm, "tessera_release")
@_cdecl("tessera_release")
public func release(_ start: UnsafeMutableRawPointer?) { free(start) }

/// Where the response of the last function is.
@_expose(wasm, "tessera_answer")
@_cdecl("tessera_answer")
public func answerStart() -> UnsafeRawPointer? { answer?.withUnsafeBytes { $0.baseAddress } }

/// The bytes of the response of the last function.
@_expose(wasm, "tessera_answer_count")
@_cdecl("tessera_answer_count")
public func answerCount() -> Int { answer?.count ?? 0 }

/// Forgets a resource.
@_expose(wasm, "tessera_close")
@_cdecl("tessera_close")
public func close(_ number: Int) {
  resources.remove(number)
  answer = nil
}

// MARK: Layouts

/// Lays out what a body describes, as in `POST /v1/layouts`; returns the number of the layout, or a negative status.
@_expose(wasm, "tessera_layout")
@_cdecl("tessera_layout")
public func openLayout(_ body: UnsafePointer<UInt8>, _ count: Int) -> Int {
  opening { () throws(Problem) in try PageLayout.reading(bytes(body, count)) }
}

/// The elements of a layout in a rect; returns a status.
///
/// - Parameters:
///   - hasRect: 0 for the visible rect of the request, or everything.
///   - format: 0 for objects, 1 for columns as JSON, 2 for binary columns.
@_expose(wasm, "tessera_layout_elements")
@_cdecl("tessera_layout_elements")
public func elements(
  ofLayout number: Int, _ hasRect: Int32, _ x: Double, _ y: Double, _ width: Double, _ height: Double,
  _ format: Int
) -> Int {
  answering { () throws(Problem) in
    let layout: PageLayout = try resource(number)
    let rect = hasRect == 0 ? nil : Rect(x: x, y: y, width: width, height: height)
    return (200, try layout.elements(in: rect, as: try responseFormat(format)))
  }
}

// MARK: Page replicas

/// Reads a base of the feed; returns the number of the replica, or a negative status.
@_expose(wasm, "tessera_replica")
@_cdecl("tessera_replica")
public func openReplica(_ base: UnsafePointer<UInt8>, _ count: Int) -> Int {
  opening { () throws(Problem) in try PageReplica.reading(bytes(base, count)) }
}

/// The newest version of the service that a replica has; 0 for none.
@_expose(wasm, "tessera_replica_version")
@_cdecl("tessera_replica_version")
public func version(ofReplica number: Int) -> Int { (resources[number] as? PageReplica)?.version ?? 0 }

/// How many changes of the page the service has not ordered yet.
@_expose(wasm, "tessera_replica_proposals")
@_cdecl("tessera_replica_proposals")
public func proposals(ofReplica number: Int) -> Int {
  (resources[number] as? PageReplica)?.proposalCount ?? 0
}

/// Takes an entry of the feed; the response is a JSON array of events. Returns a status.
@_expose(wasm, "tessera_replica_apply")
@_cdecl("tessera_replica_apply")
public func apply(
  toReplica number: Int, _ entry: UnsafePointer<UInt8>, _ count: Int, _ includesContent: Int32
) -> Int {
  answering { () throws(Problem) in
    let replica: PageReplica = try resource(number)
    return (200, try replica.apply(bytes(entry, count), includesContent: includesContent != 0))
  }
}

/// Carries out a request on a replica; the response is that of the service. Returns a status, and a thousand more for a
/// change that has to be passed on to the service.
///
/// - Parameter kind: a number of `PageRequest.Kind`.
@_expose(wasm, "tessera_replica_request")
@_cdecl("tessera_replica_request")
public func respond(
  byReplica number: Int, _ kind: Int, _ viewport: UnsafePointer<UInt8>, _ viewportCount: Int,
  _ requestID: UnsafePointer<UInt8>, _ requestIDCount: Int, _ includesContent: Int32,
  _ body: UnsafePointer<UInt8>, _ bodyCount: Int
) -> Int {
  answering { () throws(Problem) in
    let replica: PageReplica = try resource(number)
    guard let kind = PageRequest.Kind(rawValue: kind) else {
      throw Problem(.notFound, "There is no such request.")
    }
    let request = PageRequest(
      kind: kind, viewport: text(viewport, viewportCount), includesContent: includesContent != 0,
      body: bytes(body, bodyCount))
    let response = try replica.respond(to: request, text(requestID, requestIDCount))
    return (response.status + (response.isProposal ? 1000 : 0), response.body)
  }
}

/// The change that a replica proposed last, as the service takes it: the response is the body. Returns the number of
/// its kind, or a negative status; for a move of a session, 404: the page has its body itself.
@_expose(wasm, "tessera_replica_proposal")
@_cdecl("tessera_replica_proposal")
public func lastProposal(ofReplica number: Int) -> Int {
  guard let proposal = (resources[number] as? PageReplica)?.lastProposal else { return -404 }
  answer = ByteBuffer(copying: proposal.serviceBody)
  return proposal.kind.rawValue
}

/// Takes back a change that the service has refused; the response is a JSON array of events. Returns a status.
@_expose(wasm, "tessera_replica_withdraw")
@_cdecl("tessera_replica_withdraw")
public func withdraw(fromReplica number: Int, _ requestID: UnsafePointer<UInt8>, _ count: Int) -> Int {
  answering { () throws(Problem) in
    let replica: PageReplica = try resource(number)
    return (200, try replica.withdraw(text(requestID, count)))
  }
}

/// The elements of a viewport of a replica in a rect, or in its bounds; returns a status.
@_expose(wasm, "tessera_replica_elements")
@_cdecl("tessera_replica_elements")
public func elements(
  ofReplica number: Int, _ viewport: UnsafePointer<UInt8>, _ viewportCount: Int, _ hasRect: Int32,
  _ x: Double,
  _ y: Double, _ width: Double, _ height: Double, _ format: Int
) -> Int {
  answering { () throws(Problem) in
    let replica: PageReplica = try resource(number)
    let rect = hasRect == 0 ? nil : Rect(x: x, y: y, width: width, height: height)
    let format = try responseFormat(format)
    return (200, try replica.elements(on: text(viewport, viewportCount), in: rect, as: format))
  }
}

/// The stored form of the newest version of the service that a replica has; returns a status.
@_expose(wasm, "tessera_replica_stored")
@_cdecl("tessera_replica_stored")
public func stored(ofReplica number: Int) -> Int {
  answering { () throws(Problem) in
    let replica: PageReplica = try resource(number)
    return (200, ByteBuffer(copying: replica.stored()))
  }
}

// MARK: Sessions

/// The digest of the declaration of records; a page of another declaration does not use sessions.
@_expose(wasm, "tessera_digest")
@_cdecl("tessera_digest")
public func recordDigest() -> UInt32 { Waist.digest }

/// Opens a session for a viewport of a replica; returns its number, or a negative status. The first move may add the
/// viewport. Events no longer have the changes of the viewport.
///
/// - Parameter flags: those of `Waist.SessionFlag`.
@_expose(wasm, "tessera_session_open")
@_cdecl("tessera_session_open")
public func openSession(
  ofReplica number: Int, _ viewport: UnsafePointer<UInt8>, _ viewportCount: Int, _ flags: UInt32
) -> Int {
  opening { () throws(Problem) in
    let replica: PageReplica = try resource(number)
    return PageSession(
      replica, viewport: text(viewport, viewportCount),
      includesContent: flags & Waist.SessionFlag.content.bit != 0,
      prefetches: flags & Waist.SessionFlag.prefetch.bit != 0)
  }
}

/// Closes a session. Its viewport stays.
@_expose(wasm, "tessera_session_close")
@_cdecl("tessera_session_close")
public func closeSession(_ number: Int) {
  if resources[number] is PageSession { close(number) }
}

/// Makes room for a record that the page writes; returns its address, or a negative status.
@_expose(wasm, "tessera_session_inbox")
@_cdecl("tessera_session_inbox")
public func inbox(ofSession number: Int, _ bytes: Int) -> Int {
  addressing { () throws(Problem) in
    guard let place = try session(number).makeRoom(bytes) else {
      throw Problem(.payloadTooLarge, "There is no memory for a record of so many bytes.")
    }
    return UnsafeRawPointer(place)
  }
}

/// Moves the viewport of a session; returns the address of a delta, 0 if the page has nothing to learn, or a negative
/// status.
///
/// - Parameters:
///   - flags: those of `Waist.MoveFlag`.
///   - recordBytes: the bytes of the record in the inbox, if the flags say that there is one.
@_expose(wasm, "tessera_scroll")
@_cdecl("tessera_scroll")
public func scroll(
  session number: Int, _ x: Double, _ y: Double, _ width: Double, _ height: Double, _ velocityX: Double,
  _ velocityY: Double, _ flags: UInt32, _ recordBytes: Int
) -> Int {
  addressing { () throws(Problem) in
    let session = try session(number)
    let move = try session.move(
      Rect(x: x, y: y, width: width, height: height), Point(x: velocityX, y: velocityY), flags, recordBytes)
    return try session.scroll(move) ? session.outbox : nil
  }
}

/// Makes the change whose record is in the inbox of a session; returns the address of a delta, or a negative status. A
/// flag of the delta says whether the change has to be passed on to the service, as `tessera_replica_proposal` has it.
@_expose(wasm, "tessera_change")
@_cdecl("tessera_change")
public func change(session number: Int, _ recordBytes: Int) -> Int {
  addressing { () throws(Problem) in
    let session = try session(number)
    try session.change(try session.batch(recordBytes))
    return session.outbox
  }
}

/// Returns the address of the next delta of changes that the session has not made; 0 if there is none, or a negative
/// status.
@_expose(wasm, "tessera_next")
@_cdecl("tessera_next")
public func nextDelta(ofSession number: Int) -> Int {
  addressing { () throws(Problem) in
    let session = try session(number)
    return try session.writeNext() ? session.outbox : nil
  }
}

private func session(_ number: Int) throws(Problem) -> PageSession {
  let session: PageSession = try resource(number)
  guard session.isOpen else { throw Problem(.notFound, "The replica of the session is closed.") }
  return session
}

/// Returns the address of a record, 0 for none, or a negative status: addresses are below 2^31.
private func addressing(_ find: () throws(Problem) -> UnsafeRawPointer?) -> Int {
  do throws(Problem) {
    answer = nil
    return Int(bitPattern: try find())
  } catch {
    answer = error.body(requestID: nil)
    return -error.code.status
  }
}

// MARK: Values

private func bytes(_ start: UnsafePointer<UInt8>, _ count: Int) -> [UInt8] {
  [UInt8](UnsafeBufferPointer(start: start, count: max(0, count)))
}

private func text(_ start: UnsafePointer<UInt8>, _ count: Int) -> String {
  String(decoding: UnsafeBufferPointer(start: start, count: max(0, count)), as: UTF8.self)
}

private func responseFormat(_ number: Int) throws(Problem) -> ResponseFormat {
  let formats: [ResponseFormat] = [.objects, .columns, .binary]
  guard formats.indices.contains(number) else { throw ResponseFormat.notAcceptable(formats) }
  return formats[number]
}

private func resource<Wanted: Resource>(_ number: Int) throws(Problem) -> Wanted {
  guard let found = resources[number] as? Wanted else {
    throw Problem(.notFound, "There is nothing of that number.")
  }
  return found
}

/// Adds a resource; returns its number, or a negative status.
private func opening(_ open: () throws(Problem) -> Resource) -> Int {
  do throws(Problem) {
    answer = nil
    return resources.add(try open())
  } catch {
    answer = error.body(requestID: nil)
    return -error.code.status
  }
}

/// Makes a response; returns its status.
private func answering(_ respond: () throws(Problem) -> (status: Int, body: ByteBuffer?)) -> Int {
  do throws(Problem) {
    let (status, body) = try respond()
    answer = body
    return status
  } catch {
    answer = error.body(requestID: nil)
    return error.code.status
  }
}
