import Wire

extension Call {
  /// The work of any request, in units.
  private static let leastWork = 1.0
  /// The bytes of a body that take one unit of work to read.
  private static let bytesPerUnit = 1024.0

  /// Charges the request by its head, before its body is read.
  ///
  /// - Throws: `tooManyRequests`.
  func chargeForBody() throws(Problem) {
    try charge(Self.leastWork + Double(request.sentBody.count) / Self.bytesPerUnit)
  }

  /// Charges units of work to the client's key or address, where the operator limits them.
  ///
  /// - Throws: `tooManyRequests`.
  func charge(_ work: Double) throws(Problem) {
    guard let limiter = service.rateLimiter else { return }
    let (isAccepted, left) = limiter.charge(work, to: tenant)
    guard !isAccepted else { return }
    let wait = left.seconds(until: min(work, limiter.policy.burst)).rounded(.up)
    throw Problem(
      .tooManyRequests,
      "The request takes \(Self.text(work)) units of work, and \(Self.text(max(0, left.units))) are left.",
      headers: [("Retry-After", Self.text(max(1, wait)))])
  }

  /// The headers that say what work the client has left; none where it is not limited.
  var allowanceHeaders: [(name: String, value: String)] {
    guard endpoint.access == .keyed, let limiter = service.rateLimiter else { return [] }
    return limiter.allowance(of: tenant).headers
  }

  private static func text(_ number: Double) -> String {
    Int(exactly: number.rounded(.up)).map { "\($0)" } ?? "\(number)"
  }
}
