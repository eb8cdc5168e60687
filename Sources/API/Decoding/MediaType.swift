import HTTPServer

/// What a body may be.
enum MediaType {
  /// Refuses a body that says it is something else than JSON; one that says nothing is taken for JSON.
  static func requireJSON(_ head: RequestHead) throws(Problem) {
    guard let header = head.headers["Content-Type"], header != "application/json" else { return }
    let type = Substring(header.prefix { $0 != ";" }).trimmed.lowercased()
    guard type == "application/json" || type.hasSuffix("+json") else {
      throw Problem(
        .unsupportedMediaType,
        "The body is JSON; send it with \"Content-Type: application/json\".",
        headers: [("Accept-Post", "application/json")])
    }
  }
}
