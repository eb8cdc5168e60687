import CLinux
import Glibc
import Synchronization

/// The memory that this process may use.
package enum MachineMemory {
  private static let limits = Mutex(
    MemoryLimits(container: limit(root: "/"), mappings: MappingLimit.ofProcess))

  /// Bytes: the limit of the container, or else the memory of the machine, or what the limits of mappings leave of
  /// theirs, the least.
  package static var available: Int { limits.withLock { $0.available } }

  /// Returns the default of a limit: a part of the available memory in whole units, but no more than what suffices.
  package static func part(
    oneIn divisor: Int, atMost enough: Int = .max, atLeast floor: Int = 0, unit: Int = 1 << 20
  ) -> Int { max(floor, min(enough, available / divisor / unit * unit)) }

  /// What limits the memory, for a sentence.
  package static var source: String {
    let (available, mapping) = limits.withLock { ($0.available, $0.smallestMapping) }
    if let mapping { return "what the limit of the process's \(mapping.kind.subject) leaves" }
    return available < physical ? "the limit of the container" : "the memory of the machine"
  }

  /// Bytes of the available memory that the process takes, by the limit that leaves it least.
  package static var taken: Int {
    let usage = ProcessUsage.memory
    return limits.withLock { $0.taken(by: usage) }
  }

  /// Whether a limit counts what the process maps, used or not.
  package static var isMappingLimited: Bool { limits.withLock { !$0.mappings.isEmpty } }

  /// A limit of mappings that leaves too little for requests; nil if none does.
  package static var shortage: MappingLimit? { limits.withLock { $0.mappings.first { !$0.isEnough } } }

  /// Keeps a reserve out of what the limits of mappings leave. Call it before limits are derived from the memory.
  package static func keepBack(_ reserve: MappingReserve) {
    limits.withLock { limits in
      for index in limits.mappings.indices { limits.mappings[index].reserve = reserve }
    }
  }

  /// Prepares the process for its memory. Call it before threads are started.
  package static func prepare() {
    guard isMappingLimited else { return }
    // Each arena of the C library maps 64 MB, of which it uses little. Without a limit that costs nothing.
    mallopt(M_ARENA_MAX, 1)
    // Large arrays get mappings of their own, which end with them: on the heap, anything behind them keeps their place
    // mapped. By default the C library puts them on the heap once it has seen some come and go.
    mallopt(M_MMAP_THRESHOLD, 256 << 10)
    mallopt(M_TRIM_THRESHOLD, 1 << 20)
  }

  /// Returns freed memory to the system.
  package static func trim() { malloc_trim(0) }

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
