import Glibc

/// The space of a file system.
package struct DiskSpace: Hashable, Sendable {
  /// Bytes of the file system.
  package var total: Int
  /// Bytes that this process may still write.
  package var free: Int

  /// Reads the space of the file system that has a file or a folder; nil if it cannot be read, or the file system does
  /// not know it.
  package init?(of path: String) {
    var system = statvfs()
    guard statvfs(path, &system) == 0, system.f_blocks > 0 else { return nil }
    let block = Int(clamping: system.f_frsize)
    total = Int(clamping: system.f_blocks).multipliedWithinRange(by: block)
    free = Int(clamping: system.f_bavail).multipliedWithinRange(by: block)
  }

  /// Returns the bytes that a file has on its disk; 0 if there is no such file.
  package static func bytes(ofFile path: String) -> Int {
    var status = stat()
    return stat(path, &status) == 0 ? Int(clamping: status.st_blocks).multipliedWithinRange(by: 512) : 0
  }
}

extension Int {
  /// The product of two numbers that are not negative, or the largest number if it is beyond that.
  fileprivate func multipliedWithinRange(by other: Int) -> Int {
    let (product, isBeyond) = multipliedReportingOverflow(by: other)
    return isBeyond ? .max : product
  }
}
