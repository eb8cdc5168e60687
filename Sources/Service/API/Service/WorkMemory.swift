import Support
import Synchronization
import Wire

/// The memory that the work of all requests may take together, as one budget, and how much the process really takes.
///
/// The limit of one request does not bound many at once. So a request reserves its estimate, part by part while its body
/// is decoded, and is rejected if the budget or the process's memory does not allow it. What stays after requests, such
/// as stored collections, counts through the memory that the process takes. Requests have not yet taken all that they
/// have reserved, so it must also fit beside the memory that the process took before them. Bodies arrive without being
/// asked, so they reserve what is left up to a higher mark, and what they have reserved is not left for others either.
final class WorkMemory: Sendable {
  /// Bytes that all requests together may reserve: half of the memory.
  let limit: Int
  /// Bytes of the process above which nothing is reserved: four fifths of the memory.
  let ceiling: Int
  /// Bytes of the process above which idle collections are unloaded: three fifths of the memory.
  let pressure: Int
  /// Bytes of the process above which requests are rejected whatever they take: nine tenths of the memory.
  let emergency: Int

  private let reserved = Atomic(0)
  private let ofBodies = Atomic(0)
  private let taken = Atomic(0)
  /// Bytes of the process when nothing was reserved last, or fewer that it took since.
  private let idle = Atomic(0)
  private let measure: @Sendable () -> Int

  /// - Parameters:
  ///   - memory: bytes that the process may take.
  ///   - measure: returns the bytes that it takes.
  init(
    memory: Int = MachineMemory.available,
    measure: @escaping @Sendable () -> Int = { MachineMemory.taken }
  ) {
    limit = memory / 2
    pressure = memory / 5 * 3
    ceiling = memory / 5 * 4
    emergency = memory / 10 * 9
    self.measure = measure
  }

  /// Reads how much memory the process takes; returns whether collections should be unloaded.
  func look() -> Bool {
    let bytes = read()
    taken.store(bytes, ordering: .relaxed)
    return bytes > pressure
  }

  private func read() -> Int {
    let bytes = measure()
    if reserved.load(ordering: .relaxed) == 0, ofBodies.load(ordering: .relaxed) == 0 {
      idle.store(bytes, ordering: .relaxed)
    } else {
      idle.min(bytes, ordering: .relaxed)
    }
    return bytes
  }

  /// Whether so little memory is left, by the last look, that no request should be taken.
  var isExhausted: Bool { taken.load(ordering: .relaxed) > emergency }

  fileprivate func reserve(_ bytes: Int) -> Bool {
    guard bytes <= limit, read() + bytes <= ceiling else { return false }
    let (_, sum) = reserved.add(bytes, ordering: .relaxed)
    guard sum <= limit, isRoom(for: sum, ofBodies.load(ordering: .relaxed), below: ceiling) else {
      reserved.subtract(bytes, ordering: .relaxed)
      return false
    }
    return true
  }

  fileprivate func release(_ bytes: Int) { reserved.subtract(bytes, ordering: .relaxed) }

  /// Reserves bytes for a body before they are allocated; returns false if the process has too little memory for them.
  func reserveForBody(_ bytes: Int) -> Bool {
    let (_, sum) = ofBodies.add(bytes, ordering: .relaxed)
    guard isRoom(for: reserved.load(ordering: .relaxed), sum, below: emergency) else {
      ofBodies.subtract(bytes, ordering: .relaxed)
      return false
    }
    return true
  }

  /// Reserves bytes for a body that must be sent, however little memory there is.
  fileprivate func takeForBody(_ bytes: Int) { ofBodies.add(bytes, ordering: .relaxed) }

  /// Takes back bytes that were reserved for a body.
  func releaseOfBody(_ bytes: Int) { ofBodies.subtract(bytes, ordering: .relaxed) }

  /// Whether requests and bodies with these reservations fit beside the memory that the process took before them.
  private func isRoom(for requests: Int, _ bodies: Int, below mark: Int) -> Bool {
    idle.load(ordering: .relaxed) + requests + bodies <= mark
  }
}

/// What one request has reserved of the memory for all, until the last reference to the request is gone.
final class WorkShare: MemoryShare {
  private let memory: WorkMemory
  private let reserved = Atomic(0)

  /// Most requests take less.
  static let free = 1 << 20

  var free: Int { Self.free }

  init(_ memory: WorkMemory) { self.memory = memory }

  func cover(_ bytes: Int) -> Bool {
    let more = bytes - free - reserved.load(ordering: .relaxed)
    guard more > 0 else { return true }
    guard memory.reserve(more) else { return false }
    reserved.add(more, ordering: .relaxed)
    return true
  }

  deinit {
    let bytes = reserved.load(ordering: .relaxed)
    if bytes > 0 { memory.release(bytes) }
  }
}

/// The memory of a response's body, from when it is complete until it has been sent: clients may be slow to read it.
final class ResponseMemory: Sendable {
  private let memory: WorkMemory
  private let bytes: Int

  /// Most responses are shorter.
  static let free = 64 << 10

  private init(_ memory: WorkMemory, _ bytes: Int) {
    self.memory = memory
    self.bytes = bytes
  }

  /// Returns the reservation for a body; nil for a short one.
  ///
  /// - Parameter isRefusable: whether the client may get an error in place of the response.
  /// - Throws: `memoryFull`.
  static func reserve(
    _ bytes: Int, of memory: WorkMemory, isRefusable: Bool
  ) throws(Problem) -> ResponseMemory? {
    guard bytes > free else { return nil }
    if !isRefusable {
      memory.takeForBody(bytes)
    } else if !memory.reserveForBody(bytes) {
      throw .memoryFull
    }
    return ResponseMemory(memory, bytes)
  }

  deinit { memory.releaseOfBody(bytes) }
}

extension RequestLimits {
  /// The limits of a service on this machine: a request takes half of the memory that the process may use, divided by the
  /// number of processors, and at least 64 MB or a quarter of the memory, the less.
  public static var ofMachine: RequestLimits {
    let least = 16 << 20
    var limits = RequestLimits()
    limits.memory = max(
      min(64 << 20, MachineMemory.part(oneIn: 4, atLeast: least)),
      MachineMemory.part(oneIn: 2 * Processors.count, atLeast: least))
    return limits
  }
}
