import JSON
import Testing

/// The search for costly requests, with prices that depend on the requests alone.
struct CostlySearchTests {
  private static let examples: [(route: String, body: String)] = [
    ("POST /v1/layouts", #"{"container":{"width":9,"height":9},"layout":{"kind":"flow"},"sections":[]}"#),
    (
      "POST /v1/collections",
      #"{"container":{"width":9,"height":9},"id":"x","layout":{"kind":"grid"},"sections":[]}"#
    ),
  ]

  /// Runs a search with a price that grows with the square of the commas, and returns its requests.
  private func requests(of search: inout CostlySearch, count: Int) -> [CostlyRequest] {
    (0..<count).map { _ in
      let request = search.next()
      search.note(request, price(of: request))
      return request
    }
  }

  private func price(of request: CostlyRequest) -> RequestPrice {
    let commas = (request.content + request.collection).count { $0 == UInt8(ascii: ",") }
    return RequestPrice(nanoseconds: Int64(commas * commas), status: 200)
  }

  @Test func `a seed makes the same requests each time, and another seed others`() {
    var searches = [1, 1, 2].map { CostlySearch(seed: $0, examples: Self.examples, largest: 4096) }
    let made = searches.indices.map { requests(of: &searches[$0], count: 400) }
    #expect(made[0] == made[1])
    #expect(made[0] != made[2])
  }

  @Test func `the search finds requests that cost more than twice as much as the first ones`() throws {
    var search = CostlySearch(seed: 3, examples: Self.examples, largest: 4096)
    while search.isAtSeeds { _ = requests(of: &search, count: 1) }
    let first = try #require(search.findings(1, small: false, perRoute: 1).first)
    _ = requests(of: &search, count: 1500)
    let last = try #require(search.findings(1, small: false, perRoute: 1).first)
    #expect(last.rate > 2 * first.rate)
    for small in search.findings(10, small: true, perRoute: 3) {
      #expect(small.request.byteCount <= CostlySearch.smallLimit)
    }
  }

  @Test func `findings are the worst that were noted, once each, and few of a route`() {
    var search = CostlySearch(seed: 4, examples: Self.examples, largest: 4096)
    let made = requests(of: &search, count: 1000)
    let rates = made.map { PricedRequest(request: $0, price: price(of: $0)).rate }
    let findings = search.findings(10, small: false, perRoute: 3)
    #expect(findings.first?.rate == rates.max())
    #expect(findings.map(\.rate) == findings.map(\.rate).sorted(by: >))
    #expect(Set(findings.map(\.request)).count == findings.count && findings.count == 10)
    for ofRoute in Dictionary(grouping: findings, by: \.request.route).values { #expect(ofRoute.count <= 3) }
  }

  @Test func `every route that computes has a first request that the service carries out`() {
    let service = CostlyService()
    var search = CostlySearch(seed: 5, examples: Self.examples)
    var statuses: [Int: [Int]] = [:]
    while search.isAtSeeds {
      let request = search.next()
      let price = service.price(of: request)
      #expect(price.nanoseconds >= 0)
      statuses[request.route, default: []].append(price.status)
    }
    for (route, target) in CostlyRequest.routes.enumerated() {
      let found = statuses[route, default: []]
      #expect(found.contains { (200..<300).contains($0) }, "\(target): \(found)")
    }
  }

  @Test func `a price has the status of the response and the processor time`() {
    var service = CostlyService()
    func layout(_ kind: String) -> CostlyRequest {
      let route = CostlyRequest.routes.firstIndex { $0.path == "/v1/layouts" } ?? 0
      let body = #"""
        {"container":{"width":320,"height":480},"layout":{"kind":"\#(kind)"},"sections":[{"itemCount":9}]}
        """#
      return CostlyRequest(route: route, format: RequestSeeds.accepted[0], content: [UInt8](body))
    }
    let prices = ["list", "no such kind"].map { service.leastPrice(of: layout($0), rounds: 2) }
    #expect(prices.map(\.status) == [200, 422])
    #expect(prices.allSatisfy { $0.nanoseconds > 0 })
  }
}

/// Changes of JSON texts, and where their values stand.
struct JSONMutationTests {
  @Test func `the values of a text have their names and places`() throws {
    let text = [UInt8](#"{"a" : [1, {"b\"]":"x,}"}], "c":{}}"#)
    let spans = try #require(JSONSpans(text)?.spans)
    let found = spans.map { Array(text[$0.range]).text }
    #expect(found == [Array(text).text, #"[1, {"b\"]":"x,}"}]"#, "1", #"{"b\"]":"x,}"}"#, #""x,}""#, "{}"])
    #expect(spans.map { $0.key.map { Array(text[$0]).text } } == [nil, "a", nil, nil, #"b\"]"#, "c"])
    #expect(spans.map(\.isElement) == [false, false, true, true, false, false])
    #expect(spans.map(\.depth) == [0, 1, 2, 2, 3, 1])
    for torn in ["{", "]", "{]", "\"a", ""] { #expect(JSONSpans([UInt8](torn)) == nil, "\(torn)") }
  }

  @Test func `a value is removed with one comma`() throws {
    for (text, number, expected) in [
      (#"{"a":1,"b":2}"#, 1, #"{"b":2}"#), (#"{"a":1,"b":2}"#, 2, #"{"a":1}"#), ("[1 , 2]", 2, "[1 ]"),
      ("[1]", 1, "[]"),
    ] {
      let bytes = [UInt8](text)
      let span = try #require(JSONSpans(bytes)?.spans[number])
      #expect(bytes.removing(span).text == expected)
    }
  }

  @Test func `the id of a collection is removed, and those of its sections stay`() {
    let described = [UInt8](#"{"layout":{"id":1},"id":"c","sections":[{"id":"s"}]}"#)
    #expect(CostlySeeds.withoutID(described).text == #"{"layout":{"id":1},"sections":[{"id":"s"}]}"#)
    #expect(CostlySeeds.withoutID([UInt8]("{}")).text == "{}")
  }

  @Test func `most changed texts are JSON within the limit, and differ`() {
    var mutation = JSONMutation(limit: 3000, random: SplitMix(seed: 6))
    let texts = JSONCorpus.bodies + [RequestSeeds.collection]
    var (valid, changed, rounds) = (0, 0, 0)
    for _ in 0..<200 {
      for text in texts {
        let other = texts[rounds / texts.count % texts.count]
        let result = mutation.mutated(text, with: other)
        rounds += 1
        #expect(result.count <= 3000)
        if result != text { changed += 1 }
        if (try? JSONDocument(parsing: result)) != nil { valid += 1 }
      }
    }
    #expect(valid * 10 > rounds * 6, "\(valid) of \(rounds) are JSON")
    #expect(changed * 10 > rounds * 5, "\(changed) of \(rounds) differ")
  }
}
