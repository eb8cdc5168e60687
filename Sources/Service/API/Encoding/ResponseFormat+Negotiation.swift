import Diagnostics
import HTTPServer
import Wire

extension ResponseFormat {
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
      throw Problem(
        .badRequest, Suggestion.unknownValue(of: queryName, name, among: formats.map { $0.rawValue }))
    }
    let accept = head.headers.values("Accept").joined(separator: ",")
    guard !accept.isEmpty, accept != "*/*" else { return .objects }
    let ranges = MediaRange.parse(accept)
    let ranked = formats.map { (format: $0, quality: MediaRange.quality(of: $0.mediaType, in: ranges)) }
    let best = ranked.max { $0.quality < $1.quality }
    // The first of several formats of equal quality wins.
    guard let quality = best?.quality, quality > 0,
      let format = ranked.first(where: { $0.quality == quality })?.format
    else { throw notAcceptable(formats, asked: accept) }
    return format
  }

  /// Rejects a format in which a response is not available.
  ///
  /// - Throws: `notAcceptable`.
  func require(in formats: [ResponseFormat]) throws(Problem) {
    if !formats.contains(self) { throw Self.notAcceptable(formats, asked: mediaType) }
  }
}
