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

  /// The path of the manager's socket; `@` stands for the zero byte that begins the name of an abstract one.
  private let path: [UInt8]
  /// How long the process may say nothing before the manager takes it to hang; nil if that is not watched.
  let watchdog: Duration?

  /// Creates it from the variables of the process; nil if no manager wants to know.
  init?(_ environment: [String: String]) {
    guard let path = environment["NOTIFY_SOCKET"], path.hasPrefix("/") || path.hasPrefix("@"),
      (2..<Self.pathLimit).contains(path.utf8.count)
    else { return nil }
    self.path = Array(path.utf8)
    let isMine = environment["WATCHDOG_PID"].map { $0 == "\(getpid())" } ?? true
    let microseconds = environment["WATCHDOG_USEC"].flatMap { Int($0) } ?? 0
    watchdog = isMine && microseconds > 0 ? .microseconds(microseconds) : nil
  }

  /// Bytes of the path in an address, with a zero at its end.
  private static let pathLimit = MemoryLayout.size(ofValue: sockaddr_un().sun_path)

  /// Says what state the process is in. A manager that is not there any more misses it.
  func say(_ state: State) {
    let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { name in
      name.copyBytes(from: path)
      if name[0] == UInt8(ascii: "@") { name[0] = 0 }
    }
    // The path stands behind the family.
    let length = MemoryLayout<sa_family_t>.size + path.count
    let message = Array(state.rawValue.utf8)
    withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        _ = sendto(descriptor, message, message.count, Int32(MSG_NOSIGNAL), $0, socklen_t(length))
      }
    }
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
