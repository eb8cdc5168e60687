import Glibc

/// Sockets of connections that are over, whose clients may still be sending.
///
/// Where a socket is closed with unread bytes, the kernel resets the connection, and the client may lose the response
/// that explains why (RFC 9112, 9.6). So the server, which has closed its half, reads on for a moment and drops the bytes.
///
/// Event thread only.
final class LingeringSockets {
  private struct Entry {
    let descriptor: Int32
    let end: ContinuousClock.Instant
    var pauseEnd: ContinuousClock.Instant
    var bytesLeft: Int
  }

  private let limit: Int
  private let pause: Duration
  private let deadline: Duration
  private let bytes: Int
  /// The oldest first.
  private var entries: [Entry] = []
  private let events: SocketEvents
  private var isOver = false

  init(_ configuration: ServerConfiguration, _ events: SocketEvents) {
    self.events = events
    limit = configuration.lingerLimit
    pause = .seconds(configuration.lingerPause)
    deadline = .seconds(configuration.lingerDeadline)
    bytes = configuration.lingerBytes
  }

  /// The milliseconds after which to look again; -1 if no connection lingers.
  var patience: Int32 {
    guard let first = entries.map({ min($0.end, $0.pauseEnd) }).min() else { return -1 }
    let (seconds, attoseconds) = (first - .now).components
    return Int32(clamping: max(0, seconds * 1000 + attoseconds / 1_000_000_000_000_000 + 1))
  }

  /// Reads on from a socket whose descriptor its owner is about to close.
  func adopt(_ descriptor: Int32) {
    guard !isOver, limit > 0 else { return }
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else { return }
    guard events.watch(copy) else {
      Glibc.close(copy)
      return
    }
    if entries.count >= limit { close(at: 0) }
    // libmicrohttpd does so for most of its closed connections.
    shutdown(copy, Int32(SHUT_WR))
    let now = ContinuousClock.now
    entries.append(
      Entry(descriptor: copy, end: now + deadline, pauseEnd: now + pause, bytesLeft: bytes))
  }

  /// Drops the bytes that have arrived, and closes the connections that have ended or have lingered for long enough.
  func run() {
    guard !entries.isEmpty else { return }
    let now = ContinuousClock.now
    for index in entries.indices.reversed() {
      let goesOn = drain(&entries[index], now)
      if !goesOn || now >= min(entries[index].end, entries[index].pauseEnd) { close(at: index) }
    }
  }

  /// Closes all connections, and those to come at once.
  func stop() {
    isOver = true
    while !entries.isEmpty { close(at: entries.count - 1) }
  }

  /// Drops the bytes that a socket has; false once it has ended, or has had too many.
  private func drain(_ entry: inout Entry, _ now: ContinuousClock.Instant) -> Bool {
    // TCP drops these bytes without a copy. A client that sends faster than that gets its next turn in the next run.
    let count = recv(entry.descriptor, nil, Self.step, Int32(MSG_TRUNC) | Int32(MSG_DONTWAIT))
    guard count > 0 else { return count < 0 && (errno == EAGAIN || errno == EINTR) }
    entry.pauseEnd = now + pause
    entry.bytesLeft -= count
    return entry.bytesLeft > 0
  }

  /// Bytes that are dropped from one socket at a time.
  private static var step: Int { 1 << 20 }

  private func close(at index: Int) {
    Glibc.close(entries[index].descriptor)
    entries.remove(at: index)
  }
}
