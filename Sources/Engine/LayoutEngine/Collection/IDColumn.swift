/// The ids of some items, in the bytes that they need: a UUID in its canonical form takes 16 bytes, another id those of
/// its text and a mark.
///
/// Ids are equal if their bytes are; those of requests are in Unicode normal form C. The canonical form of a UUID has 32
/// small hexadecimal digits and four hyphens (RFC 9562). In another spelling it is a text like others, and another id.
package struct IDColumn: Equatable, Sendable {
  private(set) var bytes: ContiguousArray<UInt8> = []
  /// Where each id ends in `bytes`, above two bits for its form; empty while every id is a UUID.
  private var marks: ContiguousArray<Int> = []

  /// How an id is stored, in the two lowest bits of its mark.
  private enum Form {
    static let none = 0
    static let text = 1
    static let uuid = 2
  }

  private static let uuidLength = 16

  /// Creates a column without rows.
  package init() {}

  /// - Complexity: O(n) for n bytes.
  init(_ ids: [String]) {
    for id in ids { append(id) }
  }

  package static func == (a: IDColumn, b: IDColumn) -> Bool {
    // Arrays that share their storage are equal at once.
    a.bytes == b.bytes
      && (a.marks == b.marks || a.count == b.count && a.indices.allSatisfy { a.mark($0) == b.mark($0) })
  }

  /// The number of bytes that the ids take.
  package var byteCount: Int { bytes.count + marks.count * MemoryLayout<Int>.stride }

  /// Whether no item has an id, nor had one.
  package var isEmpty: Bool { bytes.isEmpty && marks.isEmpty }

  @inline(__always)
  private func mark(_ place: Int) -> Int {
    if !marks.isEmpty { return marks[place] }
    return bytes.isEmpty ? Form.none : (place + 1) * Self.uuidLength << 2 | Form.uuid
  }

  /// The bytes of an id.
  @inline(__always)
  private func range(_ place: Int) -> Range<Int> {
    Range(uncheckedBounds: (place == 0 ? 0 : mark(place - 1) >> 2, mark(place) >> 2))
  }

  /// Whether an item has an id.
  func isGiven(at place: Int) -> Bool { mark(place) & 3 != Form.none }

  /// The id of an item; nil if it has none.
  func value(at place: Int) -> String? { isEmpty ? nil : self[place] }

  /// Whether two items have the same id, or neither has one.
  ///
  /// - Complexity: O(n) for n bytes.
  @inline(__always)
  func isSame(at place: Int, as other: IDColumn, at otherPlace: Int) -> Bool {
    guard mark(place) & 3 == other.mark(otherPlace) & 3 else { return false }
    let (range, otherRange) = (range(place), other.range(otherPlace))
    return range.count == otherRange.count && bytes[range].elementsEqual(other.bytes[otherRange])
  }

  /// A hash of an id, whose seed is random for each process.
  func hash(at place: Int) -> Int {
    var hasher = Hasher()
    forEachWord(at: place) { hasher.combine($0) }
    return hasher.finalize()
  }

  /// Visits words of 64 bits, which only equal ids have in common.
  @inline(__always)
  func forEachWord(at place: Int, _ visit: (UInt64) -> Void) {
    let flag: UInt64 = mark(place) & 3 == Form.uuid ? 1 << 63 : 0
    bytes.span.bytes.forEachWord(range(place), flag, visit)
  }
}

extension IDColumn: RandomAccessCollection {
  package var startIndex: Int { 0 }
  package var endIndex: Int { marks.isEmpty ? bytes.count / Self.uuidLength : marks.count }

  /// The id of an item; nil if it has none.
  package subscript(place: Int) -> String? {
    switch mark(place) & 3 {
    case Form.none: nil
    case Form.text:
      bytes.withUnsafeBufferPointer { [range = range(place)] bytes in
        String(decoding: UnsafeBufferPointer(rebasing: bytes[range]), as: UTF8.self)
      }
    default: Self.text(ofUUID: bytes[range(place)])
    }
  }
}

