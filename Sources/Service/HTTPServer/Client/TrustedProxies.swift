/// The proxies whose word on the client's address counts.
struct TrustedProxies: Sendable {
  let ranges: [AddressRange]

  func contains(_ address: IPAddress) -> Bool { ranges.contains { $0.contains(address) } }

  func contains(_ address: String) -> Bool {
    !ranges.isEmpty && (IPAddress(address).map(contains) ?? false)
  }

  /// Returns the client's address by the headers of a request that a trusted proxy sent; nil if they do not say.
  ///
  /// Each proxy appends the address that it received the request from. So everything to the left of the nearest address
  /// that is no trusted proxy may be invented, and that address is the client's. A proxy may set one of the two fields
  /// and pass the other on as its client sent it: where both are there, they have to agree.
  func client(_ headers: Headers) -> String? {
    let forwarded = headers.values("Forwarded")
    let listed = headers.values("X-Forwarded-For")
    switch (forwarded.isEmpty, listed.isEmpty) {
    case (true, true): return nil
    case (false, true): return client(ForwardedNodes.ofForwarded(forwarded))
    case (true, false): return client(ForwardedNodes.ofAddressList(listed))
    case (false, false):
      let client = client(ForwardedNodes.ofForwarded(forwarded))
      return client == self.client(ForwardedNodes.ofAddressList(listed)) ? client : nil
    }
  }

  private func client(_ nodes: [ForwardedNode]?) -> String? {
    guard let nodes else { return nil }
    for node in nodes.reversed() {
      switch node {
      case .address(let address) where contains(address): continue
      case .address(let address): return address.description
      case .obfuscated(let name): return name
      case .unknown: return nil
      }
    }
    // Every address is a trusted proxy's: the farthest of them began the request.
    if case .address(let address)? = nodes.first { return address.description }
    return nil
  }
}
