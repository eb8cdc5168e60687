import TestSupport

/// Requests about collections, as clients send them.
extension RunningService {
  /// Creates a list of rows.
  func keep(_ id: String, _ ids: [String], _ headers: [String] = []) throws -> HTTPResponse {
    let body: JSONTree = [
      "id": .string(id), "container": ["width": 100, "height": 60],
      "layout": ["kind": "list", "rowHeight": 20],
      "sections": [Self.section(ids)],
    ]
    return try send("POST", "/v1/collections", body, headers)
  }

  func insert(
    _ item: String, at place: Int = 0, into id: String, _ more: [String: JSONTree] = [:],
    _ headers: [String] = []
  ) throws -> HTTPResponse {
    let insertion: JSONTree = [
      "op": "insertItems", "at": [[0, .number(Double(place))]], "items": [["id": .string(item)]],
    ]
    return try send(
      "POST", "/v1/collections/\(id)/updates",
      .object(more.merging(["updates": [insertion]]) { own, _ in own }),
      headers)
  }

  func snapshot(_ ids: [String], of id: String, _ headers: [String] = []) throws -> HTTPResponse {
    try send("PUT", "/v1/collections/\(id)/snapshot", ["sections": [Self.section(ids)]], headers)
  }

  /// The ids of a collection's items and its version.
  func items(of id: String, _ headers: [String] = []) throws -> (ids: [String], version: Int) {
    let json = try ask("GET", "/v1/collections/\(id)/attributes", headers).json
    guard let elements = json?["attributes"]?.elements, let version = json?["version"]?.int else {
      throw NoAnswer(request: "the attributes of \(id)")
    }
    return (elements.compactMap { $0["id"]?.string }, version)
  }

  /// Sends a body to a path.
  func send(
    _ method: String, _ target: String, _ body: JSONTree, _ headers: [String] = []
  ) throws -> HTTPResponse {
    try ask(method, target, ["Content-Type: application/json"] + headers, body: Array(body.description.utf8))
  }

  private static func section(_ ids: [String]) -> JSONTree {
    ["id": "s", "items": .array(ids.map { ["id": .string($0)] })]
  }
}
