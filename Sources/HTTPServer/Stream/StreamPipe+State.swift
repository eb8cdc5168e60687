import CMicrohttpd
import Glibc
import Support

extension StreamPipe {
  /// What is left to do once the lock has been let go of: it runs code that is not ours, or wakes who wants the lock.
  struct Aftermath {
    var signal: WakeSignal?
    var end: BodyStream.End?
    var observers: [@Sendable (BodyStream.End) -> Void] = []
    /// Kept until here: to let go of much takes a while.
    var dropped: StreamBacklog?

    func happen() {
      signal?.raise()
      guard let end else { return }
      for observer in observers { observer(end) }
    }
  }
}

extension StreamPipe.State {
  /// Adds a piece, or ends a stream that has no room for it.
  mutating func take(_ bytes: any ByteSource, limit: Int) -> (isTaken: Bool, StreamPipe.Aftermath) {
    guard backlog.hasRoom(for: bytes, limit: limit) else { return (false, cut(.tooSlow)) }
    backlog.append(bytes)
    return (true, backlog.count > 0 ? resume() : StreamPipe.Aftermath())
  }

  /// Has libmicrohttpd take up the connection again if it was set aside.
  ///
  /// Under the lock, unlike an answer's: whoever has gone through the lock once may count on it that it has happened.
  mutating func resume() -> StreamPipe.Aftermath {
    guard isSuspended, let link else { return StreamPipe.Aftermath() }
    isSuspended = false
    MHD_resume_connection(link.handle.pointer)
    return StreamPipe.Aftermath(signal: link.core.eventSignal)
  }

  /// Ends the stream here and now, and its connection with it: what waits is dropped, what is half sent stays half.
  mutating func cut(_ end: BodyStream.End) -> StreamPipe.Aftermath {
    var aftermath = self.end(end)
    aftermath.signal = resume().signal
    guard let link else { return aftermath }
    if end == .tooSlow {
      // What the kernel holds for a reader that takes nothing is to go with the socket, not some minutes later.
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
    let aftermath = StreamPipe.Aftermath(end: end, observers: observers, dropped: backlog)
    (observers, backlog) = ([], StreamBacklog())
    return aftermath
  }
}
