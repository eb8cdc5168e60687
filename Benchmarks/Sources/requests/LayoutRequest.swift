/// The requests that clients send.
enum LayoutRequest {
  /// A flow of 100 equal items, which the body counts.
  static let counted = """
    {"container":{"width":375,"height":667,"scale":2},"layout":{"kind":"flow","itemSize":[100,50]},\
    "sections":[{"itemCount":100}]}
    """

  /// A flow of items that each have an id and a size.
  static func sized(_ count: Int) -> String {
    let items = (0..<count).map { #"{"id":"item-\#($0)","size":[\#(40 + $0 % 60),\#(30 + $0 % 40)]}"# }
    return """
      {"container":{"width":375,"height":667,"scale":2},"layout":{"kind":"flow"},\
      "sections":[{"id":"s","items":[\(items.joined(separator: ","))]}]}
      """
  }

  /// The bytes of a request with a body.
  static func bytes(_ body: String) -> [UInt8] {
    let head = """
      POST /v1/layouts HTTP/1.1\r
      Host: localhost\r
      Content-Type: application/json\r
      Content-Length: \(body.utf8.count)\r
      \r

      """
    return Array((head + body).utf8)
  }
}
