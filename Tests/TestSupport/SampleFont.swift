import Foundation

/// `Boxes.ttf` of the tests of texts, and fonts that are made of its bytes.
///
/// By its construction an "a" is 500 units wide at weight 400, a "b" 600 and a space 250, of 1,000 units per em.
public struct SampleFont {
  public var bytes: [UInt8]

  /// The font as it is.
  public init() { bytes = Self.file("Boxes.ttf") }

  /// The same font in WOFF2, made by `woff2_compress`.
  public static var compressed: [UInt8] { file("Boxes.woff2") }

  /// The id of the font in the service: its SHA-256.
  public static let id = "fab5fab7847607cbf3cf2190668ba1146cc7d9d43a0ec7163f49baf464e6fa16"

  public static let tables = [
    "OS/2", "cmap", "fvar", "glyf", "gvar", "head", "hhea", "hmtx", "loca", "maxp", "name", "post",
  ]

  /// The bytes of a table.
  public subscript(table: String) -> ArraySlice<UInt8> {
    get { bytes[range(of: table)] }
    set { bytes.replaceSubrange(range(of: table), with: newValue) }
  }

  /// The font with an "a" of another width, in units.
  public static func letter(width: UInt8) -> SampleFont {
    var font = SampleFont()
    // The glyphs are the missing one, the space, "a" and "b", each with a width and a bearing of two bytes.
    font["hmtx"].replaceSubrange(font.index("hmtx", 8)...font.index("hmtx", 9), with: [0, width])
    return font
  }

  /// The font with another family name, of five ASCII letters.
  public static func named(_ name: String) -> SampleFont {
    precondition(name.utf8.count == 5)
    var font = SampleFont()
    // One record has bytes of a letter each, the other UTF-16.
    for spread in [{ Array($0) }, wide] as [(String.UTF8View) -> [UInt8]] where name != "Boxes" {
      while let found = font["name"].firstRange(of: spread("Boxes".utf8)) {
        font.bytes.replaceSubrange(found, with: spread(name.utf8))
      }
    }
    return font
  }

  /// The font with other units per em.
  public static func unitsPerEm(_ units: UInt16) -> SampleFont {
    var font = SampleFont()
    font.bytes[font.index("head", 18)] = UInt8(units >> 8)
    font.bytes[font.index("head", 19)] = UInt8(units & 255)
    return font
  }

  /// The font with a table of zeros.
  public static func zeroing(_ table: String) -> SampleFont {
    var font = SampleFont()
    font[table] = ArraySlice(repeating: 0, count: font[table].count)
    return font
  }

  /// The font with a table `GSUB`.
  ///
  /// - Parameters:
  ///   - offsets: where each lookup begins in the bytes of all; several may be the same.
  ///   - used: how many of the lookups the font applies by itself, from the first on.
  fileprivate static func substituting(_ offsets: [Int], _ lookups: [UInt8], used: Int) -> SampleFont {
    let scripts = shorts(1) + Array("DFLT".utf8) + shorts(8, 4, 0, 0, 0xFFFF, 1, 0)
    let numbers: [UInt8] = (0..<used).flatMap { shorts($0) }
    let features = shorts(1) + Array("ccmp".utf8) + shorts(8, 0, used) + numbers
    let starts: [UInt8] = offsets.flatMap { shorts(2 + 2 * offsets.count + $0) }
    let list = shorts(offsets.count) + starts + lookups
    let head = shorts(1, 0, 10, 10 + scripts.count, 10 + scripts.count + features.count)
    let table = head + scripts + features + list
    var font = SampleFont()
    font.shift(by: 16)
    let start = font.bytes.count + 16
    let entry = Array("GSUB".utf8) + shorts(0, 0, start >> 16, start, table.count >> 16, table.count)
    font.bytes[5] += 1
    font.bytes.insert(contentsOf: entry, at: 12)
    font.bytes += table
    return font
  }

