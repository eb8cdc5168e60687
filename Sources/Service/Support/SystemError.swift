import Glibc

/// The `errno` of a failed system call.
package struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
  package let code: Int32

  package init(code: Int32) { self.code = code }

  /// The error of the calling thread's last failed system call.
  package static var current: SystemError { SystemError(code: errno) }

  package var description: String { String(cString: strerror(code)) }
}
