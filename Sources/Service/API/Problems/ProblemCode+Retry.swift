import Wire

extension ProblemCode {
  /// The seconds after which a client may try again; nil if another attempt is no remedy.
  ///
  /// Every response of 429 and 503 states them. A limit on stored things is reached until one is deleted.
  var retrySeconds: Int? {
    switch self {
    case .tooManyCollections, .tooManyFonts: 60
    case .fontsUnavailable: 30
    default: status == 429 || status == 503 ? 1 : nil
    }
  }
}
