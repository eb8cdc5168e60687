import CLinux
import Glibc

/// The memory that this process may use.
package enum MachineMemory {
  /// Bytes: the limit of the container, of the process's data or of what its address space leaves, or else the memory of
  /// the machine.
  package static let available = min(limit(root: "/"), dataLimit, addressSpace.available)

  /// Returns the default of a limit: a part of the available memory in whole units, but no more than what suffices.
  package static func part(
    oneIn divisor: Int, atMost enough: Int, atLeast floor: Int = 0, unit: Int = 1 << 20
  ) -> Int { max(floor, min(enough, available / divisor / unit * unit)) }

  /// What limits the memory, for a sentence.
  package static var source: String {
    if available == dataLimit { return "the limit of the process's data" }
    if available == addressSpace.available { return "what the limit of the process's address space leaves" }
    return available < physical ? "the limit of the container" : "the memory of the machine"
  }

  /// Bytes of the available memory that the process takes.
  ///
  /// Of a limited address space it also takes what it has mapped beyond the reserve, used or not.
  package static var taken: Int {
    let (resident, mapped) = ProcessUsage.memory
    return max(resident, addressSpace.isLimited ? mapped - addressSpace.overhead : 0)
  }

  /// Prepares the process for its memory. Call it before threads are started.
  package static func prepare() {
    // Each arena of the C library maps 64 MB, of which it uses little. Without a limit that costs nothing.
    if addressSpace.isLimited { mallopt(M_ARENA_MAX, 1) }
  }

  /// The address space of the process (`RLIMIT_AS`) as it was when this was first read.
  private static let addressSpace: AddressSpace = {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) == 0 else {
      return AddressSpace(limit: .max, mapped: 0)
    }
    return AddressSpace(limit: Int(clamping: limit.rlim_cur), mapped: ProcessUsage.memory.mapped)
  }()

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

/// What a limit of the address space leaves for memory.
package struct AddressSpace: Hashable, Sendable {
  package let isLimited: Bool
  /// Bytes that are no memory for requests: those that are mapped, and the reserve.
  package let overhead: Int
  /// Bytes that are left; the largest number if there is no limit.
  package let available: Int

  /// Bytes that are mapped later, by any requests: fonts (162 MB are all that Debian has), hyphenation
  /// patterns, and the stacks of threads (8 MB each).
  private static let reserve = 256 << 20
  /// The least bytes that are left for requests, in a limit that leaves less.
  private static let least = 64 << 20

  /// - Parameters:
  ///   - limit: bytes; the largest number if there is none.
  ///   - mapped: bytes that the process has mapped already, such as its program and libraries.
  package init(limit: Int, mapped: Int) {
    isLimited = limit < .max
    overhead = mapped + min(Self.reserve, max(0, limit - mapped) / 2)
    available = isLimited ? max(Self.least, limit - overhead) : .max
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
