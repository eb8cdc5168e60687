/// Finds where words may be hyphenated, by the patterns of Debian's packages `hyphen-*`.
///
/// It belongs to one measurer; the patterns are those of all measurers.
final class Hyphenation {
  private let patterns: HyphenationPatterns
  /// The language of the text before, which is usually that of the next, and its dictionary.
  private var latest: (language: Language, dictionary: HyphenationDictionary?)?

  /// The shortest word that is hyphenated, in letters, as by CSS `hyphenate-limit-chars`.
  private static let shortestWord = 5
  /// The longest word that is hyphenated, in letters.
  private static let longestWord = 64

  init(_ patterns: HyphenationPatterns = .installed) { self.patterns = patterns }

  /// Marks the hyphenation points of a text, and returns whether there are patterns for its language.
  ///
  /// Words with soft hyphens keep to those.
  ///
  /// - Throws: `outOfMemory`, `outOfFiles`, `cancelled`.
  /// - Complexity: O(n) in the length of the text, and once the time to load the patterns.
  func mark(_ columns: TextColumns, language: Language) throws(TextError) -> Bool {
    guard let dictionary = try dictionary(for: language) else { return false }
    var index = 0
    var word: [Unicode.Scalar] = []
    while index < columns.count {
      let start = index
      word.removeAll(keepingCapacity: true)
      while index < columns.count, let letter = columns.letter(at: index) {
        word.append(letter)
        index += 1
      }
      if index == start { index += 1 }
      guard (Self.shortestWord...Self.longestWord).contains(word.count),
        !columns.hasSoftHyphen(beside: start..<index)
      else { continue }
      for offset in try dictionary.points(in: word)
      where !columns.marks[start + offset].contains(.canBreak) {
        columns.marks[start + offset].formUnion([.canBreak, .isHyphenation])
      }
    }
    return true
  }

  private func dictionary(for language: Language) throws(TextError) -> HyphenationDictionary? {
    if let latest, latest.language == language { return latest.dictionary }
    let found = try patterns.dictionary(for: language)
    latest = (language, found)
    return found
  }
}

extension TextColumns {
  /// Returns the letter at an index in lower case; nil if there is another character, or a letter of two units.
  fileprivate func letter(at index: Int) -> Unicode.Scalar? {
    let unit = units[index]
    if unit < 0x80 {
      let lower = unit | 0x20
      return (0x61...0x7A).contains(lower) ? Unicode.Scalar(lower) : nil
    }
    guard let scalar = Unicode.Scalar(unit), scalar.properties.isAlphabetic else { return nil }
    let lower = scalar.properties.lowercaseMapping.unicodeScalars
    guard lower.count == 1, let first = lower.first, first.value < 0x10000 else { return nil }
    return first
  }

  fileprivate func hasSoftHyphen(beside word: Range<Int>) -> Bool {
    word.lowerBound > 0 && units[word.lowerBound - 1] == LineScan.softHyphen
      || word.upperBound < count && units[word.upperBound] == LineScan.softHyphen
  }
}
