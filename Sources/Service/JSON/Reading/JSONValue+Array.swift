extension JSONValue {
  /// The elements in order; none if the value is not an array.
  ///
  /// - Complexity: O(1)
  public var elements: JSONElements { JSONElements(of: self) }

  /// The element at an index; nil if the value is not an array, or a shorter one.
  ///
  /// - Complexity: O(n), where n is the length of the text before the element. To look at many, go through `elements`.
  public subscript(index: Int) -> JSONValue? {
    guard index >= 0 else { return nil }
    return elements.dropFirst(index).first { _ in true }
  }

  /// The two numbers of an array that has just these; nil for any other value.
  ///
  /// - Complexity: O(n) for numbers of n characters.
  public var pair: (Double, Double)? {
    var place = start
    guard let pair = JSONElements.pair(at: &place) else { return nil }
    reading.pointee.note(start, endsAt: place)
    return pair
  }
}

/// The elements of an array in order.
public struct JSONElements: Sequence, IteratorProtocol {
  enum Position {
    /// In front of the first element.
    case first
    /// At the element returned last, whose end may be unknown.
    case at
    /// Behind the element returned last.
    case behind
    /// Behind the last element.
    case end
  }

  private let array: JSONBytes
  private let reading: UnsafeMutablePointer<JSONReading>
  var place: JSONBytes
  var position: Position

  @inline(__always)
  init(of array: JSONValue) {
    self.array = array.start
    reading = array.reading
    place = array.start + 1
    position = array.start.pointee == UInt8(ascii: "[") ? .first : .end
  }

  /// Returns the next element; nil behind the last.
  ///
  /// - Complexity: O(n), where n is the length of the text of the element before, and O(1) if that was read last.
  public mutating func next() -> JSONValue? {
    guard let start = nextStart() else {
      if position != .end { reading.pointee.note(array, endsAt: place + 1) }
      position = .end
      return nil
    }
    (place, position) = (start, .at)
    return JSONValue(start, reading)
  }

  /// Returns the start of the next element; nil behind the last, and then `place` is at the bracket.
  @inline(__always)
  mutating func nextStart() -> JSONBytes? {
    var place = place
    if position != .first {
      if position == .end { return nil }
      if position == .at {
        place = reading.pointee.end(ofValueAt: place)
        (self.place, position) = (place, .behind)
      }
      JSONReading.skipSpace(&place)
      if place.pointee == UInt8(ascii: ",") { place += 1 }
    }
    JSONReading.skipSpace(&place)
    if place.pointee != UInt8(ascii: "]") { return place }
    self.place = place
    return nil
  }

  /// Returns the number at a place, which goes to the byte behind it; nil if there is none.
  @inline(__always)
  static func number(at place: inout JSONBytes) -> Double? {
    guard place.pointee.isDigit || place.pointee == UInt8(ascii: "-") else { return nil }
    return DecimalReader.read(&place)
  }

  /// Returns the numbers of an array at a place, which goes to the byte behind it; nil if it has not just two numbers.
  @inline(__always)
  static func pair(at place: inout JSONBytes) -> (Double, Double)? {
    guard place.pointee == UInt8(ascii: "[") else { return nil }
    place += 1
    JSONReading.skipSpace(&place)
    guard let first = number(at: &place) else { return nil }
    JSONReading.skipSpace(&place)
    guard place.pointee == UInt8(ascii: ",") else { return nil }
    place += 1
    JSONReading.skipSpace(&place)
    guard let second = number(at: &place) else { return nil }
    JSONReading.skipSpace(&place)
    guard place.pointee == UInt8(ascii: "]") else { return nil }
    place += 1
    return (first, second)
  }
}
