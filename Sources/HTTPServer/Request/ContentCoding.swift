/// The coding of a body, from its `Content-Encoding`.
enum ContentCoding {
  case identity
  case gzip
  case other(String)

  init(_ field: String?) {
    switch field?.lowercased() {
    case nil, "", "identity": self = .identity
    case "gzip", "x-gzip": self = .gzip
    case let name?: self = .other(name)
    }
  }
}
