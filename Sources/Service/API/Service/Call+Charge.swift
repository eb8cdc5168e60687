import Wire

extension Call {
  /// The work of any request, in units.
  private static let leastWork = 1.0
  /// The bytes of a body that take one unit of work to read.
  private static let bytesPerUnit = 1024.0

  /// Charges the request by its head, before its body is read: against the quotas of a minute, and for its work.
  ///
  /// - Throws: `tooManyRequests`.
  func chargeForBody() throws(Problem) {
    try service.meters.charge(tenant)
    try charge(Self.leastWork + Double(request.sentBody.count) / Self.bytesPerUnit)
  }

  /// Charges units of work to the client's key or address, where the operator limits them.
  ///
  /// - Throws: `tooManyRequests`.
  func charge(_ work: Double) throws(Problem) {
    guard let policy = service.configuration.ratePolicy else { return }
    let (isAccepted, left) = service.rateLimiter.charge(work, to: tenant, by: policy)
    guard !isAccepted else { return }
    let wait = left.seconds(until: min(work, policy.burst)).rounded(.up)
    throw Problem(
      .tooManyRequests,
      "The request takes \(Self.text(work)) units of work, and \(Self.text(max(0, left.units))) are left.",
      headers: [("Retry-After", Self.text(max(1, wait)))])
  }

  /// The headers that say what the client has left; none where it is not limited.
  var allowanceHeaders: [(name: String, value: String)] {
    guard endpoint.access == .keyed else { return [] }
    let work = service.configuration.ratePolicy.map { service.rateLimiter.allowance(of: tenant, by: $0) }
    return ((work.map { [$0] } ?? []) + service.meters.allowances(of: tenant)).headers
  }

  private static func text(_ number: Double) -> String {
    Int(exactly: number.rounded(.up)).map { "\($0)" } ?? "\(number)"
  }
}
