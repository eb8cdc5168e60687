internal import CICU

extension TextColumns {
  /// Divides a range into parts of bounded length: after a space if there is one, else between two characters that do not
  /// extend one another, else anywhere between two code points.
  ///
  /// - Parameter limit: the largest length of a part, in units; at least 4.
  /// - Complexity: O(n) in the length of the range.
  func parts(of range: Range<Int>, upTo limit: Int) -> [Range<Int>] {
    var parts: [Range<Int>] = []
    var start = range.lowerBound
    while range.upperBound - start > limit {
      let end = cut(between: start + limit / 2, and: start + limit)
      parts.append(start..<end)
      start = end
    }
    parts.append(start..<range.upperBound)
    return parts
  }

  /// Returns the best index for a cut, above `least` and at most `most`, which is in the text.
  private func cut(between least: Int, and most: Int) -> Int {
    var index = most
    var other: Int?
    while index > least {
      if units[index - 1] == 0x20 { return index }
      if other == nil, isSeparable(at: index) { other = index }
      index -= 1
    }
    if let other { return other }
    return units[most] & 0xFC00 == 0xDC00 ? most - 1 : most
  }

  /// Returns whether the code point at an index begins there, and does not extend the one before it.
  private func isSeparable(at index: Int) -> Bool {
    let unit = units[index]
    if unit & 0xFC00 == 0xDC00 { return false }
    return unit < 0x300 || cicu_is_grapheme_extend(Int32(codePoint(at: index).value)) == 0
  }
}
