import Glibc

/// The `errno` of a failed system call.
package struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The number of the error (`errno`).
  package let code: Int32

  /// Creates an error of its number.
  package init(code: Int32) { self.code = code }

  /// The error of the calling thread's last failed system call.
  package static var current: SystemError { SystemError(code: errno) }

  /// Whether the process or the machine has no descriptor or no memory left: the same call may succeed later.
  package var isShortage: Bool { code == EMFILE || code == ENFILE || code == ENOMEM }

  package var description: String { String(cString: strerror(code)) }
}
