import Collections
import HTTPServer
import JSON
import Support
import Synchronization
import Wire
import WorkerPool

extension Service {
  /// `GET /v1/collections/{collection}/export`: responds with a collection in the form that `POST /v1/import` takes.
  static func exportCollection(_ call: Call) throws(Problem) -> PendingResponse {
    let withHistory = try call.query.bool("history") ?? false
    _ = try call.collection()
    let found = call.service.collections.record(
      of: call.collectionKey, withHistory: withHistory, on: call.scheduler)
    return call.continuing(with: found) { (found) throws(Problem) in
      let record = try found.get(of: call.collectionKey)
      guard call.covers(record) else { throw Problem.memoryFull }
      let lines = call.export(of: record, withHistory: withHistory)
      // Stored positions of viewports and the changes that are left differ within a version.
      let digest = lines.withUnsafeBytes { EntityTag(document: $0) }
      let tag = EntityTag(version: record.version, viewports: digest.version)
      return PendingResponse(
        .success(
          try call.representation(tag, of: "collection") {
            var response = Response(status: 200, headers: exportHeaders, body: .source(lines))
            response.isCompressible = true
            return response
          }))
    }
  }

  /// `GET /v1/export`: streams the collections of the tenant, in the order of their ids.
  static func exportCollections(_ call: Call) throws(Problem) -> PendingResponse {
    let withHistory = try call.query.bool("history") ?? false
    let prefix = try call.query.idPrefix() ?? ""
    let id = call.query.text("after")
    if let id, !CollectionID.isValid(id) {
      throw Problem(
        .badRequest,
        "The query parameter after takes the id of a collection, not \(Suggestion.quoted(id)).")
    }
    let stream = try call.service.events.open(
      for: call.caller, upTo: call.service.meters.quotas[call.caller.owner, .streams], backlog: 0,
      closing: ByteBuffer(copying: []))
    ExportStream(call, stream, prefix: prefix, after: id, withHistory: withHistory).begin()
    return PendingResponse(
      .success(
        Response(
          status: 200, headers: exportHeaders + [("Cache-Control", "no-store")], body: .stream(stream))))
  }

  private static let exportHeaders: [(name: String, value: String)] = [
    ("Content-Type", MediaType.exportType), ("Vary", "Accept"),
  ]
}

extension Call {
  /// Reserves the memory to write a collection: its stored forms, their text, and a copy.
  fileprivate func covers(_ record: JournalRecord) -> Bool {
    let (base, entries) = record.byteCounts
    return head.share.cover(4 * (base + entries))
  }

  /// Returns the export of the collection that the path names.
  fileprivate func export(of record: JournalRecord, withHistory: Bool) -> ByteBuffer {
    var writer = ExportWriter()
    return ServerSentEvent.joined([
      writer.header(service: service.configuration.version, withHistory: withHistory),
      writer.collection(collectionKey.id, record), writer.end(),
    ])
  }
}

/// Writes the collections of a tenant to a stream, each when the reader has taken the one before: only one is in memory.
///
/// What ends it early leaves out the last line, so that the reader notices.
private final class ExportStream: Sendable {
  private struct State {
    var writer = ExportWriter()
    /// The next ids.
    var ids: ArraySlice<String> = []
    /// The last id that was looked up.
    var last: String?
  }

  private let call: Call
  private let stream: BodyStream
  private let prefix: String
  private let withHistory: Bool
  private let state: Mutex<State>

  /// - Parameter id: the id after which the export begins; nil for all collections.
  init(_ call: Call, _ stream: BodyStream, prefix: String, after id: String?, withHistory: Bool) {
    self.call = call
    self.stream = stream
    self.prefix = prefix
    self.withHistory = withHistory
    state = Mutex(State(last: id))
  }

  func begin() {
    let version = call.service.configuration.version
    stream.send(state.withLock { $0.writer.header(service: version, withHistory: withHistory) })
    goOn()
  }

  /// Has a worker send the next collection once the reader waits for it.
  private func goOn() {
    stream.whenDrained { [self] in
      let job = Job(
        isAbandoned: { [stream] in !stream.isOpen }, dropped: { [stream] _ in stream.finish() },
        run: { [self] _ in sendNext() })
      do throws(SubmitError) {
        try call.service.pool.submit(
          job, of: call.tenant, isLong: true, deadline: call.service.configuration.deadline)
      } catch {
        stream.finish()
      }
    }
  }

  private func sendNext() {
    nextID().whenSettled(on: call.scheduler) { [self] found in
      switch found {
      case .success(nil): stream.finish(state.withLock { $0.writer.end() })
      case .success(let id?):
        let key = CollectionKey(owner: call.owner, id: id)
        call.service.collections.record(of: key, withHistory: withHistory, on: call.scheduler).whenSettled(
          on: call.scheduler
        ) { [self] in send($0, of: key) }
      case .failure(let error): giveUp(error, CollectionKey(owner: call.owner, id: ""))
      }
    }
  }

  private func nextID() -> Pending<String?, StoreError> {
    let (id, last) = state.withLock { ($0.ids.popFirst(), $0.last) }
    if let id { return Pending(.success(id)) }
    let filter = CollectionFilter(prefix: prefix)
    return call.service.collections.ids(of: call.owner, filter, after: last).map { [self] found in
      found.map { ids in
        state.withLock { state in
          state.ids = ids.dropFirst()
          state.last = ids.last
        }
        return ids.first
      }
    }
  }

  private func send(_ record: Result<JournalRecord, StoreError>, of key: CollectionKey) {
    let lines: ByteBuffer
    switch record {
    case .success(let record):
      guard call.covers(record) else { return stream.finish() }
      lines = state.withLock { $0.writer.collection(key.id, record) }
    // Deleted since the ids were read.
    case .failure(.missing): return goOn()
    case .failure(.damaged(let reason)):
      let problem = Problem(StoreError.damaged(reason), key)
      call.service.noteCause(of: problem)
      lines = state.withLock { $0.writer.skipped(key.id, problem.detail) }
    case .failure(let error): return giveUp(error, key)
    }
    if stream.send(lines) { goOn() }
  }

  private func giveUp(_ error: StoreError, _ key: CollectionKey) {
    call.service.noteCause(of: Problem(error, key))
    stream.finish()
  }
}
