/// A text in UTF-16, and what is known about each of its units, as columns that are kept from one text to the next.
final class TextColumns {
  /// What is known about the place before a unit.
  struct Marks: OptionSet {
    let rawValue: UInt8

    /// Shaping is the same on both sides whether the text is cut here or not.
    static let isSafe = Marks(rawValue: 1)
    /// A line may end here.
    static let canBreak = Marks(rawValue: 2)
    /// A line must end here.
    static let mustBreak = Marks(rawValue: 4)
    /// The unit after this place is white space, which hangs over the end of a line.
    static let isSpace = Marks(rawValue: 8)
  }

  /// The units.
  private(set) var units: UnsafeMutablePointer<UInt16>
  /// What is known about the place before each unit, and about the end.
  private(set) var marks: UnsafeMutablePointer<Marks>
  /// Where each unit begins on a line without end, in points, and where the last one ends.
  private(set) var edges: UnsafeMutablePointer<Double>
  /// The number of units.
  private(set) var count = 0
  private(set) var traits: TextTraits = []
  private var capacity: Int

  /// What is kept between texts; a longer one gives its room back.
  private static let keptCapacity = 1 << 16

  init() {
    capacity = 1024
    units = .allocate(capacity: capacity + 1)
    marks = .allocate(capacity: capacity + 1)
    edges = .allocate(capacity: capacity + 1)
  }

  deinit { free() }

  /// Takes over a text, with no marks and all units of no width.
  ///
  /// - Complexity: O(n) in the length of the text.
  func load(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      reserve(bytes.count)
      (count, traits) = UTF16Writer.write(bytes, to: units)
    }
    marks.initialize(repeating: [], count: count + 1)
    edges.initialize(repeating: 0, count: count + 1)
  }

  /// The units as a buffer.
  var text: UnsafeBufferPointer<UInt16> { UnsafeBufferPointer(start: units, count: count) }

  /// The text between two places.
  ///
  /// - Complexity: O(n) in the length of that text.
  func string(_ range: Range<Int>) -> String { String(decoding: text[range], as: UTF16.self) }

  /// The code point at a place, and how many units it takes.
  ///
  /// - Complexity: O(1).
  func codePoint(at index: Int) -> (value: UInt32, length: Int) {
    let unit = UInt32(units[index])
    guard unit & 0xFC00 == 0xD800, index + 1 < count else { return (unit, 1) }
    return (0x10000 + (unit & 0x3FF) << 10 + UInt32(units[index + 1]) & 0x3FF, 2)
  }

  private func reserve(_ wanted: Int) {
    guard wanted > capacity || capacity > Self.keptCapacity else { return }
    free()
    capacity = max(wanted, 1024)
    units = .allocate(capacity: capacity + 1)
    marks = .allocate(capacity: capacity + 1)
    edges = .allocate(capacity: capacity + 1)
  }

  private func free() {
    units.deallocate()
    marks.deallocate()
    edges.deallocate()
  }
}
