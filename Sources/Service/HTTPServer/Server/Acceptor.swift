import CSocketGate
import Glibc
import Support
import Synchronization

/// The thread that accepts connections and hands each to the event loop with the fewest.
///
/// As one thread decides about all connections, the limits hold exactly, whatever the number of loops.
struct Acceptor: Sendable {
  /// Why there is no further connection to accept.
  private enum Pause {
    /// None has arrived.
    case drained
    /// As many are open as may be; the others wait in the kernel, until one is closed because it is idle or for another
    /// reason.
    case full
    /// The process has no more descriptors, or the network is in trouble: later it may be better.
    case exhausted
  }

  private let thread: PosixThread
  private let signal: WakeSignal
  private let isOver: Flag

  /// Starts the thread. The core's limits raise `signal` when a connection is closed that another waits for.
  init(_ socket: ListenSocket, _ loops: [EventLoop], _ core: ServerCore, signal: WakeSignal) {
    let isOver = Flag()
    let limits = core.connectionLimits
    self.signal = signal
    self.isOver = isOver
    thread = PosixThread(named: "http-accept", stack: .shallow) {
      var idle = IdleConnections(core.registry, age: .seconds(core.configuration.evictionAge))
      while true {
        // Before the look at what there is: whatever follows raises it again.
        signal.lower()
        let isLast = isOver.value.load(ordering: .acquiring)
        let pause = Self.acceptAll(from: socket.descriptor, for: loops, limits)
        if isLast {
          // The descriptor stays open until the server has ended; shut down, it refuses connections just as well.
          shutdown(socket.descriptor, Int32(SHUT_RDWR))
          return
        }
        switch pause {
        case .drained:
          idle.clear()
          _ = signal.wait(milliseconds: -1, orFor: socket.descriptor)
        case .full:
          // Only a client that waits takes the place of another; no event says when one becomes idle.
          if !signal.wait(milliseconds: -1, orFor: socket.descriptor) {
            idle.closeOne()
            _ = signal.wait(milliseconds: 100)
          }
        case .exhausted: _ = signal.wait(milliseconds: 100)
        }
      }
    }
  }

  /// Accepts the connections that have arrived, and then none; waits for the thread's end.
  func stop() {
    isOver.value.store(true, ordering: .releasing)
    signal.raise()
    thread.join()
  }

  private static func acceptAll(
    from listener: Int32, for loops: [EventLoop], _ limits: ConnectionLimits
  ) -> Pause {
    while limits.hasRoom() {
      var address = sockaddr_storage()
      var length: socklen_t = 0
      let descriptor = csg_accept(listener, &address, &length)
      guard descriptor >= 0 else {
        switch errno {
        case EAGAIN: return .drained
        // The client has gone already, or a signal arrived.
        case ECONNABORTED, EINTR: continue
        default: return .exhausted
        }
      }
      if address.ss_family == sa_family_t(AF_UNIX) {
        (address, length) = (.loopback, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
      let socket = AdmittedSocket(descriptor: descriptor, address: address, length: length)
      guard limits.open(socket.host) else {
        close(descriptor)
        continue
      }
      loops.min { $0.load < $1.load }?.admit(socket)
    }
    return .full
  }

  private final class Flag: Sendable {
    let value = Atomic(false)
  }
}

extension EventLoop {
  fileprivate var load: Int { connectionCount.load(ordering: .relaxed) }
}

/// A connection that has been accepted, on its way to its event loop.
///
/// `@unchecked Sendable`: the address is never changed.
struct AdmittedSocket: @unchecked Sendable {
  let descriptor: Int32
  let address: sockaddr_storage
  let length: socklen_t
  /// The numeric address of the peer; the local one for a peer over a Unix socket.
  let host: String

  init(descriptor: Int32, address: sockaddr_storage, length: socklen_t) {
    self.descriptor = descriptor
    self.address = address
    self.length = length
    host = withUnsafeBytes(of: address) {
      SocketAddress($0.baseAddress?.assumingMemoryBound(to: sockaddr.self))?.host ?? ""
    }
  }
}
