import HTTPServer

/// The forms in which attributes are answered.
public enum ResponseFormat: String, CaseIterable, Sendable {
  case objects
  case columns
  case binary
  case svg

  public var mediaType: String {
    switch self {
    case .objects: "application/json"
    case .columns: "application/vnd.tessera.columns+json"
    case .binary: "application/vnd.tessera.columns"
    case .svg: "image/svg+xml"
    }
  }

  /// What an element takes at the very least. A picture draws a bounded number of them.
  var leastBytesPerElement: Int {
    switch self {
    case .objects: 80
    case .columns: 18
    case .binary: 45
    case .svg: 1
    }
  }

  /// The form that a request asks for: by `?format=`, else by `Accept`, else objects.
  ///
  /// - Parameter forms: those that the answer comes in.
  /// - Throws: `badRequest` for an unknown format, `notAcceptable` for one that the answer does not come in, and when
  ///   `Accept` takes none of the forms.
  static func negotiate(
    _ head: RequestHead, among forms: [ResponseFormat] = allCases
  ) throws(Problem) -> ResponseFormat {
    if let format = head.query("format") {
      if let form = ResponseFormat(rawValue: format) {
        try form.require(in: forms)
        return form
      }
      let names = forms.map(\.rawValue)
      let nearest = Suggestion.sentence(for: format, among: names)
      throw Problem(
        .badRequest,
        "Unknown value of the query parameter format.\(nearest) It takes \(names.joined(separator: ", ")).")
    }
    let accept = head.headers.values("Accept").joined(separator: ",")
    guard !accept.isEmpty, accept != "*/*" else { return .objects }
    let ranges = MediaRange.parse(accept)
    let ranked = forms.map { (form: $0, quality: MediaRange.quality(of: $0.mediaType, in: ranges)) }
    let best = ranked.max { $0.quality < $1.quality }
    // Of forms liked equally the first wins: objects, unless the client says otherwise.
    guard let quality = best?.quality, quality > 0,
      let form = ranked.first(where: { $0.quality == quality })?.form
    else {
      throw notAcceptable(forms)
    }
    return form
  }

  /// Refuses a form that an answer does not come in.
  ///
  /// - Throws: `notAcceptable`.
  func require(in forms: [ResponseFormat]) throws(Problem) {
    if !forms.contains(self) { throw Self.notAcceptable(forms) }
  }

  /// Refuses a request that takes nothing but other forms, where there is one only.
  ///
  /// - Throws: `badRequest`, `notAcceptable`.
  static func requireObjects(_ head: RequestHead) throws(Problem) {
    _ = try negotiate(head, among: [.objects])
  }

  private static func notAcceptable(_ forms: [ResponseFormat]) -> Problem {
    Problem(.notAcceptable, "The response is available as \(forms.map(\.mediaType).joined(separator: ", ")).")
  }
}
