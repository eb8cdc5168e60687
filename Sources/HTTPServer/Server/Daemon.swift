import CMicrohttpd
import Glibc
import Support

/// A libmicrohttpd daemon, which has no thread of its own.
///
/// `@unchecked Sendable`: the event loop's thread alone calls it, and `EventLoop.stop` once that thread has ended.
struct Daemon: @unchecked Sendable {
  private let pointer: OpaquePointer

  /// Creates a daemon for a listening socket. `core` must outlive it.
  init(core: ServerCore, socket: ListenSocket) throws(ServerError) {
    let configuration = core.configuration
    var options = CMHDOptions()
    options.listen_socket = socket.descriptor
    options.ipv6 = socket.isIPv6 ? 1 : 0
    options.connection_limit = UInt32(max(1, configuration.connectionLimit))
    options.idle_timeout_seconds = UInt32(max(1, configuration.idleTimeout))
    // Room for a head at its limit, a growing read buffer behind it, and the head of a response. The gate counts what
    // libmicrohttpd stores, so that no request finds too little.
    options.connection_memory = max(configuration.headLimit / 3 * 4, 16 << 10)
    // The read buffer grows by this much at a time: a body in few large pieces rather than in many small ones.
    options.memory_increment = max(1024, options.connection_memory / 4)
    errno = 0
    let context = Unmanaged.passUnretained(core).toOpaque()
    guard
      let pointer = cmhd_start_daemon(
        &options, mayConnect, accessed, completed, connectionChanged, lineArrived, context)
    else { throw .daemonFailed(reason: errno == 0 ? "no reason given" : SystemError.current.description) }
    self.pointer = pointer
  }

  /// Readable when the daemon has something to do.
  var epollDescriptor: Int32 { cmhd_epoll_descriptor(pointer) }

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

  /// Stops accepting connections; open ones stay.
  func quiesce() { MHD_quiesce_daemon(pointer) }

  /// Closes every connection. None may be suspended any more.
  func stop() { MHD_stop_daemon(pointer) }
}

private func core(_ context: UnsafeMutableRawPointer?) -> ServerCore {
  Unmanaged<ServerCore>.fromOpaque(context!).takeUnretainedValue()
}

/// Decides whether a connection may be accepted; libmicrohttpd closes it if not.
private func mayConnect(
  _ context: UnsafeMutableRawPointer?, _ peer: UnsafePointer<sockaddr>?, _ length: socklen_t
) -> MHD_Result {
  core(context).connectionsPerAddress.hasRoom(for: SocketAddress(peer)?.host ?? "") ? .YES : .NO
}

/// A connection was accepted, or is about to be closed.
private func connectionChanged(
  _ context: UnsafeMutableRawPointer?, _ pointer: OpaquePointer?,
  _ slot: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ change: MHD_ConnectionNotificationCode
) {
  let core = core(context)
  if change == .CONNECTION_NOTIFY_STARTED {
    let address = SocketAddress(cmhd_connection_peer(pointer))?.host ?? ""
    let connection = Connection(
      handle: ConnectionHandle(pointer: pointer!), descriptor: cmhd_connection_socket(pointer),
      remoteAddress: address, isFromTrustedProxy: core.trustedProxies.contains(address),
      gate: RequestGate(limits: core.gateLimits))
    core.connectionsPerAddress.opened(address)
    core.registry.add(connection)
    core.sockets.add(connection)
    slot!.pointee = Unmanaged.passRetained(connection).toOpaque()
  } else if let stored = slot!.pointee {
    slot!.pointee = nil
    let connection = Unmanaged<Connection>.fromOpaque(stored).takeRetainedValue()
    // libmicrohttpd reports no end when a client closes before the head of its request is complete.
    if let exchange = connection.exchange { core.ended(exchange, .REQUEST_TERMINATED_READ_ERROR) }
    connection.close()
    core.sockets.remove(connection)
    core.connectionsPerAddress.closed(connection.remoteAddress)
    core.registry.remove(connection)
    if connection.lingers { core.lingering.adopt(connection.descriptor) }
    // At its connection limit libmicrohttpd stops accepting, and notices a free place only when it is run again.
    core.eventSignal.raise()
  }
}

/// A request line was read. The returned pointer stays with the request; the connection owns what it points to.
private func lineArrived(
  _ context: UnsafeMutableRawPointer?, _ target: UnsafePointer<CChar>?, _ pointer: OpaquePointer?
) -> UnsafeMutableRawPointer? {
  guard let stored = cmhd_connection_context(pointer) else { return nil }
  let connection = Unmanaged<Connection>.fromOpaque(stored).takeUnretainedValue()
  core(context).requestsInFlight.add(1, ordering: .relaxed)
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
  return core(context).step(exchange, ConnectionHandle(pointer: pointer), method: method, piece: piece)
}

private func completed(
  _ context: UnsafeMutableRawPointer?, _ pointer: OpaquePointer?,
  _ slot: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ code: MHD_RequestTerminationCode
) {
  guard let stored = slot?.pointee else { return }
  slot?.pointee = nil
  let exchange = Unmanaged<Exchange>.fromOpaque(stored).takeUnretainedValue()
  core(context).ended(exchange, code)
}
