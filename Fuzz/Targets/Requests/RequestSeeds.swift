import HTTPServer

@testable import API
@testable import Wire

/// The requests that the target `requests` begins with.
public enum RequestSeeds {
  /// The id of the collection that every input finds.
  static let id = "c"

  static let accepted = ResponseFormat.allCases.map(\.mediaType)

  /// The routes that respond at once, with the ids of a collection and a viewport in their paths.
  static let routes: [(method: Method, path: String)] = Service.routes.map {
    ($0.method, path(of: $0.template))
  }.filter { $0.path.hasPrefix("/v1/") && !$0.path.hasSuffix("/events") }

  static let collection = Array(
    #"""
    {"id":"c","container":{"width":320,"height":480},"bounds":[0,20,320,480],
    "layout":{"kind":"list","rowHeight":"automatic","estimatedRowHeight":30},
    "templates":{"t":{"views":{"a":{"type":"text"}},"constraints":["H:|-[a]-|","V:|-[a]-|"]}},
    "sections":[{"id":"s","header":{"size":[320,20]},"items":[{"id":"a"},{"id":"b","size":[320,50]},
    {"id":"d","template":"t","content":{"a":"some text"}},{"id":"e","estimatedSize":[1,9]}]},
    {"id":"u","items":[{"id":"f"},{"id":"g"},{"id":"h"}]}]}
    """#.utf8)

  static let all: [[UInt8]] = requests.compactMap { seed($0.method, $0.path, $0.content) }

  static let requests: [(method: Method, path: String, content: String)] = [
    (
      .post, "/v1/collections/c/updates",
      #"""
      {"updates":[{"op":"deleteItems","ids":["a"]},{"op":"insertItems","at":[[0,1]],"items":[{"id":"z"}]},
      {"op":"moveSection","from":0,"to":1,"animation":"fade"}],"scope":"all","anchor":{"id":"b"},"runs":true}
      """#
    ),
    (
      .put, "/v1/collections/c/snapshot",
      #"{"sections":[{"id":"s","items":[{"id":"b"},{"id":"a","size":[1,2]}]}],"version":1}"#
    ),
    (
      .post, "/v1/collections/c/measurements",
      #"""
      {"measurements":[{"indexPath":[0,0],"size":[40,60],"alpha":0.5},{"id":"e","size":[1,1]},
      {"kind":"header","section":0,"size":[9,9]}]}
      """#
    ),
    (
      .post, "/v1/collections/c/invalidations",
      #"""
      {"items":[[0,1]],"supplementaries":{"header":[[0,0]]},
      "contentOffsetAdjustment":[0,9],"contentSizeAdjustment":[1,-1]}
      """#
    ),
    (.put, "/v1/collections/c/layout", #"{"layout":{"kind":"flow","itemSize":[50,50]},"anchor":"start"}"#),
    (.put, "/v1/collections/c/bounds", #"{"bounds":[0,100,320,480],"velocity":[0,1.5],"paging":true}"#),
    (
      .put, "/v1/collections/c/bounds",
      #"{"boundsVersion":1,"follow":"end","followDistance":2,"contentAlignment":"center","roomBelow":{"id":"a"}}"#
    ),
    (
      .put, "/v1/collections/c/viewports/second",
      #"{"bounds":[0,0,9,9],"container":{"width":9,"height":9},"layout":{"kind":"grid","columns":2}}"#
    ),
    (.post, "/v1/collections/c/movement", #"{"indexPath":[0,1],"targetPosition":[10,10]}"#),
    (.patch, "/v1/collections/c/movement", #"{"targetPosition":[10,300]}"#),
    (.patch, "/v1/collections/c/movement", #"{"targetIndexPath":[0,1],"before":"a","after":"b"}"#),
    (.post, "/v1/collections/c/movement/end", "{}"),
    (.get, "/v1/collections/c/attributes", "rect=0,0,320,480&viewport=main"),
    (.get, "/v1/collections/c/scroll-target", "id=b&position=centeredVertically"),
    (.get, "/v1/collections/c/history", "since=1&scope=all"),
    (
      .post, "/v1/measurements",
      #"""
      {"width":320,"scale":2,"templates":{"t":{"sizeThatFits":{"text":{"lines":1},"insets":[1,2,3,4]}}},
      "items":[{"template":"t","content":"Wren"},{"template":"text","content":{"text":"x","textStyle":"title2"}}]}
      """#
    ),
    (
      .post, "/v1/diffs",
      #"""
      {"before":{"container":{"width":100,"height":100},"layout":{"kind":"list"},"sections":[{"itemCount":3}]},
      "updates":[{"op":"deleteItems","at":[[0,1]]}]}
      """#
    ),
  ]

  /// The input that sends one request; nil if no route takes it.
  public static func seed(_ method: Method, _ path: String, _ content: String) -> [UInt8]? {
    guard let index = routes.firstIndex(where: { $0.method == method && $0.path == path }) else { return nil }
    return [UInt8(index), 0] + Array(content.utf8)
  }

  /// The input that sends one request to a route of the interface's description, such as `POST /v1/layouts`.
  public static func seed(route: String, _ content: String) -> [UInt8]? {
    guard let target = target(ofRoute: route) else { return nil }
    return seed(target.method, target.path, content)
  }

  /// The method and the path of a route of the interface's description; nil if it is not written as there.
  static func target(ofRoute route: String) -> (method: Method, path: String)? {
    let parts = route.split(separator: " ")
    guard parts.count == 2 else { return nil }
    return (Method(rawValue: String(parts[0])), path(of: String(parts[1])))
  }

  /// The path with the collection that every input finds, and a viewport of it.
  private static func path(of template: String) -> String {
    var segments = template.split(separator: "/")
    for index in segments.indices where segments[index].hasPrefix("{") {
      segments[index] = segments[index - 1] == "viewports" ? "second" : Substring(id)
    }
    return "/" + segments.joined(separator: "/")
  }
}
