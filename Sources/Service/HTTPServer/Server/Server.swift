import Glibc
import Support
import Synchronization

/// An HTTP server: libmicrohttpd on its event threads, in front of a `RequestHandler`.
public final class Server: Sendable {
  /// The address that the server listens on, with the actual port where the configuration has 0.
  public let address: SocketAddress
  let core: ServerCore
  let loops: [EventLoop]
  let eventThreads: [EventThread]
  let acceptor: Acceptor
  let listenDescriptor: Int32
  let socketFile: UnixSocketFile?
  let reaper: SlowClientReaper
  /// The result of `stop`, or nil; locked while the server stops, so that a second caller waits for the first.
  let stopped = Mutex<Bool?>(nil)

  /// Starts a server: listens and serves.
  ///
  /// - Throws: `.unknownHost`, `.noListener` for an inherited socket of another kind, `.cannotListen` when the address is taken or not permitted, `.daemonFailed`.
  public init(configuration: ServerConfiguration, handler: any RequestHandler) throws(ServerError) {
    // Not all writes of libmicrohttpd can suppress it.
    signal(SIGPIPE, SIG_IGN)
    guard GatedSockets.areLinked else { throw .daemonFailed(reason: GatedSockets.notLinked) }
    precondition(configuration.bodyLimit < 1 << 32, "a body limit of 4 GB or more is beyond zlib's counters")
    let socket =
      if let descriptor = configuration.inheritedSocket {
        try ListenSocket.inherited(descriptor)
      } else if let path = configuration.path {
        try ListenSocket.open(path: path, mode: configuration.socketMode)
      } else {
        try ListenSocket.open(host: configuration.host, port: configuration.port)
      }
    address = socket.address
    listenDescriptor = socket.descriptor
    socketFile = socket.file
    var daemons: [Daemon] = []
    do throws(ServerError) {
      let (roomSignal, reaperSignal) = (try WakeSignal.make(), try WakeSignal.make())
      let core = ServerCore(configuration: configuration, handler: handler, roomSignal: roomSignal)
      var loops: [EventLoop] = []
      for _ in 0..<max(1, configuration.eventLoops) {
        let loop = try EventLoop(core: core)
        daemons.append(try Daemon(loop))
        loops.append(loop)
      }
      self.core = core
      self.loops = loops
      // The threads start when nothing can fail any more.
      eventThreads = zip(loops, daemons).enumerated().map { index, pair in
        EventThread(pair.0, running: pair.1, named: "http-events-\(index)")
      }
      reaper = SlowClientReaper(core: core, signal: reaperSignal)
      acceptor = Acceptor(socket, loops, core, signal: roomSignal)
    } catch {
      for daemon in daemons { daemon.stop() }
      socket.file?.remove()
      close(socket.descriptor)
      throw error
    }
  }

  /// The number of requests that have begun to arrive and whose exchange is not over.
  public var requestsInFlight: Int { core.requestsInFlight.load(ordering: .acquiring) }

  /// Whether the server has begun to stop.
  public var isDraining: Bool { core.isStopping }

  deinit { stop(grace: .zero) }
}

extension WakeSignal {
  /// Creates a signal.
  ///
  /// - Throws: `.daemonFailed` when the process has no descriptors left.
  static func make() throws(ServerError) -> WakeSignal {
    do throws(SystemError) { return try WakeSignal() } catch {
      throw .daemonFailed(reason: error.description)
    }
  }
}
