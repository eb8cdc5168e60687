import API

/// A file of tenants with quotas of their own: one a line, `acme items=1000000 requests=60%`.
///
/// A quota that a line does not name is that of all tenants.
struct QuotasFile {
  let quotas: [String: TenantQuotas]

  /// Reads a file. Empty lines count for nothing, and neither do lines that begin with #.
  ///
  /// - Parameters:
  ///   - standard: the quotas of all other tenants.
  ///   - tenants: the tenants that have keys.
  /// - Throws: `SettingError` for a file that cannot be read, and for the first line that is not valid.
  init(path: String, over standard: TenantQuotas, tenants: Set<String>) throws(SettingError) {
    func failure(_ reason: String) -> SettingError {
      SettingError(
        setting: .quotasFile, given: path,
        takes: "a file with lines such as acme items=1000000 requests=60%; \(reason)")
    }
    guard let bytes = File.read(path) else { throw failure("this one cannot be read") }
    guard let text = String(validating: bytes, as: UTF8.self) else { throw failure("this one is no UTF-8") }
    var quotas: [String: TenantQuotas] = [:]
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, line) in lines.enumerated() {
      let words = line.split(whereSeparator: \.isWhitespace)
      guard let tenant = words.first.map({ String($0) }), !tenant.hasPrefix("#") else { continue }
      let place = "line \(index + 1)"
      guard tenants.contains(tenant) else {
        throw failure("\(place) names the tenant \(tenant), which has no key")
      }
      guard quotas[tenant] == nil else { throw failure("\(place) names the tenant \(tenant) again") }
      guard words.count > 1 else { throw failure("\(place) names no quota") }
      var own = standard
      var named: Set<QuotaName> = []
      for word in words.dropFirst() {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let name = QuotaName(rawValue: String(parts[0])) else {
          let names = QuotaName.allCases.map(\.rawValue).joined(separator: ", ")
          throw failure("\(place) has \"\(word)\", and takes NAME=VALUE with one of the names \(names)")
        }
        guard named.insert(name).inserted else { throw failure("\(place) sets \(name.rawValue) again") }
        guard let quota = name.format.parse(String(parts[1])) else {
          throw failure("\(place) has \"\(word)\", and \(name.rawValue) takes \(name.format.takes)")
        }
        own[name] = quota
      }
      quotas[tenant] = own
    }
    self.quotas = quotas
  }
}

extension QuotaName {
  /// How the quota is written.
  var format: ValueFormat<Quota> {
    switch self {
    case .collections: .quota(.count(0...1 << 30))
    case .items: .quota(.count(0...1 << 40))
    case .bytes: .quota(.bytes(0...1 << 50))
    case .streams: .quota(.count(0...1_000_000))
    case .requests: .quota(.count(1...1 << 40))
    case .processor: .quota(.wholeSeconds)
    }
  }

  /// What the quota limits, as `--help` says it.
  var meaning: String {
    let limited =
      switch self {
      case .collections: "Stored collections of one tenant"
      case .items: "Items of all stored collections of one tenant together"
      case .bytes: "Stored bytes of all collections of one tenant, without older history"
      case .streams: "Open event streams of one tenant"
      case .requests: "Requests of one tenant in a minute"
      case .processor: "Processor time of one tenant in a minute"
      }
    return "\(limited): an amount, or a share of what all tenants have."
  }
}

extension ValueFormat<Quota> {
  /// An amount, or a share of what the service has.
  static func quota(_ amount: ValueFormat<Int>) -> Self {
    Self(
      takes: "\(amount.takes), or a share from 1% to 100%",
      parse: { text in
        guard text.hasSuffix("%") else { return amount.parse(text).map { .amount($0) } }
        return Int(text.dropLast()).flatMap { (1...100).contains($0) ? .share($0) : nil }
      },
      text: { quota in
        switch quota {
        case .amount(let number): amount.text(number)
        case .share(let percentage): "\(percentage)%"
        }
      })
  }
}
