import HTTPServer

/// The media types of request bodies.
enum MediaType {
  /// Rejects a body with a content type other than JSON; a body without a content type counts as JSON.
  static func requireJSON(_ head: RequestHead) throws(Problem) {
    guard let header = head.headers["Content-Type"], header != "application/json" else { return }
    let type = Substring(header.prefix { $0 != ";" }).trimmed.lowercased()
    guard type == "application/json" || type.hasSuffix("+json") else {
      throw Problem(
        .unsupportedMediaType,
        "The body must be JSON; send it with \"Content-Type: application/json\".",
        headers: [("Accept-Post", "application/json")])
    }
  }
}
