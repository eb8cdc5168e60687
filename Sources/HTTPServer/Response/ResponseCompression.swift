extension Response {
  /// Returns the response as the server would send it, compressed where that pays.
  ///
  /// For a caller on a worker whose response is sent by another thread, which then need not compress it.

  /// - Complexity: O(n) in the length of a body that is compressed.
  public func compressed(for head: RequestHead, by configuration: ServerConfiguration) -> Response {
    ResponseCompression.apply(
      to: self, acceptEncoding: head.headers["Accept-Encoding"], floor: configuration.gzipFloor,
      level: configuration.gzipLevel)
  }
}

/// Chooses and applies gzip for a response.
enum ResponseCompression {
  /// Returns the response as it goes out: compressed where the client accepts gzip and the body gets shorter.
  ///
  /// `Vary: Accept-Encoding` is set wherever another client could have got another response.
  static func apply(
    to response: Response, acceptEncoding: String?, floor: Int, level: Int
  ) -> Response {
    guard response.bodyCount >= floor, response.header("Content-Encoding") == nil,
      let type = response.header("Content-Type"), isCompressible(type)
    else { return response }
    var response = response
    response.addVary("Accept-Encoding")
    guard acceptsGzip(acceptEncoding), let packed = deflated(response.body, level) else { return response }
    response.body = .bytes(packed)
    response.headers.append(("Content-Encoding", "gzip"))
    return response
  }

  private static func deflated(_ body: Response.Body, _ level: Int) -> [UInt8]? {
    switch body {
    case .empty, .stream: nil
    case .bytes(let bytes): bytes.withUnsafeBytes { Gzip.deflate($0, level: level) }
    case .source(let source): Gzip.deflate(source.unsafeBytes, level: level)
    case .immortal(let bytes): Gzip.deflate(bytes.buffer, level: level)
    }
  }

  /// Whether a type is text, JSON, XML, a script or a drawing; images, fonts and archives are compressed already.
  static func isCompressible(_ contentType: String) -> Bool {
    // By bytes: every response asks.
    let utf8 = contentType.utf8
    let type = utf8[
      ..<(utf8.firstIndex { $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: " ") } ?? utf8.endIndex)]
    return compressible.contains { kind in
      switch kind {
      case .prefix(let text): type.count >= text.count && same(type.prefix(text.count), text)
      case .suffix(let text): type.count >= text.count && same(type.suffix(text.count), text)
      case .whole(let text): type.count == text.count && same(type, text)
      }
    }
  }

  private enum Kind {
    case prefix(String.UTF8View)
    case suffix(String.UTF8View)
    case whole(String.UTF8View)
  }

  private static let compressible: [Kind] = [
    .whole("application/json".utf8), .prefix("text/".utf8), .suffix("+json".utf8), .suffix("+xml".utf8),
    .whole("application/javascript".utf8), .whole("application/xml".utf8), .whole("application/yaml".utf8),
    .whole("application/x-ndjson".utf8),
  ]

  private static func same(_ left: Substring.UTF8View, _ right: String.UTF8View) -> Bool {
    left.elementsEqual(right) { lowercased($0) == $1 }
  }
}