/// Changing. As in other columns, `count` is the number of items, which have no id if the column is empty.
extension IDColumn {
  /// Appends the id of the item that follows `count` others.
  package mutating func append(_ id: String?, after count: Int) {
    guard id != nil || !isEmpty else { return }
    if isEmpty { appendNone(count) }
    if let id { append(id) } else { appendNone(1) }
  }

  /// Appends a range of other ids, which follow those of `count` items.
  mutating func append(_ range: Range<Int>, of other: IDColumn, after count: Int) {
    guard !range.isEmpty, !other.isEmpty || !isEmpty else { return }
    if isEmpty { appendNone(count) }
    if other.isEmpty { return appendNone(range.count) }
    let (first, last) = (other.range(range.lowerBound), other.range(range.upperBound - 1))
    if !marks.isEmpty || !other.marks.isEmpty {
      openMarks()
      let shift = bytes.count - first.lowerBound
      for place in range { marks.append(other.mark(place) + shift << 2) }
    }
    bytes.append(contentsOf: other.bytes[first.lowerBound..<last.upperBound])
  }

  /// Replaces the id of one of `count` items; leaves the storage shared if the id stays the same.
  ///
  /// - Complexity: O(1) for an id that stays, else O(n) for n bytes.
  mutating func replace(at index: Int, with id: String?, of count: Int) {
    var new = IDColumn()
    new.append(id, after: 0)
    if isSame(at: index, as: new, at: 0) { return }
    var column = IDColumn()
    column.append(0..<index, of: self, after: 0)
    column.append(0..<1, of: new, after: index)
    column.append(index + 1..<count, of: self, after: index + 1)
    self = column
  }

  /// The column without room for more ids.
  ///
  /// - Complexity: O(n) for n bytes.
  package var trimmed: IDColumn {
    var trimmed = IDColumn()
    trimmed.bytes.reserveCapacity(bytes.count)
    trimmed.bytes.append(contentsOf: bytes)
    trimmed.marks.reserveCapacity(marks.count)
    trimmed.marks.append(contentsOf: marks)
    return trimmed
  }

  private mutating func append(_ id: String) {
    if append(uuid: id.utf8Span.span) {
      if !marks.isEmpty { marks.append(bytes.count << 2 | Form.uuid) }
    } else {
      openMarks()
      bytes.append(contentsOf: id.utf8)
      marks.append(bytes.count << 2 | Form.text)
    }
  }

  private mutating func appendNone(_ count: Int) {
    guard count > 0 else { return }
    openMarks()
    marks.append(contentsOf: repeatElement(bytes.count << 2 | Form.none, count: count))
  }

  /// Writes the marks that were not needed while every id was a UUID.
  private mutating func openMarks() {
    if marks.isEmpty { marks = ContiguousArray(indices.map { mark($0) }) }
  }
}

/// UUIDs.
extension IDColumn {
  /// Whether a place of the canonical form has a hyphen.
  private static func isHyphen(_ place: Int) -> Bool {
    place == 8 || place == 13 || place == 18 || place == 23
  }

  /// Appends the 16 bytes of a text that is a UUID in its canonical form; returns false, and appends nothing, for another.
  private mutating func append(uuid text: Span<UInt8>) -> Bool {
    guard text.count == 36 else { return false }
    let start = bytes.count
    var digits = 0
    var byte: UInt8 = 0
    for place in 0..<36 {
      let character = text[place]
      if Self.isHyphen(place) {
        if character == 0x2D { continue }
      } else if 0x30...0x39 ~= character || 0x61...0x66 ~= character {
        byte = byte << 4 | (character &- (character < 0x40 ? 0x30 : 0x57))
        digits += 1
        if digits & 1 == 0 { bytes.append(byte) }
        continue
      }
      bytes.removeLast(bytes.count - start)
      return false
    }
    return true
  }

  private static func text(ofUUID bytes: ArraySlice<UInt8>) -> String {
    func digit(_ value: UInt8) -> UInt8 { value &+ (value < 10 ? 0x30 : 0x57) }
    return String(unsafeUninitializedCapacity: 36) { text in
      var place = 0
      for byte in bytes {
        if isHyphen(place) {
          text[place] = 0x2D
          place += 1
        }
        text[place] = digit(byte >> 4)
        text[place + 1] = digit(byte & 15)
        place += 2
      }
      return place
    }
  }
}
