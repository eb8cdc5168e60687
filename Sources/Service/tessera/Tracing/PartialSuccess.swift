import JSON

/// What a collector says of spans that it has taken, in the body of its response.
struct PartialSuccess: Equatable {
  /// The spans that it has not taken after all.
  private(set) var rejected = 0
  /// Why, in the collector's words.
  private(set) var reason: String?

  /// Reads a body. One that is not of this form says that all spans were taken.
  ///
  /// - Complexity: O(n) for n bytes.
  init(_ body: [UInt8]) {
    guard let document = try? JSONDocument(parsing: body) else { return }
    (rejected, reason) = document.withRoot { root in
      let partial = root["partialSuccess"]
      // An integer of 64 bits is a string; some collectors write a number.
      let count = partial?["rejectedSpans"]
      let rejected = count?.string.flatMap { Int($0) } ?? count?.number.flatMap { Int(exactly: $0) } ?? 0
      return (max(0, rejected), partial?["errorMessage"]?.string.map { String($0.prefix(200)) })
    }
  }
}
