/// Finds the name that a client is most likely to have meant.
package enum NearestName {
  /// Returns the candidate that takes the fewest edits to reach; nil where that is more than a slip.
  ///
  /// An edit inserts, drops or replaces a letter, or swaps it with its neighbour (Damerau 1964, Levenshtein 1966). A slip
  /// is a third of the name's letters, and one. Case does not count: `itemsize` is no edit away from `itemSize`. Names of
  /// more than 64 letters are neither corrected nor suggested. Words of other interfaces (`OtherWords`) come before
  /// names that merely look alike.
  ///
  /// - Complexity: O(c · n · m) for c candidates of length n and a name of length m.
  package static func to(_ name: String, among candidates: some Sequence<String>) -> String? {
    guard let sought = letters(of: name) else { return nil }
    var best: (name: String, distance: Int)?
    for candidate in candidates {
      guard let letters = letters(of: candidate) else { continue }
      let distance = editDistance(sought, letters)
      if distance < best?.distance ?? sought.count / 3 + 2 { best = (candidate, distance) }
    }
    if let best, best.distance == 0 { return best.name }
    return OtherWords.meaning(of: name, among: candidates) ?? best?.name
  }

  /// Returns the number of edits between two names (optimal string alignment).
  static func editDistance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Int {
    var previous: [Int] = []
    var current = Array(0...b.count)
    for i in 0..<a.count {
      var next = [i + 1]
      next.reserveCapacity(b.count + 1)
      for j in 0..<b.count {
        var cost = min(current[j] + (a[i] == b[j] ? 0 : 1), current[j + 1] + 1, next[j] + 1)
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = min(cost, previous[j - 1] + 1) }
        next.append(cost)
      }
      previous = current
      current = next
    }
    return current[b.count]
  }

  /// The letters of a name, ASCII ones in lower case; nil if there are more than 64.
  private static func letters(of name: String) -> [Unicode.Scalar]? {
    var letters: [Unicode.Scalar] = []
    for scalar in name.unicodeScalars {
      guard letters.count < 64 else { return nil }
      let isUpper = ("A"..."Z").contains(scalar)
      letters.append(isUpper ? Unicode.Scalar(UInt8(scalar.value) + 32) : scalar)
    }
    return letters
  }
}