  /// Adds a number to the offsets of all tables, for a font that begins behind other bytes.
  public mutating func shift(by offset: Int) {
    for entry in 0..<Self.tables.count {
      let index = 12 + 16 * entry + 8
      let moved = bytes[index..<index + 4].reduce(0) { $0 << 8 | Int($1) } + offset
      for byte in 0..<4 { bytes[index + byte] = UInt8(truncatingIfNeeded: moved >> (24 - 8 * byte)) }
    }
  }

  private static func wide(_ name: String.UTF8View) -> [UInt8] {
    name.flatMap { (letter: UInt8) -> [UInt8] in [0, letter] }
  }

  private func index(_ table: String, _ offset: Int) -> Int { range(of: table).lowerBound + offset }

  private func range(of table: String) -> Range<Int> {
    func number(_ index: Int, _ count: Int) -> Int {
      bytes[index..<index + count].reduce(0) { $0 << 8 | Int($1) }
    }
    let entries = (0..<number(4, 2)).map { 12 + 16 * $0 }
    let entry = entries.first { bytes[$0..<$0 + 4].elementsEqual(table.utf8) }!
    return number(entry + 8, 4)..<number(entry + 8, 4) + number(entry + 12, 4)
  }

  private static func file(_ name: String) -> [UInt8] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    return Array(try! Data(contentsOf: folder.appending(path: "../TextTests/Fixtures/\(name)").standardized))
  }
}

/// Fonts with rules. The glyphs are the missing one, the space, "a" and "b"; every rule begins at an "a".
extension SampleFont {
  /// The font with rules that replace an "a" by a "b", as often as `count` says.
  public static func replacing(times count: Int) -> SampleFont {
    substituting(Array(repeating: 0, count: count), replacement, used: count)
  }

  /// The font with a rule that replaces an "a" by so many of them.
  public static func multiplying(by count: Int) -> SampleFont {
    let glyphs: [UInt8] = (0..<count).flatMap { _ in shorts(2) }
    let sequence = shorts(count) + glyphs
    let lookup = shorts(2, 0, 1, 8, 1, 8 + sequence.count, 1, 8) + sequence + shorts(1, 1, 2)
    return substituting([0], lookup, used: 1)
  }

  /// The font with one lookup whose subtables each have as many ligatures of "ab".
  ///
  /// All of them are the same bytes: a ligature takes 2 bytes of the font, and a subtable 2 more.
  public static func ligatures(_ count: Int, subtables: Int) -> SampleFont {
    let rules: [UInt8] = (0..<count).flatMap { _ in shorts(2 + 2 * count) }
    let offsets: [UInt8] = (0..<subtables).flatMap { _ in shorts(6 + 2 * subtables) }
    let subtable = shorts(1, 8, 1, 14, 1, 1, 2, count) + rules + shorts(3, 2, 3)
    return substituting([0], shorts(4, 0, subtables) + offsets + subtable, used: 1)
  }

  /// The font with lookups each of which applies the next so many times, and the last replaces an "a" by a "b".
  ///
  /// - Parameter isEndless: whether the last one applies the first instead.
  public static func chain(of length: Int, times count: Int, isEndless: Bool = false) -> SampleFont {
    var (offsets, lookups): ([Int], [UInt8]) = ([], [])
    for index in 0..<length {
      let next = isEndless && index == length - 1 ? 0 : index + 1
      let records: [UInt8] = (0..<count).flatMap { _ in shorts(0, next) }
      offsets.append(lookups.count)
      lookups += shorts(6, 0, 1, 8, 3, 0, 1, 12 + 4 * count, 0, count) + records + shorts(1, 1, 2)
    }
    offsets.append(lookups.count)
    return substituting(offsets, lookups + replacement, used: 1)
  }

  /// A lookup that replaces an "a" by a "b".
  private static var replacement: [UInt8] { shorts(1, 0, 1, 8, 1, 6, 1, 1, 1, 2) }

  /// Numbers of 16 bits.
  fileprivate static func shorts(_ numbers: Int...) -> [UInt8] {
    numbers.flatMap { [UInt8($0 >> 8 & 255), UInt8($0 & 255)] }
  }
}
