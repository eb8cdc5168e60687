import Glibc

/// How many files, sockets and other descriptors this process may have open (`RLIMIT_NOFILE`).
package struct FileLimit: Hashable, Sendable {
  /// What holds. The process may raise it as far as `hard`.
  package var soft: Int
  /// The largest value of `soft`.
  package var hard: Int

  /// Creates a limit of its two numbers.
  package init(soft: Int, hard: Int) {
    self.soft = soft
    self.hard = hard
  }

  /// The limit at present; nil if the system does not tell.
  package static var current: FileLimit? {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return nil }
    return FileLimit(soft: Int(clamping: limit.rlim_cur), hard: Int(clamping: limit.rlim_max))
  }

  /// Sets the soft limit; the hard one stays.
  ///
  /// - Throws: `SystemError` if the system refuses it.
  package static func raise(to soft: Int) throws(SystemError) {
    let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    var limit = rlimit()
    guard getrlimit(resource, &limit) == 0 else { throw .current }
    limit.rlim_cur = min(limit.rlim_max, rlim_t(clamping: soft))
    guard setrlimit(resource, &limit) == 0 else { throw .current }
  }
}
