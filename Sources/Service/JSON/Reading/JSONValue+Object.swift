extension JSONValue {
  /// The member with a key, or nil if there is none or the value is not an object.
  ///
  /// - Complexity: O(n), where n is the length of the text before the member. To look at many members, go through
  ///   `members` once.
  public subscript(key: StaticString) -> JSONValue? {
    for (name, value) in members where name == key { return value }
    return nil
  }

  /// Returns the member with a key; nil if there is none or the value is not an object.
  ///
  /// - Complexity: O(n), where n is the length of the text before the member.
  public func member(named key: String) -> JSONValue? {
    var key = key
    return key.withUTF8 { key in
      for (name, value) in members where name.withUTF8({ $0.elementsEqual(key) }) { return value }
      return nil
    }
  }

  /// The members in the order of the text; none if the value is not an object.
  ///
  /// - Complexity: O(1)
  public var members: JSONMembers { JSONMembers(of: self) }
}

/// The members of an object in the order of the text.
public struct JSONMembers: Sequence, IteratorProtocol {
  private let object: JSONBytes
  private let reading: UnsafeMutablePointer<JSONReading>
  /// The value returned last, or the object itself before the first; nil behind the last.
  private var last: JSONBytes?

  @inline(__always)
  init(of object: JSONValue) {
    self.object = object.start
    reading = object.reading
    last = object.start.pointee == UInt8(ascii: "{") ? object.start : nil
  }

  /// Returns the next member; nil after the last.
  ///
  /// - Complexity: O(n), where n is the length of the key and of the text of the value before, and O(k) for a key of
  ///   length k if that was read last.
  public mutating func next() -> (key: JSONKey, value: JSONValue)? {
    guard let last else { return nil }
    var place = last
    if last == object {
      place += 1
    } else {
      place = reading.pointee.end(ofValueAt: last)
      JSONReading.skipSpace(&place)
      // The end of the object is found below.
      if place.pointee == UInt8(ascii: ",") { place += 1 }
    }
    JSONReading.skipSpace(&place)
    guard place.pointee != UInt8(ascii: "}") else {
      reading.pointee.note(object, endsAt: place + 1)
      self.last = nil
      return nil
    }
    place += 1
    let (quote, hasEscapes) = reading.pointee.closingQuote(from: place)
    let key = JSONKey(start: place, count: quote - place, hasEscapes: hasEscapes, end: reading.pointee.end)
    place = quote + 1
    JSONReading.skipSpace(&place)
    place += 1
    JSONReading.skipSpace(&place)
    self.last = place
    return (key, JSONValue(place, reading))
  }
}
