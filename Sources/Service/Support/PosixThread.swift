import Glibc

/// A named thread of the operating system.
///
/// `@unchecked Sendable`: a `pthread_t` is a number that any thread may join or detach; the owner does one of them, once.
package struct PosixThread: @unchecked Sendable {
  private let thread: pthread_t

  /// How much stack a thread has. It counts against limits of address space and data, used or not.
  package enum Stack: Sendable {
    /// For recursion over what clients send, and for everything that decodes, lays out or measures.
    case deep
    /// For threads that only wait, pass something on, and write.
    case shallow

    /// The size of the stack, in bytes.
    package var bytes: Int {
      switch self {
      case .deep: 8 << 20
      case .shallow: 1 << 20
      }
    }
  }

  /// Starts a thread; traps when the system cannot start one more.
  package init(named name: String, stack: Stack = .deep, _ body: @escaping @Sendable () -> Void) {
    guard let thread = PosixThread(ifPossible: name, stack: stack, body) else {
      preconditionFailure("the system cannot start one more thread")
    }
    self = thread
  }

  /// Starts a thread of a name; nil when the system cannot start one more.
  package init?(ifPossible name: String, stack: Stack = .deep, _ body: @escaping @Sendable () -> Void) {
    let start = Unmanaged.passRetained(Start(name: name, body: body))
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    pthread_attr_setstacksize(&attributes, stack.bytes)
    defer { pthread_attr_destroy(&attributes) }
    var thread = pthread_t()
    let code = pthread_create(
      &thread, &attributes,
      { context in
        let start = Unmanaged<Start>.fromOpaque(context!).takeRetainedValue()
        nameCurrentThread(start.name)
        start.body()
        return nil
      }, start.toOpaque())
    guard code == 0 else {
      start.release()
      return nil
    }
    self.thread = thread
  }

  /// Waits for the end of the thread.
  package func join() { pthread_join(thread, nil) }

  /// Gives up joining the thread, whose resources are released when it ends.
  package func detach() { pthread_detach(thread) }

  /// Lowers the priority of the calling thread by ten, for good: a process without privileges cannot raise it again.
  package static func lowerCurrentPriority() {
    // On Linux, "the process 0" is the calling thread.
    let thread = __priority_which_t(PRIO_PROCESS.rawValue)
    setpriority(thread, 0, min(19, getpriority(thread, 0) + 10))
  }

  private final class Start {
    let name: String
    let body: @Sendable () -> Void

    init(name: String, body: @escaping @Sendable () -> Void) {
      self.name = name
      self.body = body
    }
  }
}

/// Names the calling thread, as `top` and a debugger show it; at most 15 bytes.
private func nameCurrentThread(_ name: String) {
  // `pthread_setname_np` is a GNU extension, which Glibc's module leaves out; the kernel takes it here too.
  let file = open("/proc/thread-self/comm", O_WRONLY | O_CLOEXEC)
  guard file >= 0 else { return }
  var name = String(name.prefix(15))
  _ = name.withUTF8 { write(file, $0.baseAddress, $0.count) }
  close(file)
}
