/// Finds the name that a client may have meant.
enum NearestName {
  /// The candidate that takes the fewest edits to reach, if that is few enough to be a slip.
  ///
  /// Case does not count: `itemsize` is no edit away from `itemSize`.
  ///
  /// - Complexity: O(c · n · m) for c candidates of length n and a name of length m; long names are not compared.
  static func to(_ name: String, among candidates: some Sequence<String>) -> String? {
    let sought = Array(name.lowercased().utf8)
    guard sought.count <= 64 else { return nil }
    var best: (name: String, distance: Int)?
    // What is half as long again takes too many insertions, whatever they are.
    for candidate in candidates where candidate.utf8.count <= 96 {
      let distance = editDistance(sought, Array(candidate.lowercased().utf8))
      if distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    guard let best, best.distance <= max(2, best.name.utf8.count / 3) else { return nil }
    return best.name
  }

  /// Insertions, deletions, replacements and swaps of neighbours between two names (optimal string alignment).
  static func editDistance(_ a: [UInt8], _ b: [UInt8]) -> Int {
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
}
