internal import CHyphen
internal import CICU
internal import Glibc

/// Finds where words may be hyphenated, by the patterns of Debian's packages `hyphen-*`.
///
/// It belongs to one measurer, and loads the patterns of a language when a text first needs them.
final class Hyphenation {
  private let folder: String
  /// The dictionaries by language; nil for a language without patterns.
  private var dictionaries: [String: HyphenationDictionary?] = [:]

  /// The largest number of cached dictionaries; each takes up to some megabytes.
  private static let limit = 8
  /// The shortest word that is hyphenated, in letters, as by CSS `hyphenate-limit-chars`.
  private static let shortestWord = 5
  /// The longest word that is hyphenated, in letters.
  private static let longestWord = 64

  init(folder: String = "/usr/share/hyphen") { self.folder = folder }

  /// Marks the hyphenation points of a text, and returns whether there are patterns for its language.
  ///
  /// Words with soft hyphens keep to those.
  ///
  /// - Complexity: O(n) in the length of the text.
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
    if let known = dictionaries[language.tag] { return known }
    if dictionaries.count >= Self.limit { dictionaries.removeAll() }
    var found: HyphenationDictionary?
    do throws(FileShortage) {
      for path in try paths(for: language) where found == nil {
        found = try HyphenationDictionary(path: path)
      }
    } catch {
      // Nothing is remembered: the next text may find the patterns.
      throw .outOfFiles
    }
    dictionaries[language.tag] = .some(found)
    return found
  }

  /// Returns the files that may have the patterns of a language: its own, those without its region, those of any region.
  private func paths(for language: Language) throws(FileShortage) -> [String] {
    var parts = language.tag.split(separator: "-")
    var paths: [String] = []
    while !parts.isEmpty {
      paths.append("\(folder)/hyph_\(parts.joined(separator: "_")).dic")
      parts.removeLast()
    }
    let base = language.tag.prefix { $0 != "-" }
    return try paths + FontPaths.expand(["\(folder)/hyph_\(base)_*.dic"])
  }
}

/// The patterns of a language.
private final class HyphenationDictionary {
  private let dictionary: UnsafeMutablePointer<HyphenDict>
  private let converter: OpaquePointer?

  /// Loads a file; nil if it is none of patterns, or in an unknown character set.
  init?(path: String) throws(FileShortage) {
    guard access(path, R_OK) == 0 else { return nil }
    errno = 0
    guard let dictionary = hnj_hyphen_load(path) else {
      if let shortage = FileShortage(path, reportedBy: errno) { throw shortage }
      return nil
    }
    self.dictionary = dictionary
    let isUTF8 = chyphen_is_utf8(dictionary) != 0
    converter = isUTF8 ? nil : cicu_converter_open(chyphen_charset(dictionary))
    if !isUTF8, converter == nil { return nil }
  }

  deinit {
    if let converter { cicu_converter_close(converter) }
    hnj_hyphen_free(dictionary)
  }

  /// Returns the numbers of letters before which a hyphen may end a line.
  ///
  /// - Complexity: O(n) in the length of the word.
  func points(in word: [Unicode.Scalar]) throws(TextError) -> [Int] {
    guard var bytes = encoded(word) else { return [] }
    let length = bytes.count
    bytes.append(0)
    var hyphens = [CChar](repeating: 0, count: length + 6)
    guard chyphen_hyphenate(dictionary, bytes, Int32(length), &hyphens) == 0 else { throw .outOfMemory }
    return (1..<word.count).filter { hyphens[$0 - 1] & 1 != 0 }
  }

  /// Returns a word in the character set of the patterns; nil if it has a letter that they lack.
  private func encoded(_ word: [Unicode.Scalar]) -> [CChar]? {
    guard let converter else {
      return String(String.UnicodeScalarView(word)).utf8.map { CChar(bitPattern: $0) }
    }
    let units = word.map { UInt16(truncatingIfNeeded: $0.value) }
    var bytes = [CChar](repeating: 0, count: word.count + 1)
    let length = cicu_converter_encode(converter, units, Int32(units.count), &bytes, Int32(bytes.count))
    guard length == word.count else { return nil }
    return Array(bytes.prefix(Int(length)))
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
