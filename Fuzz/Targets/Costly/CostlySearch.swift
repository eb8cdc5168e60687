/// A search for the requests that cost the most processor time for each byte.
///
/// It keeps the worst requests of each route, of all and of the small ones, changes them, and crosses them with others.
/// Each try draws from a generator of its own: that of the seed and of the number of the try. What a try draws therefore
/// does not depend on how long earlier tries took; which requests are kept does.
public struct CostlySearch {
  private let seed: UInt64
  private let seeds: CostlySeeds
  /// The worst requests of each route.
  private var worst: [[PricedRequest]]
  /// The worst of each route that have at most `smallLimit` bytes.
  private var worstSmall: [[PricedRequest]]
  /// The number of requests that were made.
  public private(set) var tries = 0

  /// The most bytes of a small request.
  public static let smallLimit = 400
  /// The most bytes of a body, of which each change draws one.
  private let bodyLimits: [Int]
  /// The requests of a route that are kept.
  private static let keptCount = 12

  /// - Parameters:
  ///   - examples: requests of the documents, each with its route, such as `POST /v1/layouts`.
  ///   - largest: the most bytes of a body, and of the description of a collection.
  public init(seed: UInt64, examples: [(route: String, body: String)], largest: Int = 64 << 10) {
    self.seed = seed
    bodyLimits = [PricedRequest.leastBytes, Self.smallLimit, 4 << 10, 64 << 10].filter { $0 <= largest }
    seeds = CostlySeeds(examples: examples)
    worst = Array(repeating: [], count: CostlyRequest.routes.count)
    worstSmall = worst
  }

  /// Whether the next request is one of those that the search begins with.
  public var isAtSeeds: Bool { tries < seeds.requests.count }

  /// Returns the next request to try. The seeds come first.
  public mutating func next() -> CostlyRequest {
    defer { tries += 1 }
    if isAtSeeds { return seeds.requests[tries] }
    var random = SplitMix(seed: seed &+ UInt64(tries) &* 0xD1B5_4A32_D192_ED03)
    let route = tries % CostlyRequest.routes.count
    if Int.random(in: 0..<5, using: &random) == 0, let request = seeds.generated(using: &random) {
      return request
    }
    let other = parent(Int.random(in: 0..<worst.count, using: &random), using: &random)
    return changed(parent(route, using: &random), with: other, using: &random)
  }

  /// Keeps a request if it is among the worst of its route. Rejected requests are kept too: a rejection that takes long
  /// is as bad.
  public mutating func note(_ request: CostlyRequest, _ price: RequestPrice) {
    let priced = PricedRequest(request: request, price: price)
    Self.insert(priced, into: &worst[request.route])
    if request.byteCount <= Self.smallLimit { Self.insert(priced, into: &worstSmall[request.route]) }
  }

  private static func insert(_ priced: PricedRequest, into kept: inout [PricedRequest]) {
    if kept.contains(where: { $0.request == priced.request }) { return }
    let index = kept.firstIndex { $0.rate < priced.rate } ?? kept.count
    guard index < keptCount else { return }
    kept.insert(priced, at: index)
    if kept.count > keptCount { kept.removeLast() }
  }

  /// The worst requests of all routes, the worst first.
  ///
  /// - Parameters:
  ///   - small: whether to list small requests alone.
  ///   - perRoute: the most requests of one route, which often resemble one another.
  public func findings(_ count: Int, small: Bool, perRoute: Int) -> [PricedRequest] {
    let kept = (small ? worstSmall : worst).flatMap { $0.prefix(perRoute) }
    return Array(kept.sorted { $0.rate > $1.rate }.prefix(count))
  }

  /// A kept request of a route, or one of its seeds.
  private func parent(_ route: Int, using random: inout SplitMix) -> CostlyRequest {
    let own = seeds.requests.filter { $0.route == route }
    let kept = Int.random(in: 0..<3, using: &random) == 0 ? worstSmall[route] : worst[route]
    if Int.random(in: 0..<6, using: &random) > 0, let priced = kept.randomElement(using: &random) {
      return priced.request
    }
    return own.randomElement(using: &random) ?? seeds.requests[0]
  }

  private func changed(
    _ request: CostlyRequest, with other: CostlyRequest, using random: inout SplitMix
  ) -> CostlyRequest {
    var request = request
    let size = max(request.content.count, request.collection.count)
    let limit = bodyLimits.filter { $0 > size }.randomElement(using: &random) ?? size
    let collection = seeds.collections.randomElement(using: &random) ?? []
    var mutation = JSONMutation(limit: limit, random: random)
    for _ in 0...Int.random(in: 0..<3, using: &mutation.random) {
      switch Int.random(in: 0..<8, using: &mutation.random) {
      case 0: request.format = RequestSeeds.accepted.randomElement(using: &mutation.random) ?? request.format
      case 1: request.query = query(of: request, with: other, using: &mutation.random)
      case 2...4 where !request.collection.isEmpty:
        let lender = other.collection.isEmpty ? collection : other.collection
        request.collection = mutation.mutated(request.collection, with: lender)
      default:
        if request.content.isEmpty {
          request.collection = mutation.mutated(request.collection, with: collection)
        } else {
          request.content = mutation.mutated(request.content, with: other.body)
        }
      }
    }
    random = mutation.random
    return request
  }

  /// A query for a route: one that it takes, or the query as it is with some changed bytes.
  private func query(
    of request: CostlyRequest, with other: CostlyRequest, using random: inout SplitMix
  ) -> String {
    if CostlyRequest.takesBody(request.route) {
      return ["", "", "include=content", "chrome=none", "widths=320,480,640,768,1024,1280"]
        .randomElement(using: &random) ?? ""
    }
    var bytes = Array(request.query.utf8)
    bytes.mutate(with: Array(other.query.utf8), using: &random)
    return bytes.filter { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "#") }.text
  }
}
