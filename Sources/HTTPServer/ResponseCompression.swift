/// Chooses and applies gzip for an answer.
enum ResponseCompression {
  /// Returns the answer as it goes out: compressed where the client takes gzip and the body gains by it.
  ///
  /// `Vary: Accept-Encoding` is set wherever another client could have been answered otherwise.
  static func apply(
    to response: Response, acceptEncoding: String?, floor: Int, level: Int
  ) -> Response {
    guard response.bodyCount >= floor, response.header("Content-Encoding") == nil,
      let type = response.header("Content-Type"), isCompressible(type)
    else { return response }
    var response = response
    addVary(&response)
    guard acceptsGzip(acceptEncoding), let packed = deflated(response.body, level) else { return response }
    response.body = .bytes(packed)
    response.headers.append(("Content-Encoding", "gzip"))
    return response
  }

  private static func deflated(_ body: Response.Body, _ level: Int) -> [UInt8]? {
    switch body {
    case .empty: nil
    case .bytes(let bytes): bytes.withUnsafeBytes { Gzip.deflate($0, level: level) }
    case .immortal(let bytes): Gzip.deflate(bytes.buffer, level: level)
    }
  }

  private static func addVary(_ response: inout Response) {
    guard let index = response.headers.firstIndex(where: { equalIgnoringCase($0.name, "Vary") }) else {
      response.headers.append(("Vary", "Accept-Encoding"))
      return
    }
    let value = response.headers[index].value
    let names = value.lowercased()
    if value != "*", !names.contains("accept-encoding") {
      response.headers[index].value = value + ", Accept-Encoding"
    }
  }

  /// Text, JSON, XML, scripts and drawings; pictures, fonts and archives are packed already.
  static func isCompressible(_ contentType: String) -> Bool {
    let type = contentType.prefix { $0 != ";" && $0 != " " }.lowercased()
    return type.hasPrefix("text/") || type.hasSuffix("+json") || type.hasSuffix("+xml")
      || [
        "application/json", "application/javascript", "application/xml", "application/yaml",
        "application/x-ndjson", "image/svg+xml",
      ].contains(type)
  }
}
