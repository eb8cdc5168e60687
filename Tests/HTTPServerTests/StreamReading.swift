import Glibc
import Synchronization
import TestSupport

@testable import HTTPServer

/// Bytes to send; a census counts how many of them are still in memory.
final class TestBytes: ByteSource {
  /// How many sources are alive.
  final class Census: Sendable {
    fileprivate let alive = Atomic(0)
    var count: Int { alive.load(ordering: .relaxed) }
  }

  /// Unsafe in name only: it is never written to after `init`.
  private nonisolated(unsafe) let storage: UnsafeMutableRawBufferPointer
  private let census: Census?

  init(_ bytes: some Collection<UInt8>, _ census: Census? = nil) {
    storage = .allocate(byteCount: bytes.count, alignment: 1)
    storage.copyBytes(from: bytes)
    self.census = census
    census?.alive.add(1, ordering: .relaxed)
  }

  /// So many zeros.
  init(zeros count: Int) {
    storage = .allocate(byteCount: count, alignment: 1)
    storage.initializeMemory(as: UInt8.self, repeating: 0)
    census = nil
  }

  convenience init(_ text: String, _ census: Census? = nil) { self.init(Array(text.utf8), census) }

  deinit {
    storage.deallocate()
    census?.alive.subtract(1, ordering: .relaxed)
  }

  var count: Int { storage.count }
  var unsafeBytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(storage) }
}

extension HTTPClient {
  /// Reads one chunk of a body; empty for the last, nil when the connection ends or nothing comes.
  func readChunk() -> [UInt8]? {
    var end = lineEnd()
    while end == nil {
      guard fill() else { return nil }
      end = lineEnd()
    }
    guard let size = Int(String(decoding: take(end!), as: UTF8.self), radix: 16) else { return nil }
    while buffered.count < size + 4 {
      guard fill() else { return nil }
    }
    guard take(2) == [13, 10] else { return nil }
    let chunk = take(size)
    return take(2) == [13, 10] ? chunk : nil
  }

  /// Reads chunks until there are so many bytes of a body.
  func readChunks(_ count: Int) -> String? {
    var bytes: [UInt8] = []
    while bytes.count < count {
      guard let chunk = readChunk(), !chunk.isEmpty else { return nil }
      bytes += chunk
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Reads all that comes until the peer closes.
  func readToEnd() -> String? {
    while fill() {}
    return errno == 0 ? String(decoding: take(buffered.count), as: UTF8.self) : nil
  }

  /// Waits until the peer closes, whatever it sends before; false if it hangs.
  func outlasts() -> Bool {
    while fill() {}
    return errno != EAGAIN
  }

  /// Says whether anything comes within some milliseconds.
  func isReadable(within milliseconds: Int32) -> Bool {
    if !buffered.isEmpty { return true }
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&entry, 1, milliseconds) > 0
  }

  private func lineEnd() -> Int? {
    guard buffered.count >= 2 else { return nil }
    return (0...(buffered.count - 2)).first { buffered[$0] == 13 && buffered[$0 + 1] == 10 }
  }
}

/// Every stream that a handler has begun, in the order of the requests.
final class OpenStreams: Sendable {
  private let state = Mutex<(streams: [BodyStream], ends: [BodyStream.End])>(([], []))
  private let backlogLimit: Int

  init(backlogLimit: Int = 1 << 20) { self.backlogLimit = backlogLimit }

  var all: [BodyStream] { state.withLock { $0.streams } }
  var ends: [BodyStream.End] { state.withLock { $0.ends } }

  /// Answers every request but those for `/plain` with a stream.
  func handler() -> TestHandler {
    TestHandler { [self] request, responder in
      guard request.head.path != "/plain" else { return _ = responder.respond(.text("plain")) }
      let stream = BodyStream(backlogLimit: backlogLimit)
      stream.whenEnded { [weak self] end in self?.state.withLock { $0.ends.append(end) } }
      // Known before it can end.
      state.withLock { $0.streams.append(stream) }
      responder.respond(
        Response(status: 200, headers: [("Content-Type", "text/event-stream")], body: .stream(stream)))
    }
  }

  /// Opens a stream, and returns its client, which has read the head; nil if the server has closed the connection before.
  func open(_ server: Server) -> (HTTPClient, BodyStream)? {
    guard let client = HTTPClient(server.address) else { return nil }
    let number = all.count
    client.sendRequest("GET", "/stream")
    guard client.readHead()?.status == 200, all.count == number + 1 else { return nil }
    return (client, all[number])
  }

  /// Lets go of every stream.
  func forget() { state.withLock { state in state.streams = [] } }
}
