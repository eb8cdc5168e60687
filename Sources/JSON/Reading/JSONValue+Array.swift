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
    guard start.pointee == UInt8(ascii: "[") else { return nil }
    var place = start + 1
    guard let first = JSONElements.number(at: &place), place.pointee == UInt8(ascii: ",") else { return nil }
    place += 1
    guard let second = JSONElements.number(at: &place), place.pointee == UInt8(ascii: "]") else { return nil }
    reading.pointee.note(start, endsAt: place + 1)
    return (first, second)
  }
}

/// The elements of an array in order.
public struct JSONElements: Sequence, IteratorProtocol {
  private let array: JSONBytes
  private let reading: UnsafeMutablePointer<JSONReading>
  /// The element returned last, or the array itself before the first; nil behind the last.
  private var last: JSONBytes?

  @inline(__always)
  init(of array: JSONValue) {
    self.array = array.start
    reading = array.reading
    last = array.start.pointee == UInt8(ascii: "[") ? array.start : nil
  }

  /// Returns the next element; nil behind the last.
  ///
  /// - Complexity: O(n), where n is the length of the text of the element before, and O(1) if that was read last.
  public mutating func next() -> JSONValue? {
    guard let last else { return nil }
    var place = last
    if last == array {
      place += 1
    } else {
      place = reading.pointee.end(ofValueAt: last)
      JSONReading.skipSpace(&place)
      // The end of the array is found below.
      if place.pointee == UInt8(ascii: ",") { place += 1 }
    }
    JSONReading.skipSpace(&place)
    guard place.pointee != UInt8(ascii: "]") else {
      reading.pointee.note(array, endsAt: place + 1)
      self.last = nil
      return nil
    }
    self.last = place
    return JSONValue(place, reading)
  }

  /// Returns the number at a place, which goes to the byte behind it and behind white space; nil if there is none.
  @inline(__always)
  static func number(at place: inout JSONBytes) -> Double? {
    JSONReading.skipSpace(&place)
    guard place.pointee.isDigit || place.pointee == UInt8(ascii: "-") else { return nil }
    let number = DecimalReader.read(&place)
    JSONReading.skipSpace(&place)
    return number
  }
}
