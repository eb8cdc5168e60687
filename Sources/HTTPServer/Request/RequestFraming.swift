/// How a request's body is delimited, by its headers.
struct RequestFraming {
  /// Bytes announced by `Content-Length`.
  let declared: Int?
  let isChunked: Bool

  var hasBody: Bool { isChunked || (declared ?? 0) > 0 }

  /// Reads the framing headers.
  ///
  /// - Throws: `.malformedRequest` for anything that two servers could read in two ways: ambiguous framing is how requests
  ///   are smuggled past a proxy (RFC 9112, 6.3).
  init(_ headers: Headers) throws(TransportError) {
    let codings = headers.values("Transfer-Encoding")
    let lengths = headers.values("Content-Length")
    guard codings.isEmpty || lengths.isEmpty else {
      throw .malformedRequest("Content-Length beside Transfer-Encoding")
    }
    guard lengths.count <= 1, codings.count <= 1 else { throw .malformedRequest("repeated framing headers") }
    if let coding = codings.first, coding.lowercased() != "chunked" {
      throw .malformedRequest("Transfer-Encoding other than chunked")
    }
    isChunked = !codings.isEmpty
    if let length = lengths.first {
      guard !length.isEmpty, length.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else {
        throw .malformedRequest("Content-Length is no number")
      }
      // A number that overflows is above any limit.
      declared = Int(length) ?? .max
    } else {
      declared = nil
    }
  }
}
