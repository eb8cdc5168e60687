import Synchronization

/// The memory for the bodies of all requests that are arriving or have not been responded to, as one budget.
///
/// A body is charged for the bytes that have arrived, not for those that its head declares: a client that declares much
/// and sends nothing takes nothing from others. One tenant, the owner of a key or a client's address, has a part of the
/// budget.
final class BodyMemory: Sendable {
  private struct State {
    var used = 0
    var byTenant: [String: Int] = [:]
  }

  /// Bytes of all bodies.
  let limit: Int
  /// Bytes of the bodies of one tenant.
  let tenantLimit: Int
  private let state = Mutex(State())
  /// Whose memory the bytes are, beside the budget; nil if only the budget limits them.
  private let process: (any RequestHandler)?

  /// - Parameter process: reserves the memory of bodies before it is allocated.
  init(limit: Int, tenantLimit: Int, of process: (any RequestHandler)? = nil) {
    self.limit = limit
    self.tenantLimit = min(limit, tenantLimit)
    self.process = process
  }

  /// The bytes that are charged at present.
  var used: Int { state.withLock { $0.used } }

  /// - Throws: `.bodyMemoryFull`, `.tenantMemoryFull`. Nothing is charged then.
  fileprivate func charge(_ bytes: Int, to tenant: String) throws(TransportError) {
    let error = state.withLock { state -> TransportError? in
      let ofTenant = state.byTenant[tenant, default: 0]
      if bytes > tenantLimit - ofTenant { return .tenantMemoryFull(limit: tenantLimit) }
      if bytes > limit - state.used { return .bodyMemoryFull }
      state.used += bytes
      state.byTenant[tenant] = ofTenant + bytes
      return nil
    }
    if let error { throw error }
  }

  fileprivate func reserve(_ bytes: Int) -> Bool { process?.reserveForBody(bytes) ?? true }

  fileprivate func free(_ bytes: Int) { process?.releaseOfBody(bytes) }

  fileprivate func release(_ bytes: Int, of tenant: String) {
    state.withLock { state in
      state.used -= bytes
      let left = state.byTenant[tenant, default: 0] - bytes
      state.byTenant[tenant] = left > 0 ? left : nil
    }
  }
}

/// The share of one request's body in the budget, until the last reference to it is gone.
final class BodyCharge: Sendable {
  private let memory: BodyMemory
  private let tenant: String
  private let charged = Atomic(0)
  private let allocated = Atomic(0)

  /// A share in no budget, for a body that no server has received.
  static var unlimited: BodyCharge { BodyCharge(BodyMemory(limit: .max, tenantLimit: .max), tenant: "") }

  init(_ memory: BodyMemory, tenant: String) {
    self.memory = memory
    self.tenant = tenant
  }

  /// Charges further bytes.
  ///
  /// - Throws: `.bodyMemoryFull`, `.tenantMemoryFull`. Nothing is charged then.
  func add(_ bytes: Int) throws(TransportError) {
    try memory.charge(bytes, to: tenant)
    charged.add(bytes, ordering: .relaxed)
  }

  /// Reserves memory of the process for an array, before it is allocated.
  ///
  /// - Throws: `.bodyMemoryFull` if the process has too little. Nothing is reserved then.
  func allocate(_ bytes: Int) throws(TransportError) {
    guard memory.reserve(bytes) else { throw .bodyMemoryFull }
    allocated.add(bytes, ordering: .relaxed)
  }

  /// Gives back the memory of an array that another has taken the place of.
  func free(_ bytes: Int) {
    allocated.subtract(bytes, ordering: .relaxed)
    memory.free(bytes)
  }

  /// Gives back everything, because the bytes have been dropped.
  func release() {
    let bytes = charged.exchange(0, ordering: .relaxed)
    if bytes > 0 { memory.release(bytes, of: tenant) }
    let arrays = allocated.exchange(0, ordering: .relaxed)
    if arrays > 0 { memory.free(arrays) }
  }

  deinit { release() }
}
