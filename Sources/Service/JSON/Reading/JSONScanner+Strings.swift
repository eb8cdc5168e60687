extension JSONScanner {
  /// What a string has beside plain text.
  struct StringMarks {
    var hasEscapes = false
    var hasNUL = false
  }

  /// Goes from behind an opening quote to the closing one; returns whether the string is valid.
  @inline(__always)
  func skipText(_ place: inout JSONBytes, _ marks: inout StringMarks) -> Bool {
    while end - place >= 8 {
      let found = JSONWord.endsOfPlainText(in: JSONWord.load(place))
      if found == 0 {
        place += 8
        continue
      }
      place += JSONWord.place(of: found)
      if place.pointee == UInt8(ascii: "\"") { return true }
      guard skipSpecial(&place, &marks) else { return false }
    }
    return skipLastText(&place, &marks)
  }

  /// The same in the last bytes of the text.
  @inline(never)
  private func skipLastText(_ place: inout JSONBytes, _ marks: inout StringMarks) -> Bool {
    while place < end {
      switch place.pointee {
      case UInt8(ascii: "\""): return true
      case UInt8(ascii: "\\"), 0x80..., ..<0x20:
        guard skipSpecial(&place, &marks) else { return false }
      default: place += 1
      }
    }
    return false
  }

  /// Goes behind an escape or a character that is no ASCII; returns whether it is valid.
  @inline(never)
  private func skipSpecial(_ place: inout JSONBytes, _ marks: inout StringMarks) -> Bool {
    if place.pointee == UInt8(ascii: "\\") {
      marks.hasEscapes = true
      return skipEscape(&place, &marks)
    }
    // Texts in other scripts are long runs of such characters.
    while place < end, place.pointee >= 0x80 {
      guard let length = JSONUnicode.length(at: place, before: end) else { return false }
      place += length
    }
    return place < end && place.pointee >= 0x20
  }

  private func skipEscape(_ place: inout JSONBytes, _ marks: inout StringMarks) -> Bool {
    guard end - place > 2 else { return false }
    switch place[1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      place += 2
      return true
    case UInt8(ascii: "u"):
      guard let unit = JSONUnicode.codeUnit(at: place, before: end) else { return false }
      place += 6
      if unit == 0 { marks.hasNUL = true }
      guard unit & 0xF800 == 0xD800 else { return true }
      guard unit < 0xDC00, let low = JSONUnicode.codeUnit(at: place, before: end), low & 0xFC00 == 0xDC00
      else {
        return false
      }
      place += 6
      return true
    default: return false
    }
  }
}

/// Characters of a string.
enum JSONUnicode {
  /// Returns the value of the `\uXXXX` at a place; nil if there is none.
  static func codeUnit(at place: JSONBytes, before end: JSONBytes) -> UInt16? {
    guard end - place >= 6, place[0] == UInt8(ascii: "\\"), place[1] == UInt8(ascii: "u") else { return nil }
    var unit: UInt16 = 0
    for offset in 2..<6 {
      let byte = place[offset]
      let digit: UInt8
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte &- UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte &- UInt8(ascii: "a") &+ 10
      case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = byte &- UInt8(ascii: "A") &+ 10
      default: return nil
      }
      unit = unit << 4 | UInt16(digit)
    }
    return unit
  }

  /// Returns the length of the character at a place, which is no ASCII; nil if it is no valid UTF-8 (RFC 3629).
  @inline(__always)
  static func length(at place: JSONBytes, before end: JSONBytes) -> Int? {
    let room = end - place
    let first = place[0]
    switch first {
    case 0xC2...0xDF:
      return room >= 2 && isContinuation(place[1]) ? 2 : nil
    case 0xE0...0xEF:
      guard room >= 3, isContinuation(place[1]), isContinuation(place[2]) else { return nil }
      // Neither an overlong form nor a surrogate.
      if first == 0xE0, place[1] < 0xA0 { return nil }
      if first == 0xED, place[1] >= 0xA0 { return nil }
      return 3
    case 0xF0...0xF4:
      guard room >= 4, isContinuation(place[1]), isContinuation(place[2]), isContinuation(place[3]) else {
        return nil
      }
      // Neither an overlong form nor beyond U+10FFFF.
      if first == 0xF0, place[1] < 0x90 { return nil }
      if first == 0xF4, place[1] >= 0x90 { return nil }
      return 4
    default: return nil
    }
  }

  @inline(__always)
  private static func isContinuation(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }
}
