/// A text in UTF-16, with marks and edges for each of its units, in columns that are reused for the next text.
final class TextColumns {
  /// Properties of the boundary before a unit.
  struct Marks: OptionSet {
    let rawValue: UInt8

    /// Cutting the text here does not change the shapes on either side.
    static let isSafe = Marks(rawValue: 1)
    /// A line may end here.
    static let canBreak = Marks(rawValue: 2)
    /// A line must end here.
    static let mustBreak = Marks(rawValue: 4)
    /// The unit after the boundary is white space, which does not count in the width of a line that it ends.
    static let isSpace = Marks(rawValue: 8)
    /// A line that ends here shows a hyphen.
    static let isHyphenation = Marks(rawValue: 16)
    /// A grapheme cluster begins here; only of texts that a page measures, inside pieces whose units are located.
    static let isCluster = Marks(rawValue: 32)
    /// The units of the piece that begins here are located; only of texts that a page measures.
    static let isLocated = Marks(rawValue: 64)
  }

  private(set) var units: UnsafeMutablePointer<UInt16>
  /// The marks of the boundary before each unit, and of the end.
  private(set) var marks: UnsafeMutablePointer<Marks>
  /// The position of each unit's left edge on an endless line, in points, and of the right edge of the last.
  private(set) var edges: UnsafeMutablePointer<Double>
  /// The number of units.
  private(set) var count = 0
  var traits: TextTraits = []
  private var capacity: Int

  /// The largest capacity that is reused; the memory of a longer text is released after it.
  private static let reusedCapacity = 1 << 16

  /// Makes columns without a text.
  ///
  /// - Parameter capacity: the number of units to make room for.
  init(capacity: Int = 1024) {
    self.capacity = capacity
    units = .allocate(capacity: capacity + 1)
    marks = .allocate(capacity: capacity + 1)
    edges = .allocate(capacity: capacity + 1)
  }

  deinit { free() }

  /// Loads a text, without marks and with widths of 0.
  ///
  /// - Parameters:
  ///   - limit: the largest number of its units.
  ///   - write: writes the units, and returns their number and the traits of the text.
  /// - Complexity: O(n) in the length of the text.
  func load(
    atMost limit: Int, _ write: (UnsafeMutablePointer<UInt16>) -> (count: Int, traits: TextTraits)
  ) {
    reserve(limit)
    (count, traits) = write(units)
    marks.initialize(repeating: [], count: count + 1)
    edges.initialize(repeating: 0, count: count + 1)
  }

  /// The units as a buffer.
  var text: UnsafeBufferPointer<UInt16> { UnsafeBufferPointer(start: units, count: count) }

  /// Returns a part of the text.
  ///
  /// - Complexity: O(n) in the length of that text.
  func string(_ range: Range<Int>) -> String { String(decoding: text[range], as: UTF16.self) }

  /// Returns the code point at an index, and its number of units.
  ///
  /// - Complexity: O(1).
  func codePoint(at index: Int) -> (value: UInt32, length: Int) {
    let unit = UInt32(units[index])
    guard unit & 0xFC00 == 0xD800, index + 1 < count else { return (unit, 1) }
    return (0x10000 + (unit & 0x3FF) << 10 + UInt32(units[index + 1]) & 0x3FF, 2)
  }

  private func reserve(_ wanted: Int) {
    guard wanted > capacity || capacity > Self.reusedCapacity else { return }
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
