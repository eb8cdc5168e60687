internal import Glibc

/// The process or the machine has no descriptor or no memory left to open a file or a folder. That says nothing about the
/// file: the same call may succeed later.
struct FileShortage: Error, Hashable {
  let path: String
  private let code: Int32

  init(path: String, code: Int32) {
    self.path = path
    self.code = code
  }

  /// Creates the shortage that an error number reports; nil if that is another error.
  init?(_ path: String, reportedBy code: Int32) {
    guard Self.isReported(by: code) else { return nil }
    self.init(path: path, code: code)
  }

  var reason: String { String(cString: strerror(code)) }

  static func isReported(by code: Int32) -> Bool { code == EMFILE || code == ENFILE || code == ENOMEM }
}
