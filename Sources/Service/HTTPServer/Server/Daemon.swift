import CMicrohttpd
import Glibc
import Support

/// A libmicrohttpd daemon, which has no thread of its own and accepts no connections.
///
/// `@unchecked Sendable`: the event thread alone calls it once that runs.
struct Daemon: @unchecked Sendable {
  private let pointer: OpaquePointer

  /// Creates a daemon for the connections of a loop, which must outlive it.
  init(_ loop: EventLoop) throws(ServerError) {
    let configuration = loop.core.configuration
    var options = CMHDOptions()
    options.connection_limit = UInt32(max(1, configuration.connectionLimit))
    options.idle_timeout_seconds = UInt32(max(1, configuration.idleTimeout))
    options.connection_memory = configuration.connectionMemory
    // The read buffer grows by this much at a time: a body in few large pieces rather than in many small ones.
    options.memory_increment = max(1024, options.connection_memory / 4)
    errno = 0
    let context = Unmanaged.passUnretained(loop).toOpaque()
    guard
      let pointer = cmhd_start_daemon(&options, accessed, completed, connectionChanged, lineArrived, context)
    else { throw .daemonFailed(reason: errno == 0 ? "no reason given" : SystemError.current.description) }
    guard loop.events.attach(to: cmhd_epoll_descriptor(pointer), with: loop.signal) else {
      MHD_stop_daemon(pointer)
      throw .daemonFailed(reason: SystemError.current.description)
    }
    self.pointer = pointer
  }

  /// Takes over an accepted socket. Closes it when memory has run out.
  func add(_ socket: AdmittedSocket) {
    _ = withUnsafeBytes(of: socket.address) { address in
      MHD_add_connection(
        pointer, socket.descriptor, address.baseAddress?.assumingMemoryBound(to: sockaddr.self), socket.length
      )
    }
  }

  /// Makes a suspended connection go on in the next run.
  func resume(_ connection: ConnectionHandle) { MHD_resume_connection(connection.pointer) }

  /// The milliseconds after which to run the daemon even if nothing happens; -1 if that is not needed.
  var patience: Int32 {
    var milliseconds: UInt64 = 0
    return MHD_get_timeout(pointer, &milliseconds) == .YES ? Int32(clamping: milliseconds) : -1
  }

  /// Does everything that can be done without waiting.
  func run() { MHD_run(pointer) }

  /// Makes the next run read from a connection, whether or not anything has arrived.
  ///
  /// libmicrohttpd reads again only when its socket has an event; to resume a connection counts as one. Not for a
  /// connection that is suspended already.
  func wake(_ connection: ConnectionHandle) {
    MHD_suspend_connection(connection.pointer)
    MHD_resume_connection(connection.pointer)
  }

  /// Closes every connection. None may be suspended any more.
  func stop() { MHD_stop_daemon(pointer) }
}

private func loop(_ context: UnsafeMutableRawPointer?) -> EventLoop {
  Unmanaged<EventLoop>.fromOpaque(context!).takeUnretainedValue()
}

/// A connection was added, or is about to be closed.
private func connectionChanged(
  _ context: UnsafeMutableRawPointer?, _ pointer: OpaquePointer?,
  _ slot: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ change: MHD_ConnectionNotificationCode
) {
  let loop = loop(context)
  let core = loop.core
  if change == .CONNECTION_NOTIFY_STARTED {
    guard let socket = loop.arriving else { return }
    loop.arriving = nil
    let connection = Connection(
      handle: ConnectionHandle(pointer: pointer!), on: loop, descriptor: socket.descriptor,
      remoteAddress: socket.host, isFromTrustedProxy: core.trustedProxies.contains(socket.host),
      gate: RequestGate(limits: core.gateLimits))
    core.registry.add(connection)
    loop.sockets.add(connection)
    slot!.pointee = Unmanaged.passRetained(connection).toOpaque()
  } else if let stored = slot!.pointee {
    slot!.pointee = nil
    let connection = Unmanaged<Connection>.fromOpaque(stored).takeRetainedValue()
    // libmicrohttpd reports no end when a client closes before the head of its request is complete.
    if let exchange = connection.exchange { loop.ended(exchange, .REQUEST_TERMINATED_READ_ERROR) }
    connection.close()
    loop.sockets.remove(connection)
    core.registry.remove(connection)
    loop.events.forget(connection.descriptor)
    if connection.lingers { loop.lingering.adopt(connection.descriptor) }
    loop.released(host: connection.remoteAddress)
  }
}

/// A request line was read. The returned pointer stays with the request; the connection owns what it points to.
private func lineArrived(
  _ context: UnsafeMutableRawPointer?, _ target: UnsafePointer<CChar>?, _ pointer: OpaquePointer?
) -> UnsafeMutableRawPointer? {
  guard let stored = cmhd_connection_context(pointer) else { return nil }
  let connection = Unmanaged<Connection>.fromOpaque(stored).takeUnretainedValue()
  loop(context).core.requestsInFlight.add(1, ordering: .relaxed)
  let exchange = Exchange(connection: connection, rawTarget: target.flatMap { String(validatingCString: $0) })
  connection.exchange = exchange
  return Unmanaged.passUnretained(exchange).toOpaque()
}

private func accessed(
  _ context: UnsafeMutableRawPointer?, _ pointer: OpaquePointer?, _ path: UnsafePointer<CChar>?,
  _ method: UnsafePointer<CChar>?, _ version: UnsafePointer<CChar>?, _ upload: UnsafePointer<CChar>?,
  _ uploadSize: UnsafeMutablePointer<Int>?, _ slot: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> MHD_Result {
  guard let stored = slot?.pointee, let pointer, let uploadSize else { return .NO }
  let exchange = Unmanaged<Exchange>.fromOpaque(stored).takeUnretainedValue()
  let piece = UnsafeRawBufferPointer(start: upload, count: upload == nil ? 0 : uploadSize.pointee)
  uploadSize.pointee = 0
  if exchange.stage == .line, let version { exchange.takesChunks = strcmp(version, "HTTP/1.0") != 0 }
  return loop(context).step(exchange, ConnectionHandle(pointer: pointer), method: method, piece: piece)
}

private func completed(
  _ context: UnsafeMutableRawPointer?, _ pointer: OpaquePointer?,
  _ slot: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ code: MHD_RequestTerminationCode
) {
  guard let stored = slot?.pointee else { return }
  slot?.pointee = nil
  let exchange = Unmanaged<Exchange>.fromOpaque(stored).takeUnretainedValue()
  loop(context).ended(exchange, code)
}
