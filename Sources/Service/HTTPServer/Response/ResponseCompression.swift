extension Response {
  /// Returns the response as the server would send it, compressed where that pays.
  ///
  /// For a caller on a worker whose response is sent by another thread, which then need not compress it.
  /// - Complexity: O(n) in the length of a body that is compressed.
  public func compressed(for head: RequestHead, by configuration: ServerConfiguration) -> Response {
    ResponseCompression.apply(to: self, for: head, by: configuration)
  }

  /// Returns a representation as clients get it that prefer gzip, with the entity tag of that coding; the same
  /// representation if it would not get shorter.
  ///
  /// - Complexity: O(n) in the length of the body.
  public func compressedRepresentation(level: Int) -> Response {
    var response = self
    guard ResponseCompression.compress(&response, level) else { return self }
    response.tagAsCompressed()
    return response
  }

  /// Returns the representation in Brotli, whose bytes were made beforehand, with the entity tag of that coding.
  public func representation(inBrotli bytes: ImmortalBytes) -> Response {
    var response = self
    response.body = .immortal(bytes)
    response.headers.append(("Content-Encoding", "br"))
    response.tagAsCompressed(AcceptedCodings.brotliTagSuffix)
    return response
  }
}

extension AcceptedCodings {
  /// The ends of the entity tags of compressed representations.
  ///
  /// The representation that a handler tags has no coding. Each coding of it consists of other bytes, and so has
  /// another strong tag (RFC 9110, 8.8.3.3).
  public static let gzipTagSuffix = "-gzip"
  /// The end of the tag of a representation that is compressed with Brotli.
  public static let brotliTagSuffix = "-br"
}

/// Chooses and applies gzip for a response.
enum ResponseCompression {
  /// Returns the response as it goes out: compressed where the client prefers gzip and the body gets shorter, with the
  /// entity tag of its coding.
  ///
  /// `Vary: Accept-Encoding` is set wherever another client could have got another response.
  static func apply(
    to response: Response, for head: RequestHead?, by configuration: ServerConfiguration
  ) -> Response {
    guard response.bodyCount >= configuration.gzipFloor, response.header("Content-Encoding") == nil,
      isCompressible(response)
    else { return response }
    var response = response
    response.addVary("Accept-Encoding")
    guard let head, AcceptedCodings(head.headers).preferGzip, compress(&response, configuration.gzipLevel)
    else { return response }
    // In the response to a change, the tag is not that of the body.
    if head.method == .get || head.method == .head { response.tagAsCompressed() }
    return response
  }

  /// Compresses the body of a response; false if it would not get shorter.
  fileprivate static func compress(_ response: inout Response, _ level: Int) -> Bool {
    guard let packed = deflated(response.body, level) else { return false }
    response.body = .bytes(packed)
    response.headers.append(("Content-Encoding", "gzip"))
    return true
  }

  private static func deflated(_ body: Response.Body, _ level: Int) -> [UInt8]? {
    switch body {
    case .empty, .stream: nil
    case .bytes(let bytes): bytes.withUnsafeBytes { Gzip.deflate($0, level: level) }
    case .source(let source): Gzip.deflate(source.unsafeBytes, level: level)
    case .immortal(let bytes): Gzip.deflate(bytes.buffer, level: level)
    }
  }

  private static func isCompressible(_ response: Response) -> Bool {
    response.isCompressible ?? response.header("Content-Type").map(isCompressible) ?? false
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

extension Response {
  /// Turns the entity tag of the plain body into that of the compressed one.
  fileprivate mutating func tagAsCompressed(_ suffix: String = AcceptedCodings.gzipTagSuffix) {
    guard let index = headers.firstIndex(where: { equalIgnoringCase($0.name, "ETag") }),
      headers[index].value.hasSuffix("\"")
    else { return }
    headers[index].value = headers[index].value.dropLast() + suffix + "\""
  }
}
