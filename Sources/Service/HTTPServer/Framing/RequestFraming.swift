/// How a request's body is delimited.
enum RequestFraming: Equatable {
  case none
  /// By `Content-Length`.
  case length(Int)
  case chunked

  /// Bytes announced by `Content-Length`.
  var declared: Int? { if case .length(let count) = self { count } else { nil } }

  var hasBody: Bool { self == .chunked || declared ?? 0 > 0 }
}
