import HTTPServer
import Wire

/// A document that does not change while the process lives, as responses. It is compressed once: the event thread sends
/// it and must not compute.
struct PreparedDocument: Sendable {
  /// How long a client may use its copy without asking.
  enum Caching: Sendable {
    /// It asks each time whether its copy is current.
    case revalidated
    /// A year: the address has a digest of the document in it.
    case immutable
  }

  private let tag: EntityTag
  private let plain: Response
  private let packed: Response
  private let brotli: Response?
  private let caching: Caching

  /// - Parameter headers: the header fields of the document, with its `Content-Type`.
  init(_ bytes: ImmortalBytes, headers: [(name: String, value: String)], caching: Caching = .revalidated) {
    self.init(.immortal(bytes), EntityTag(document: bytes.buffer), headers, caching)
  }

  /// - Parameters:
  ///   - headers: the header fields of the document, with its `Content-Type`.
  ///   - brotli: the same bytes in Brotli, if there are such.
  init(
    _ bytes: [UInt8], headers: [(name: String, value: String)], caching: Caching = .revalidated,
    brotli: ImmortalBytes? = nil
  ) {
    self.init(.bytes(bytes), EntityTag(document: bytes), headers, caching, brotli)
  }

  private init(
    _ body: Response.Body, _ tag: EntityTag, _ headers: [(name: String, value: String)], _ caching: Caching,
    _ brotli: ImmortalBytes? = nil
  ) {
    self.tag = tag
    self.caching = caching
    plain = Response(status: 200, headers: headers + [tag.field], body: body)
    // Once, for every client and for a year: the best that does not keep the first client waiting.
    packed = plain.compressedRepresentation(
      level: caching == .immutable ? 6 : ServerConfiguration().gzipLevel)
    self.brotli = brotli.map { [plain] in plain.representation(inBrotli: $0) }
  }

  /// Returns the document for a client, without a body if the client has it.
  ///
  /// - Throws: `versionMismatch` if the client wants another version.
  func response(to call: Call) throws(Problem) -> Response {
    var response = try call.representation(tag, of: "document") {
      let codings = AcceptedCodings(call.request.head.headers)
      if let brotli, codings.preferBrotli { return brotli }
      let isPacked = codings.preferGzip && plain.bodyCount >= call.service.configuration.server.gzipFloor
      return isPacked ? packed : plain
    }
    if caching == .immutable { response.setHeader("Cache-Control", "public, max-age=31536000, immutable") }
    return response
  }
}

extension Response {
  /// Gives a header field another value.
  fileprivate mutating func setHeader(_ name: String, _ value: String) {
    headers.removeAll { $0.name == name }
    headers.append((name, value))
  }
}
