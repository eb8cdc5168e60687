import Support

/// The records that wait for a worker, by tenant: tenants take turns, whatever the number of their jobs.
///
/// A tenant without a running job goes before those that have some. Among these, tenants with short and with long jobs
/// alternate, so that neither starves the other. Each operation takes O(1), whatever the number of tenants.
struct FairQueue {
  /// The jobs that a worker may take.
  enum Choice {
    case any
    /// Only a job that is not short: for a worker of low priority.
    case longOrRunning
    /// Only a short job of a tenant without a running one: for a worker beyond the usual number.
    case short
  }

  private var tenants: [String: Tenant] = [:]
  private var short = TenantRing()
  private var long = TenantRing()
  private var running = TenantRing()
  private var resting = TenantRing()
  /// Whether tenants with long jobs are next among those without a running one.
  private var isTurnOfLong = false
  /// The time of the latest operation.
  private var now = Int64.min
  /// How many jobs of a tenant may run.
  private var runningLimit: Int
  /// The number of records in the queues.
  private(set) var count = 0

  init(runningLimit: Int) { self.runningLimit = runningLimit }

  /// The number of tenants that have jobs or had long ones lately.
  var tenantCount: Int { tenants.count }

  /// Whether a worker would find a record.
  func has(_ choice: Choice) -> Bool {
    switch choice {
    case .any: short.first != nil || long.first != nil || running.first != nil
    case .longOrRunning: long.first != nil || running.first != nil
    case .short: short.first != nil
    }
  }

  /// Returns a tenant, which `drop` releases once for each of its records.
  mutating func tenant(named name: String, now: Int64) -> Tenant {
    self.now = max(self.now, now)
    forgetRested()
    if let tenant = tenants[name] {
      tenant.records += 1
      return tenant
    }
    let tenant = Tenant(name)
    tenant.records = 1
    tenants[name] = tenant
    return tenant
  }

  /// Returns a tenant that has no new record: to judge its limits.
  func known(_ name: String) -> Tenant? { tenants[name] }

  /// Notes that a record of a tenant is over.
  mutating func drop(_ tenant: Tenant) {
    tenant.records -= 1
    if tenant.records == 0 { place(tenant) }
  }

  /// Adds a record at the end of its tenant's queue.
  mutating func append(_ record: JobRecord) {
    record.tenant.queue.append(record)
    count += 1
    place(record.tenant)
  }

  /// Removes and returns the next record that is not over; nil if there is none for the choice. The caller says by
  /// `begin` that it runs.
  mutating func popFirst(_ choice: Choice) -> JobRecord? {
    while let tenant = next(choice) {
      guard let record = tenant.queue.popFirst() else { preconditionFailure("a waiting tenant has a job") }
      count -= 1
      let standing = tenant.standing
      place(tenant)
      guard record.mayRun else { continue }
      if standing != .running { isTurnOfLong = standing == .short }
      return record
    }
    return nil
  }

  /// Notes that a record runs, and its tenant goes behind the others.
  mutating func begin(_ record: JobRecord, now: Int64) {
    self.now = max(self.now, now)
    record.tenant.running += 1
    place(record.tenant, atEnd: true)
  }

  /// Notes that a record leaves its worker.
  mutating func end(_ record: JobRecord, now: Int64) {
    self.now = max(self.now, now)
    record.tenant.running -= 1
    place(record.tenant)
  }

  /// Lets every tenant run as many jobs as it has, for the end of the pool.
  mutating func liftLimit() {
    runningLimit = .max
    for tenant in Array(tenants.values) { place(tenant) }
  }

  /// Removes the records that are over.
  mutating func compact() {
    for tenant in Array(tenants.values) {
      count -= tenant.queue.count
      tenant.queue.removeAll { !$0.mayRun }
      count += tenant.queue.count
      place(tenant)
    }
  }

  /// The tenant whose turn it is.
  private func next(_ choice: Choice) -> Tenant? {
    switch choice {
    case .any: (isTurnOfLong ? long.first ?? short.first : short.first ?? long.first) ?? running.first
    case .longOrRunning: long.first ?? running.first
    case .short: short.first
    }
  }

  /// Puts a tenant where it belongs, behind those that are there.
  private mutating func place(_ tenant: Tenant, atEnd: Bool = false) {
    let standing = tenant.belongs(now: now, limit: runningLimit)
    if standing != tenant.standing || atEnd {
      if let old = tenant.standing { change(old) { $0.remove(tenant) } }
      tenant.standing = standing
      if let standing { change(standing) { $0.append(tenant) } }
    }
    if standing == nil, tenant.records == 0 { tenants[tenant.name] = nil }
  }

  /// Forgets tenants whose long jobs are long past.
  private mutating func forgetRested() {
    while let tenant = resting.first, tenant.longUntil <= now { place(tenant) }
  }

  private mutating func change(_ standing: Tenant.Standing, _ body: (inout TenantRing) -> Void) {
    switch standing {
    case .short: body(&short)
    case .long: body(&long)
    case .running: body(&running)
    case .resting: body(&resting)
    }
  }
}
