import CSocketGate
import Support

/// Waits for the events of the sockets of one libmicrohttpd daemon, and of descriptors of the event loop's own.
///
/// libmicrohttpd would take a system call to look for events, and two more for every request that waits for a worker:
/// one that removes the connection from its epoll instance, and one that adds it again. So this program defines
/// `epoll_wait` and `epoll_ctl`, too: the loop alone waits, libmicrohttpd gets what that has found, and a suspended
/// connection stays registered.
///
/// `@unchecked Sendable`: only the event thread uses it once that runs.
final class SocketEvents: @unchecked Sendable {
  /// What there are events of.
  struct Kinds: OptionSet {
    let rawValue: UInt32
    /// Sockets that linger.
    static var reader: Kinds { Kinds(rawValue: csg_reader.rawValue) }
    /// Sockets of libmicrohttpd.
    static var socket: Kinds { Kinds(rawValue: csg_socket.rawValue) }
  }

  private let pointer: OpaquePointer

  /// Nil when memory has run out.
  init?() {
    guard let pointer = csg_create_events() else { return nil }
    self.pointer = pointer
  }

  deinit { csg_destroy_events(pointer) }

  /// Makes these the events of a daemon's epoll instance; false if the system rejects the signal.
  func attach(to instance: Int32, with signal: WakeSignal) -> Bool {
    csg_attach(pointer, instance)
    return csg_watch(pointer, signal.descriptor, csg_signal) == 0
  }

  /// Makes libmicrohttpd get its events from here on the calling thread.
  func install() { csg_install_events(pointer) }

  /// Makes the calling thread wait with epoll itself again.
  static func uninstall() { csg_install_events(nil) }

  /// Watches a socket of the loop's own until it is closed; false if the system rejects that.
  func watch(_ descriptor: Int32) -> Bool { csg_watch(pointer, descriptor, csg_reader) == 0 }

  /// Stops watching a socket of libmicrohttpd, which is about to be closed.
  func forget(_ descriptor: Int32) { csg_forget(pointer, descriptor) }

  /// Waits until there are events or the time is over, and returns the kinds of descriptors that have some.
  ///
  /// - Parameter milliseconds: how long to wait at most; -1 waits without end.
  func wait(milliseconds: Int32) -> Kinds { Kinds(rawValue: csg_wait(pointer, milliseconds)) }
}
