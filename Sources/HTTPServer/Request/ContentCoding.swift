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

/// Returns whether an `Accept-Encoding` accepts gzip (RFC 9110, 12.5.3).
///
/// A named coding wins over `*`; `q=0` rejects; without the field the client accepts the plain body only.
func acceptsGzip(_ field: String?) -> Bool {
  guard let field else { return false }
  var named: Bool?
  var wildcard: Bool?
  for element in field.utf8.split(separator: UInt8(ascii: ",")) {
    let parts = element.split(separator: UInt8(ascii: ";")).map { trimmed(Substring($0)) }
    guard let coding = parts.first?.lowercased() else { continue }
    let accepted = parts.dropFirst().allSatisfy { !isZeroQuality($0) }
    switch coding {
    case "gzip", "x-gzip": named = accepted
    case "*": wildcard = accepted
    default: break
    }
  }
  return named ?? wildcard ?? false
}

private func isZeroQuality(_ parameter: Substring) -> Bool {
  let text = parameter.lowercased().filter { $0 != " " }
  guard text.hasPrefix("q=") else { return false }
  return text.dropFirst(2).allSatisfy { $0 == "0" || $0 == "." }
}

private func trimmed(_ text: Substring) -> Substring {
  var text = text
  while let first = text.utf8.first, first == 0x20 || first == 0x09 { text = text.dropFirst() }
  while let last = text.utf8.last, last == 0x20 || last == 0x09 { text = text.dropLast() }
  return text
}
