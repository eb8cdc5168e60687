import Glibc

/// A limit of the process that counts what it maps, used or not, and what it leaves for requests.
package struct MappingLimit: Hashable, Sendable {
  /// What the kernel counts.
  package enum Kind: Hashable, Sendable, CaseIterable {
    /// Everything that is mapped (`RLIMIT_AS`).
    case addressSpace
    /// Everything that is mapped to be written by this process alone, such as heaps and the stacks of threads
    /// (`RLIMIT_DATA`).
    case data

    /// The part of the process that is limited, for a sentence.
    package var subject: String {
      switch self {
      case .addressSpace: "address space"
      case .data: "data"
      }
    }

    fileprivate var resource: __rlimit_resource_t {
      switch self {
      case .addressSpace: __rlimit_resource_t(RLIMIT_AS.rawValue)
      case .data: __rlimit_resource_t(RLIMIT_DATA.rawValue)
      }
    }
  }

  /// The memory that the limit counts.
  package let kind: Kind
  /// Bytes.
  package let limit: Int
  /// Bytes that counted when the process began: those of the program and its libraries.
  package let initial: Int
  /// What will be mapped besides, whatever requests ask for.
  package var reserve: MappingReserve

  /// The least bytes that requests need.
  package static let least = 48 << 20

  /// Creates a limit of the memory of a kind.
  ///
  /// - Parameters:
  ///   - limit: bytes.
  ///   - initial: bytes that count already.
  package init(_ kind: Kind, limit: Int, initial: Int, reserve: MappingReserve = MappingReserve()) {
    self.kind = kind
    self.limit = limit
    self.initial = initial
    self.reserve = reserve
  }

  /// The limits of this process, of those kinds that have one.
  static var ofProcess: [MappingLimit] {
    let usage = ProcessUsage.memory
    return Kind.allCases.compactMap { kind in
      var limit = rlimit()
      guard getrlimit(kind.resource, &limit) == 0 else { return nil }
      // Without a limit it is the largest number, which no `Int` has.
      guard let bytes = Int(exactly: limit.rlim_cur) else { return nil }
      return MappingLimit(kind, limit: bytes, initial: usage.counted(by: kind))
    }
  }

  /// Bytes that are no memory for requests.
  package var overhead: Int { initial + reserve.bytes(of: kind) }

  /// The least limit that leaves enough for requests, in bytes.
  package var leastLimit: Int { overhead + Self.least }

  /// Whether it leaves enough for requests.
  package var isEnough: Bool { limit >= leastLimit }

  /// Bytes for requests. If the limit leaves fewer than the least, these are the least: limits that follow from them are
  /// still valid, although the service does not start.
  package var available: Int { max(Self.least, limit - overhead) }

  /// Returns the bytes of the available ones that a usage leaves. As long as the reserve is not used up, nothing is taken
  /// of them.
  package func left(by usage: MemoryUsage) -> Int {
    available - max(0, usage.counted(by: kind) - overhead)
  }
}

/// Bytes that a process will map besides those for requests.
package struct MappingReserve: Hashable, Sendable {
  /// Files that are only read, which are no data.
  package var files: Int
  /// The stacks of threads.
  package var stacks: Int
  /// The buffers of connections.
  package var connections: Int
  /// The heaps of libraries: their tables, caches and buffers.
  package var libraries: Int

  /// Creates a reserve of its parts, each in bytes.
  package init(files: Int = 0, stacks: Int = 0, connections: Int = 0, libraries: Int = 0) {
    self.files = files
    self.stacks = stacks
    self.connections = connections
    self.libraries = libraries
  }

  /// Returns the bytes that count against a limit.
  package func bytes(of kind: MappingLimit.Kind) -> Int {
    (kind == .addressSpace ? files : 0) + stacks + connections + libraries
  }
}

/// Bytes that a process takes, as the limits count them.
package struct MemoryUsage: Hashable, Sendable {
  /// In the machine's memory and of this process alone: without those of files, which the system can drop.
  package var resident: Int
  /// Of the address space.
  package var mapped: Int
  /// Of the address space, and written by this process alone, used or not.
  package var data: Int

  /// Creates a usage of its parts, each in bytes.
  package init(resident: Int, mapped: Int, data: Int) {
    self.resident = resident
    self.mapped = mapped
    self.data = data
  }

  /// Returns the bytes that count against a limit.
  package func counted(by kind: MappingLimit.Kind) -> Int {
    switch kind {
    case .addressSpace: mapped
    case .data: data
    }
  }
}

/// All limits of a process's memory, of which each counts something else.
package struct MemoryLimits: Hashable, Sendable {
  /// Bytes of the container or the machine, of which resident memory is taken.
  package let container: Int
  /// The limits of the memory that the process maps.
  package var mappings: [MappingLimit]

  /// Creates the limits; `container` is in bytes.
  package init(container: Int, mappings: [MappingLimit]) {
    self.container = container
    self.mappings = mappings
  }

  /// Bytes for requests: those of the limit that leaves fewest.
  package var available: Int { mappings.reduce(container) { min($0, $1.available) } }

  /// The limit of mappings that leaves fewest bytes; nil if the container or the machine has no more.
  package var smallestMapping: MappingLimit? {
    guard let smallest = mappings.min(by: { $0.available < $1.available }) else { return nil }
    return smallest.available < container ? smallest : nil
  }

  /// Returns the bytes of the available ones that a usage takes: so many that the rest fits in every limit.
  package func taken(by usage: MemoryUsage) -> Int {
    let left = mappings.reduce(container - usage.resident) { min($0, $1.left(by: usage)) }
    return max(0, available - left)
  }
}
