import Diagnostics
import HTTPServer

/// The formats of responses.
///
/// Every response is available in the formats of `full`; the others are formats of attributes or of pictures.
public enum ResponseFormat: String, CaseIterable, Sendable {
  case objects
  case columns
  case binary
  case svg
  case html
  case css

  public var mediaType: String {
    switch self {
    case .objects: "application/json"
    case .columns: "application/vnd.tessera.columns+json"
    case .binary: "application/vnd.tessera.columns"
    case .svg: "image/svg+xml"
    case .html: "text/html"
    case .css: "text/css"
    }
  }

  /// The query parameter that names a format.
  static let queryName = "format"

  /// Whether the format is a page or a part of one.
  var isPage: Bool { self == .html || self == .css }

  /// The media type with the character encoding, which pages state.
  var contentType: String { isPage ? mediaType + "; charset=utf-8" : mediaType }

  /// The formats in which every response is available.
  static let full: [ResponseFormat] = [.objects]

  /// The least number of bytes of an element. A picture draws a bounded number of elements.
  var leastBytesPerElement: Int {
    switch self {
    case .objects: 80
    case .columns: 18
    case .binary: 45
    case .svg: 1
    case .html: 36
    case .css: 36
    }
  }

  /// Returns the format that a request asks for: by `?format=`, else by `Accept`, else objects.
  ///
  /// - Parameter formats: the formats in which the response is available.
  /// - Throws: `badRequest` for an unknown format; `notAcceptable` for a format in which the response is not
  ///   available, and if `Accept` includes none of the formats.
  static func negotiate(
    _ head: RequestHead, among formats: [ResponseFormat] = allCases
  ) throws(Problem) -> ResponseFormat {
    if let name = head.query(queryName) {
      if let format = ResponseFormat(rawValue: name) {
        try format.require(in: formats)
        return format
      }
      throw Problem(.badRequest, Suggestion.unknownValue(of: queryName, name, among: formats.map(\.rawValue)))
    }
    let accept = head.headers.values("Accept").joined(separator: ",")
    guard !accept.isEmpty, accept != "*/*" else { return .objects }
    let ranges = MediaRange.parse(accept)
    let ranked = formats.map { (format: $0, quality: MediaRange.quality(of: $0.mediaType, in: ranges)) }
    let best = ranked.max { $0.quality < $1.quality }
    // The first of several formats of equal quality wins.
    guard let quality = best?.quality, quality > 0,
      let format = ranked.first(where: { $0.quality == quality })?.format
    else { throw notAcceptable(formats) }
    return format
  }

  /// Rejects a format in which a response is not available.
  ///
  /// - Throws: `notAcceptable`.
  func require(in formats: [ResponseFormat]) throws(Problem) {
    if !formats.contains(self) { throw Self.notAcceptable(formats) }
  }

  static func notAcceptable(_ formats: [ResponseFormat]) -> Problem {
    Problem(
      .notAcceptable, "The response is available as \(formats.map(\.mediaType).joined(separator: ", ")).",
      headers: [("Vary", "Accept")])
  }
}
