/// The members of objects whose names are known, each object read in one pass.
///
/// A decoder of many objects makes one record and lets it `read` each of them: keys are compared with the names as they
/// are written, and strings, numbers and pairs of numbers are taken on the way. A record reads objects in their usual
/// form only. It leaves any other one to a decoder that goes through `members`: one with another name, or with escapes
/// in a key.
public struct JSONRecord {
  private enum Kind {
    case string, number, pair, other
  }

  private struct Member {
    var kind: Kind
    var hasEscapes = false
    /// A string's text, or the value.
    var start: JSONBytes
    /// Behind the text of a string, or behind the value.
    var end: JSONBytes
    var first = 0.0
    var second = 0.0
  }

  private let names: ContiguousArray<JSONWrittenName>
  /// The members by their names. Only those in `given` belong to the object read last.
  private var members: ContiguousArray<Member?> = []
  /// The names of the members by their places in the objects read before: most objects have the same order.
  private var order: ContiguousArray<Int> = []
  private var reading: UnsafeMutablePointer<JSONReading>?

  /// The names that the object read last has: a bit for each, the first name's lowest.
  private var given: UInt64 = 0
  /// The end of the object read last.
  private(set) var end: JSONBytes?

  /// Creates a record of members with some names.
  ///
  /// - Complexity: O(1)
  public init(_ names: JSONNames) { self.names = names.written }

  /// Reads an object; returns whether it is one in the usual form.
  ///
  /// - Complexity: O(n), where n is the length of the object's text.
  public mutating func read(_ object: JSONValue) -> Bool {
    guard object.start.pointee == UInt8(ascii: "{") else { return false }
    if members.count != names.count {
      members = ContiguousArray(repeating: nil, count: names.count)
      order = ContiguousArray(names.indices)
    }
    reading = object.reading
    given = 0
    var place = object.start + 1
    JSONReading.skipSpace(&place)
    if place.pointee != UInt8(ascii: "}"), !readMembers(&place, object.reading) { return false }
    place += 1
    end = place
    object.reading.pointee.note(object.start, endsAt: place)
    return true
  }

  /// Reads members up to the closing brace.
  @inline(__always)
  private mutating func readMembers(
    _ place: inout JSONBytes, _ reading: UnsafeMutablePointer<JSONReading>
  ) -> Bool {
    let textEnd = reading.pointee.end
    var count = 0
    while true {
      // At the quote in front of a key.
      place += 1
      guard let name = name(&place, before: textEnd, number: count), given & (1 &<< UInt64(name)) == 0 else {
        return false
      }
      given |= 1 &<< UInt64(name)
      JSONReading.skipSpace(&place)
      place += 1
      JSONReading.skipSpace(&place)
      members[name] = Self.member(&place, reading)
      JSONReading.skipSpace(&place)
      if place.pointee == UInt8(ascii: "}") { return true }
      place += 1
      JSONReading.skipSpace(&place)
      count &+= 1
    }
  }

  /// Returns the name that is written behind a quote, and goes behind its closing quote; nil if it is unknown.
  @inline(__always)
  private mutating func name(_ place: inout JSONBytes, before end: JSONBytes, number: Int) -> Int? {
    guard end - place >= 8 else { return nil }
    let word = JSONWord.load(place)
    if number < order.count {
      let likely = order[number]
      if names[likely].isWritten(at: place, word, before: end) {
        place += names[likely].count
        return likely
      }
    }
    return search(&place, word, before: end, number: number)
  }

  @inline(never)
  private mutating func search(
    _ place: inout JSONBytes, _ word: UInt64, before end: JSONBytes, number: Int
  ) -> Int? {
    for name in names.indices where names[name].isWritten(at: place, word, before: end) {
      if number < order.count { order[number] = name }
      place += names[name].count
      return name
    }
    return nil
  }

  /// Reads a value and goes behind it.
  @inline(__always)
  private static func member(
    _ place: inout JSONBytes, _ reading: UnsafeMutablePointer<JSONReading>
  ) -> Member {
    let start = place
    switch start.pointee {
    case UInt8(ascii: "\""):
      let (quote, hasEscapes) = reading.pointee.closingQuote(from: start + 1)
      place = quote + 1
      return Member(kind: .string, hasEscapes: hasEscapes, start: start + 1, end: quote)
    case UInt8(ascii: "["):
      if let pair = JSONElements.pair(at: &place) {
        return Member(kind: .pair, start: start, end: place, first: pair.0, second: pair.1)
      }
      place = reading.pointee.end(ofValueAt: start)
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
      let number = DecimalReader.read(&place)
      return Member(kind: .number, start: start, end: place, first: number)
    default: place = reading.pointee.end(ofValueAt: start)
    }
    return Member(kind: .other, start: start, end: place)
  }
}

