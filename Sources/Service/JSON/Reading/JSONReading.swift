/// A text that the scanner has accepted, while a document lends its values.
///
/// Values know where they begin. Readers that go through a value note where it ends, so that the iterator around them
/// goes on from there and does not look for the end again.
struct JSONReading {
  private let start: JSONBytes
  let end: JSONBytes
  private let containers: UnsafeBufferPointer<JSONIndex.Entry>
  /// The value that was read last, and its end.
  private var lastStart: JSONBytes
  private var lastEnd: JSONBytes

  init(
    _ text: UnsafeBufferPointer<UInt8>, from start: JSONBytes,
    _ containers: UnsafeBufferPointer<JSONIndex.Entry>
  ) {
    self.start = start
    self.containers = containers
    end = start + text.count
    (lastStart, lastEnd) = (end, end)
  }

  /// Notes where a value ends.
  @inline(__always)
  mutating func note(_ start: JSONBytes, endsAt end: JSONBytes) { (lastStart, lastEnd) = (start, end) }

  /// Returns the end of the value that begins at a place.
  ///
  /// - Complexity: O(1) for a value that was read last; O(log n) for a large array or object in a text of n bytes; O(k)
  ///   for any other value of k bytes.
  @inline(__always)
  func end(ofValueAt place: JSONBytes) -> JSONBytes {
    place == lastStart ? lastEnd : search(from: place)
  }

  @inline(never)
  private func search(from place: JSONBytes) -> JSONBytes {
    switch place.pointee {
    case UInt8(ascii: "\""): return closingQuote(from: place + 1).place + 1
    case UInt8(ascii: "["), UInt8(ascii: "{"): return endOfContainer(from: place)
    default:
      // A number or a literal, which only these bytes follow.
      var next = place
      while next.pointee != UInt8(ascii: ","), !next.pointee.closesContainer, next.pointee > 0x20 {
        next += 1
      }
      return next
    }
  }

  /// So many bytes are gone through before the index is searched.
  private static let fewBytes = 48

  private func endOfContainer(from place: JSONBytes) -> JSONBytes {
    var next = place
    var depth = 0
    var isSearched = containers.isEmpty
    while true {
      if next - place >= Self.fewBytes, !isSearched {
        isSearched = true
        if let end = containers.end(ofContainerAt: place - start) { return start + end }
      }
      if next >= end { return end }
      let byte = next.pointee
      next += 1
      if byte == UInt8(ascii: "\"") {
        next = closingQuote(from: next).place + 1
      } else if byte.opensContainer {
        depth &+= 1
      } else if byte.closesContainer {
        depth &-= 1
        if depth == 0 { return next }
      }
    }
  }

  /// Returns the closing quote of a string whose text begins at a place, and whether it has escapes.
  @inline(__always)
  func closingQuote(from place: JSONBytes) -> (place: JSONBytes, hasEscapes: Bool) {
    var next = place
    var hasEscapes = false
    while true {
      while end - next >= 8 {
        let found = JSONWord.endsOfString(in: JSONWord.load(next))
        if found != 0 {
          next += JSONWord.place(of: found)
          break
        }
        next += 8
      }
      while next.pointee != UInt8(ascii: "\""), next.pointee != UInt8(ascii: "\\") { next += 1 }
      if next.pointee == UInt8(ascii: "\"") { return (next, hasEscapes) }
      hasEscapes = true
      next += 2
    }
  }

  /// Goes behind white space.
  @inline(__always)
  static func skipSpace(_ place: inout JSONBytes) {
    while place.pointee <= 0x20 { place += 1 }
  }
}
