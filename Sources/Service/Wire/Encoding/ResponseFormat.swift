import Diagnostics

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

  /// The media type, as in `Content-Type`.
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
  package static let queryName = "format"

  /// Whether the format is a page or a part of one.
  package var isPage: Bool { self == .html || self == .css }

  /// The media type with the character encoding, which pages state.
  package var contentType: String { isPage ? mediaType + "; charset=utf-8" : mediaType }

  /// The formats in which every response is available.
  package static let full: [ResponseFormat] = [.objects]

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

  /// The least number of bytes of some elements.
  ///
  /// - Parameters:
  ///   - cells: how many of them are cells.
  ///   - stacked: how many of them have a z-index at least.
  ///   - sections: how many sections they are in.
  /// - Complexity: O(log n) for n elements.
  func leastBytes(of count: Int, cells: Int, stacked: Int, sections: Int) -> Double {
    var bytes = Double(count) * Double(leastBytesPerElement)
    switch self {
    case .objects: bytes += Double(stacked) * 11  // "zIndex":1,
    case .columns: break
    case .binary, .svg, .html, .css: return bytes
    }
    // Ten cells of a section have a number of one digit, a hundred one of no more than two, …
    var short = 10 * Double(max(1, sections))
    while short < Double(cells) {
      bytes += Double(cells) - short
      short *= 10
    }
    return bytes
  }

  /// Returns the problem of a request that accepts none of the formats in which the response is available.
  ///
  /// - Parameter asked: the media types that the request asks for, if the message repeats them.
  package static func notAcceptable(_ formats: [ResponseFormat], asked: String = "") -> Problem {
    let negation = asked.isEmpty ? "" : "\"\(asked.shortened(to: 100))\" is not available. "
    let available = formats.map { "\($0.mediaType) (\(queryName)=\($0.rawValue))" }.joined(separator: ", ")
    return Problem(
      .notAcceptable, "\(negation)The response is available as \(available).", headers: [("Vary", "Accept")])
  }
}
