import HTTPServer
import Wire

/// A media type with its parameters (RFC 9110, 8.3.1).
struct MediaType: Equatable {
  let type: String
  let subtype: String
  /// The character encoding that the parameters name; nil if they name none.
  let charset: String?

  /// Reads the value of a `Content-Type`; nil if it is no media type.
  init?(_ field: String) {
    let parts = FieldList.parameters(of: field)
    let names = parts[0].split(separator: "/", omittingEmptySubsequences: false)
    guard names.count == 2, names.allSatisfy({ FieldList.isToken($0) }) else { return nil }
    var charset: String?
    for parameter in parts.dropFirst() where !parameter.isEmpty {
      guard let (name, value) = Self.parameter(parameter) else { return nil }
      guard name == "charset" else { continue }
      guard charset == nil else { return nil }
      charset = value.lowercased()
    }
    type = names[0].lowercased()
    subtype = names[1].lowercased()
    self.charset = charset
  }

  /// Whether the type is JSON in UTF-8: `application/json`, or a type with the suffix `+json`.
  var isJSON: Bool {
    let isNamedJSON = type == "application" && subtype == "json"
    let hasSuffix = subtype.hasSuffix("+json") && subtype != "+json"
    return (isNamedJSON || hasSuffix) && [nil, "utf-8", "utf8"].contains(charset)
  }

  /// Returns the name and the value of a parameter, whose value is a token or a quoted string.
  private static func parameter(_ text: Substring) -> (name: String, value: String)? {
    guard let equals = text.utf8.firstIndex(of: UInt8(ascii: "=")) else { return nil }
    let (name, value) = (text[..<equals], text[text.utf8.index(after: equals)...])
    guard FieldList.isToken(name) else { return nil }
    if FieldList.isToken(value) { return (name.lowercased(), String(value)) }
    guard value.utf8.count >= 2, value.hasPrefix("\""), value.hasSuffix("\"") else { return nil }
    let quoted = value.dropFirst().dropLast()
    return (name.lowercased(), String(quoted.filter { $0 != "\\" }))
  }
}

extension MediaType {
  /// Rejects a request whose client does not accept the one media type of the response.
  ///
  /// - Throws: `notAcceptable`.
  static func requireAccepted(_ mediaType: String, _ head: RequestHead) throws(Problem) {
    let accept = head.headers.values("Accept").joined(separator: ",")
    guard !accept.isEmpty, accept != "*/*",
      MediaRange.quality(of: mediaType, in: MediaRange.parse(accept)) <= 0
    else { return }
    throw Problem(
      .notAcceptable,
      "\(Suggestion.quoted(accept)) is not available. The response is available as \(mediaType).",
      headers: [("Vary", "Accept")])
  }

  /// Rejects a body with a content type that the endpoint does not take.
  static func require(_ body: Endpoint.Body, _ head: RequestHead) throws(Problem) {
    switch body {
    case .json: try requireJSON(head)
    case .font:
      try require(
        fontTypes, "a font", "\"Content-Type: font/ttf\", font/otf, font/woff2 or font/collection", head)
    case .export: try require(exportTypes, "an export", "\"Content-Type: \(exportType)\"", head)
    }
  }

  /// The content types of fonts (RFC 8081), and that of bytes of any kind.
  private static let fontTypes = [
    "font/ttf", "font/otf", "font/woff2", "font/collection", "font/sfnt", "application/octet-stream",
  ]

  /// The content type of an export: lines of JSON (ndjson.org).
  static let exportType = "application/x-ndjson"

  private static let exportTypes = [exportType, "application/ndjson", "application/octet-stream"]

  /// Rejects a body with a content type other than these; a body without a content type counts as one of them.
  private static func require(
    _ types: [String], _ subject: String, _ form: String, _ head: RequestHead
  ) throws(Problem) {
    guard let field = head.headers["Content-Type"] else { return }
    let type = MediaType(field).map { "\($0.type)/\($0.subtype)" }
    guard head.headers.values("Content-Type").count == 1, let type, types.contains(type) else {
      throw Problem(
        .unsupportedMediaType,
        "The body must be \(subject), not \(Suggestion.quoted(field)); send it with \(form).",
        headers: taken(types, head))
    }
  }

  /// Rejects a body with a content type other than JSON; a body without a content type counts as JSON.
  static func requireJSON(_ head: RequestHead) throws(Problem) {
    guard let field = head.headers["Content-Type"] else { return }
    let isSingle = head.headers.values("Content-Type").count == 1
    guard isSingle, field == "application/json" || MediaType(field)?.isJSON == true else {
      throw Problem(
        .unsupportedMediaType,
        "The body must be JSON in UTF-8, not \(Suggestion.quoted(field)); send it with \"Content-Type: "
          + "application/json\".",
        headers: taken(["application/json"], head))
    }
  }

  /// Returns the header fields that list the content types that a path takes (RFC 9110, 12.5.1 and 15.5.16; RFC 5789,
  /// 3.1).
  private static func taken(_ types: [String], _ head: RequestHead) -> [(name: String, value: String)] {
    let list = types.joined(separator: ", ")
    switch head.method {
    case .post: return [("Accept", list), ("Accept-Post", list)]
    case .patch: return [("Accept", list), ("Accept-Patch", list)]
    default: return [("Accept", list)]
    }
  }
}
