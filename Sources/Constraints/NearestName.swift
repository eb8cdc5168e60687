/// The name that a misspelt one is most likely to stand for.
///
/// By the number of letters to insert, drop, replace or swap with a neighbour (Damerau 1964, Levenshtein
/// 1966), of which there may be a third of the name's length, and one.
///
/// - Complexity: O(n · l²) for n names, of which the first 64 letters count.
func nearestName(to name: String, among names: [String]) -> String? {
  let letters = Array(name.unicodeScalars.prefix(64))
  let most = letters.count / 3 + 1
  var best: (name: String, distance: Int)?
  for candidate in names {
    let distance = editDistance(letters, Array(candidate.unicodeScalars.prefix(64)))
    if distance <= most, best.map({ distance < $0.distance }) ?? true { best = (candidate, distance) }
  }
  return best?.name
}

private func editDistance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Int {
  var before: [Int] = []
  var above = Array(0...b.count)
  for (row, letter) in a.enumerated() {
    var line = [row + 1]
    for (column, other) in b.enumerated() {
      var least = min(above[column] + (letter == other ? 0 : 1), above[column + 1] + 1, line[column] + 1)
      if row > 0, column > 0, letter == b[column - 1], a[row - 1] == other {
        least = min(least, before[column - 1] + 1)
      }
      line.append(least)
    }
    before = above
    above = line
  }
  return above[b.count]
}

extension String {
  /// The text in a length that a message bears.
  var cut: String { unicodeScalars.count > 40 ? String(unicodeScalars.prefix(40)) + "…" : self }
}
