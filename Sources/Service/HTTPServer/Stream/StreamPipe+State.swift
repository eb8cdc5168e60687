import Glibc

extension StreamPipe {
  /// What remains to be done after the lock: calling observers.
  struct Aftermath {
    var end: BodyStream.End?
    var observers: [@Sendable (BodyStream.End) -> Void] = []
    /// Released with the aftermath: releasing much memory takes a while.
    var dropped: StreamBacklog?
    /// Released with the aftermath, too: it may hold the stream.
    var drained: (@Sendable () -> Void)?

    func happen() {
      guard let end else { return }
      for observer in observers { observer(end) }
    }
  }
}

extension StreamPipe.State {
  /// Adds a piece, or ends a stream whose backlog is full.
  mutating func take(_ bytes: any ByteSource, limit: Int) -> (isTaken: Bool, StreamPipe.Aftermath) {
    guard backlog.hasRoom(for: bytes, limit: limit) else { return (false, cut(.tooSlow)) }
    backlog.append(bytes)
    if backlog.count > 0 { resume() }
    return (true, StreamPipe.Aftermath())
  }

  /// Resumes the connection if libmicrohttpd has suspended it.
  ///
  /// Under the lock, unlike a response: a thread that has taken the lock once may rely on it.
  mutating func resume() {
    guard isSuspended, let link else { return }
    isSuspended = false
    link.loop.resume(link.handle)
  }

  /// Ends the stream and its connection at once: drops the backlog, and leaves a half-sent piece unfinished.
  mutating func cut(_ end: BodyStream.End) -> StreamPipe.Aftermath {
    let aftermath = self.end(end)
    resume()
    guard let link else { return aftermath }
    if end == .tooSlow {
      // The kernel is to drop its buffer with the socket, not some minutes later.
      var reset = linger(l_onoff: 1, l_linger: 0)
      setsockopt(link.descriptor, SOL_SOCKET, SO_LINGER, &reset, socklen_t(MemoryLayout<linger>.size))
    }
    // libmicrohttpd notices this even where it waits to write.
    shutdown(link.descriptor, Int32(SHUT_RDWR))
    return aftermath
  }

  /// Notes that the stream is over, unless it was already.
  mutating func end(_ end: BodyStream.End) -> StreamPipe.Aftermath {
    if case .ended = phase { return StreamPipe.Aftermath() }
    phase = .ended(end)
    let aftermath = StreamPipe.Aftermath(
      end: end, observers: observers, dropped: backlog, drained: drained)
    (observers, backlog, drained) = ([], StreamBacklog(), nil)
    return aftermath
  }
}
