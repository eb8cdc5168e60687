/// The coding of a body, from its `Content-Encoding`.
enum ContentCoding {
  case identity
  case gzip
  case other(String)

  /// Reads the field; several lines are one list of codings, applied one after the other (RFC 9110, 5.3).
  init(_ headers: Headers) {
    let name = headers.values("Content-Encoding").joined(separator: ", ").lowercased()
    switch name {
    case "", "identity": self = .identity
    case "gzip", "x-gzip": self = .gzip
    default: self = .other(name)
    }
  }
}
