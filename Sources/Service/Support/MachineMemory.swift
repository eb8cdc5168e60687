import CLinux
import Glibc

/// The memory that this process may use.
package enum MachineMemory {
  /// Bytes: the limit of the container or of the process's data, or else the memory of the machine.
  package static let available = min(limit(root: "/"), dataLimit)

  /// Returns the default of a limit: a part of the available memory in whole units, but no more than what suffices.
  package static func part(
    oneIn divisor: Int, atMost enough: Int, atLeast floor: Int = 0, unit: Int = 1 << 20
  ) -> Int { max(floor, min(enough, available / divisor / unit * unit)) }

  /// What limits the memory, for a sentence.
  package static var source: String {
    if available == dataLimit { return "the limit of the process's data" }
    return available < physical ? "the limit of the container" : "the memory of the machine"
  }

  /// Returns freed memory to the system.
  package static func trim() { malloc_trim(0) }

  /// The limit of the process's data (`RLIMIT_DATA`); the largest number if there is none.
  private static var dataLimit: Int {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_DATA.rawValue), &limit) == 0 else { return .max }
    return Int(clamping: limit.rlim_cur)
  }

  /// Returns a part of the available memory in whole megabytes, at least 16 of them.
  package static func part(oneIn divisor: Int) -> Int { max(16, (available / divisor) >> 20) << 20 }

  /// Bytes of the machine.
  private static var physical: Int {
    max(1, Int(sysconf(Int32(_SC_PHYS_PAGES)))) * max(1, Int(sysconf(Int32(_SC_PAGESIZE))))
  }

  /// Returns the smallest limit that the control groups of the process set (Linux cgroup v2 and v1), or else the memory
  /// of the machine.
  ///
  /// - Parameter root: the root of the file system, with `/` at its end.
  package static func limit(root: String) -> Int {
    let groups = ProcFile.text(root + "proc/self/cgroup").split(separator: "\n").compactMap(ControlGroup.init)
    let limits = groups.flatMap { group in
      group.files.compactMap { Int(ProcFile.text(root + $0).prefix { !$0.isWhitespace }) }
    }
    // Without a limit, version 1 has a number near the largest one, and version 2 the word "max".
    return limits.filter { $0 > 0 }.reduce(physical, min)
  }
}

/// A control group that limits the memory of the process, as a line of `/proc/self/cgroup` names it.
private struct ControlGroup {
  /// The files with the limits of the group and of those around it.
  let files: [String]

  /// Reads `0::/path` (version 2) or `5:memory:/path` (version 1); nil for a group that does not limit memory.
  init?(_ line: Substring) {
    let parts = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3 else { return nil }
    let folder: String
    let file: String
    if parts[0] == "0", parts[1].isEmpty {
      (folder, file) = ("sys/fs/cgroup", "memory.max")
    } else if parts[1].split(separator: ",").contains("memory") {
      (folder, file) = ("sys/fs/cgroup/memory", "memory.limit_in_bytes")
    } else {
      return nil
    }
    // Inside a container the path may be that of the host, of which the container sees nothing but the root.
    var files = ["\(folder)/\(file)"]
    var path = folder
    for name in parts[2].split(separator: "/") {
      path += "/\(name)"
      files.append("\(path)/\(file)")
    }
    self.files = files
  }
}
