import HTTPServer

@testable import API
@testable import CollectionModel
@testable import LayoutEngine
@testable import Wire

/// The requests that the search for costly ones begins with, and new ones on the way.
struct CostlySeeds {
  /// The requests of the target `requests`, and examples.
  let requests: [CostlyRequest]
  /// Descriptions of collections, without ids.
  let collections: [[UInt8]]

  /// - Parameter examples: requests of the documents, each with its route, such as `POST /v1/layouts`.
  init(examples: [(route: String, body: String)]) {
    var requests: [CostlyRequest] = []
    var collections = [Self.withoutID(RequestSeeds.collection)]
    let samples = RequestSeeds.requests.map { ($0.method, $0.path, $0.content) }
    let documented = examples.compactMap { example -> (Method, String, String)? in
      guard let target = RequestSeeds.target(ofRoute: example.route) else { return nil }
      return (target.method, target.path, example.body)
    }
    for (method, path, text) in samples + documented {
      guard let route = CostlyRequest.routes.firstIndex(where: { $0.method == method && $0.path == path })
      else { continue }
      var request = CostlyRequest(route: route, format: RequestSeeds.accepted[0])
      if request.createsCollection {
        request.collection = Self.withoutID(Array(text.utf8))
        collections.append(request.collection)
      } else {
        if CostlyRequest.takesBody(route) { request.content = Array(text.utf8) } else { request.query = text }
        if request.namesCollection { request.collection = collections[0] }
      }
      requests.append(request)
    }
    for route in CostlyRequest.routes.indices where !requests.contains(where: { $0.route == route }) {
      var request = CostlyRequest(route: route, format: RequestSeeds.accepted[0])
      if request.namesCollection || request.createsCollection { request.collection = collections[0] }
      requests.append(request)
    }
    self.requests = requests
    self.collections = collections
  }

  /// Returns a description without its id; as it is if it has none.
  static func withoutID(_ description: [UInt8]) -> [UInt8] {
    let id = JSONSpans(description)?.spans.first { span in
      span.depth == 1 && (span.key.map { description[$0].elementsEqual("id".utf8) } ?? false)
    }
    return id.map { description.removing($0) } ?? description
  }

  /// Makes a request of any layout kind: a layout, a diff, a collection, or a change of one.
  func generated(using random: inout SplitMix) -> CostlyRequest? {
    var generator = RequestGenerator(.random(seed: random.next(), count: 1500))
    let format = RequestSeeds.accepted.randomElement(using: &random) ?? RequestSeeds.accepted[0]
    switch Int.random(in: 0..<6, using: &random) {
    case 0: return request(.post, "/v1/layouts", format, generator.collection(of: .layout))
    case 1:
      let (before, after) = (generator.collection(of: .diffState), generator.collection(of: .diffState))
      return request(.post, "/v1/diffs", format, "{\"before\":\(before),\"after\":\(after)}")
    case 2: return request(.post, "/v1/collections", format, "", of: generator.collection(of: .storage))
    default:
      let collection = generator.collection(of: .storage)
      let described = try? CollectionDescription.decode(
        Array(collection.utf8), for: .storage, limits: CostlyService.limits, isCancelled: { false })
      guard let state = described?.state else { return nil }
      let change = generator.change(of: state.sections, state.layout.kind)
      let path = "/v1/collections/\(RequestSeeds.id)" + change.path
      return request(change.method, path, format, change.body, of: collection)
    }
  }

  private func request(
    _ method: Method, _ path: String, _ format: String, _ content: String, of collection: String = ""
  ) -> CostlyRequest? {
    guard let route = CostlyRequest.routes.firstIndex(where: { $0.method == method && $0.path == path })
    else { return nil }
    var request = CostlyRequest(route: route, format: format)
    request.content = Array(content.utf8)
    request.collection = Array(collection.utf8)
    return request
  }
}
