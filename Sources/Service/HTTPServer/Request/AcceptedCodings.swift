/// The content codings that a client accepts for a response, from its `Accept-Encoding` (RFC 9110, 12.5.3).
public struct AcceptedCodings: Sendable {
  /// The quality of Brotli; 0 if the client does not name it.
  private var brotli = 0.0
  /// The quality of gzip; 0 if the client does not accept it.
  private var gzip = 0.0
  /// The quality of a body without a coding; nil if the client does not mention it and so accepts it, after all codings
  /// that it mentions.
  private var identity: Double?

  /// Reads the fields of a request. Without them the client gets bodies without a coding.
  ///
  /// - Complexity: O(n) for n bytes of the fields.
  public init(_ headers: Headers) {
    guard headers["Accept-Encoding"] != nil else { return }
    var (named, wildcard): (Double?, Double?)
    for element in headers.values("Accept-Encoding").flatMap(FieldList.elements) {
      let parts = FieldList.parameters(of: element)
      let quality = FieldList.quality(among: parts.dropFirst())
      switch parts[0].lowercased() {
      case "br": brotli = quality
      case "gzip", "x-gzip": named = quality
      case "identity": identity = quality
      case "*": wildcard = quality
      default: break
      }
    }
    gzip = named ?? wildcard ?? 0
    identity = identity ?? wildcard
  }

  /// Whether the client accepts Brotli.
  public var includeBrotli: Bool { brotli > 0 }

  /// Whether the client wants Brotli at least as much as any other body.
  public var preferBrotli: Bool { includeBrotli && brotli >= gzip && brotli >= identity ?? 0 }

  /// Whether the client accepts gzip.
  public var includeGzip: Bool { gzip > 0 }

  /// Whether the client accepts a body without a coding.
  public var includeIdentity: Bool { identity ?? 1 > 0 }

  /// Whether the client wants gzip at least as much as a body without a coding.
  public var preferGzip: Bool { includeGzip && gzip >= identity ?? 0 }
}
