extension String {
  /// Returns a client's text at a length that fits into a message: its first `limit` scalars and "…" if it is longer.
  ///
  /// - Complexity: O(`limit`).
  package func shortened(to limit: Int = 40) -> String {
    // Counted in scalars: one character may be as long as its author likes.
    let start = unicodeScalars.prefix(limit)
    return start.endIndex == endIndex ? self : String(start) + "…"
  }
}