/// The values of the object read last.
extension JSONRecord {
  /// Whether the object has a member with a name, by the name's index.
  ///
  /// - Complexity: O(1)
  public func has(_ name: Int) -> Bool { given & (1 &<< UInt64(name)) != 0 }

  @inline(__always)
  private func member(_ name: Int) -> Member? { has(name) ? members[name] : nil }

  /// The value of the member with a name; nil if the object has none.
  ///
  /// - Complexity: O(1)
  public func value(_ name: Int) -> JSONValue? {
    guard let member = member(name), let reading else { return nil }
    return JSONValue(member.kind == .string ? member.start - 1 : member.start, reading)
  }

  /// The string of the member with a name; nil for any other value.
  ///
  /// - Complexity: O(n), where n is the length of the string.
  public func string(_ name: Int) -> String? {
    guard let member = member(name), member.kind == .string else { return nil }
    let raw = UnsafeBufferPointer(start: member.start, count: member.end - member.start)
    if member.hasEscapes { return String(decoding: JSONUnescaping.bytes(of: raw), as: UTF8.self) }
    return String(decoding: raw, as: UTF8.self)
  }

  /// The value of the member with a name as JSON text in one form; see `JSONValue.text`. Empty if the object has none.
  ///
  /// - Complexity: O(n), where n is the length of the text.
  public func text(_ name: Int) -> [UInt8] {
    guard let member = member(name), let reading, let value = value(name) else { return [] }
    reading.pointee.note(value.start, endsAt: member.kind == .string ? member.end + 1 : member.end)
    return value.text
  }

  /// The number of bytes of the member with a name as it is written; 0 if the object has none.
  ///
  /// - Complexity: O(1)
  public func writtenLength(_ name: Int) -> Int {
    guard let member = member(name) else { return 0 }
    return member.end - member.start + (member.kind == .string ? 2 : 0)
  }

  /// Whether the member with a name is a string.
  ///
  /// - Complexity: O(1)
  public func isString(_ name: Int) -> Bool { member(name)?.kind == .string }

  /// Whether the member with a name is a string that is written as these bytes, without escapes.
  ///
  /// - Complexity: O(n), where n is the length of the string.
  public func isString(_ name: Int, _ utf8: [UInt8]) -> Bool {
    guard let member = member(name), member.kind == .string, !member.hasEscapes,
      member.end - member.start == utf8.count
    else { return false }
    for offset in utf8.indices where utf8[offset] != member.start[offset] { return false }
    return true
  }

  /// The number of the member with a name; nil for any other value.
  ///
  /// - Complexity: O(1)
  public func number(_ name: Int) -> Double? {
    guard let member = member(name), member.kind == .number else { return nil }
    return member.first
  }

  /// The two numbers of the member with a name, if it is an array of just these; nil for any other value.
  ///
  /// - Complexity: O(1)
  public func pair(_ name: Int) -> (Double, Double)? {
    guard let member = member(name), member.kind == .pair else { return nil }
    return (member.first, member.second)
  }
}

/// The names of the members that a record reads.
public struct JSONNames: Sendable {
  let written: ContiguousArray<JSONWrittenName>

  /// The largest number of names.
  public static let limit = 64

  /// Creates a list of up to `limit` names; with more, it is empty.
  ///
  /// - Complexity: O(n) for n names.
  public init(_ names: [String]) {
    written = names.count <= Self.limit ? ContiguousArray(names.map { JSONWrittenName($0) }) : []
  }
}

/// A name as it is written in a text without escapes, with the quote behind it.
struct JSONWrittenName: Sendable {
  /// The first bytes, up to eight, the first of them lowest.
  private let word: UInt64
  private let mask: UInt64
  /// The bytes behind those.
  private let rest: [UInt8]
  /// The number of all bytes.
  let count: Int

  init(_ name: String) {
    let bytes = Array(name.utf8) + [UInt8(ascii: "\"")]
    let first = bytes.prefix(8)
    count = bytes.count
    rest = Array(bytes.dropFirst(8))
    guard name.utf8.allSatisfy({ $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }) else {
      // A text has escapes for these: no word is this one.
      (word, mask) = (1, 0)
      return
    }
    word = first.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    mask = first.count == 8 ? ~0 : (1 << UInt64(first.count * 8)) - 1
  }

  /// Returns whether the name is written at a place, where a word begins.
  @inline(__always)
  func isWritten(at place: JSONBytes, _ word: UInt64, before end: JSONBytes) -> Bool {
    guard word & mask == self.word else { return false }
    return count <= 8 || hasRest(place, before: end)
  }

  @inline(never)
  private func hasRest(_ place: JSONBytes, before end: JSONBytes) -> Bool {
    guard end - place >= count else { return false }
    for offset in rest.indices where rest[offset] != place[offset &+ 8] { return false }
    return true
  }
}
