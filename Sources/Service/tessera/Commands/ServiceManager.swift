import Glibc
import Support

/// The service manager that has started the process and wants to know its state, as systemd does with `Type=notify`
/// (sd_notify(3)).
struct ServiceManager: Sendable {
  /// What the process says of itself.
  enum State: String {
    case ready = "READY=1"
    case stopping = "STOPPING=1"
    case alive = "WATCHDOG=1"
  }

  private let address: UnixAddress
  /// How long the process may say nothing before the manager takes it to hang; nil if that is not watched.
  let watchdog: Duration?

  /// Creates it from the variables of the process; nil if no manager wants to know.
  init?(_ environment: [String: String]) {
    guard let path = environment["NOTIFY_SOCKET"], path.hasPrefix("/") || path.hasPrefix("@"),
      path.utf8.count > 1, let address = UnixAddress(path)
    else { return nil }
    self.address = address
    let isMine = environment["WATCHDOG_PID"].map { $0 == "\(getpid())" } ?? true
    let microseconds = environment["WATCHDOG_USEC"].flatMap { Int($0) } ?? 0
    watchdog = isMine && microseconds > 0 ? .microseconds(microseconds) : nil
  }

  /// Says what state the process is in. A manager that is not there any more misses it.
  func say(_ state: State) {
    let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    address.send(Array(state.rawValue.utf8), from: descriptor)
  }

  /// Says that the process is alive, four times in the time within which the manager expects it, as long as a check holds:
  /// a process whose threads do not respond any more is then started again.
  ///
  /// - Parameter isAlive: may wait for some seconds.
  func keepAlive(while isAlive: @escaping @Sendable () -> Bool) {
    guard let watchdog else { return }
    PosixThread(named: "watchdog", stack: .shallow) {
      let never = Semaphore()
      while true {
        if isAlive() { say(.alive) }
        _ = never.wait(atMost: watchdog / 4)
      }
    }.detach()
  }
}

/// The sockets that a service manager has opened for the process (sd_listen_fds(3)).
enum PassedSockets {
  /// The descriptor of the socket to listen on; nil if the manager has passed none.
  ///
  /// - Throws: an error if there are several: the service would leave clients of the others waiting.
  static func listener(_ environment: [String: String]) throws(StartError) -> Int32? {
    guard environment["LISTEN_PID"] == "\(getpid())",
      let count = environment["LISTEN_FDS"].flatMap({ Int($0) }),
      count > 0
    else { return nil }
    guard count == 1 else {
      throw StartError(description: "The service takes one socket of the service manager, and not \(count).")
    }
    return 3
  }
}
