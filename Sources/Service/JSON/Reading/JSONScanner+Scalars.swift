extension JSONScanner {
  /// The number of digits that no finite double reaches, less some.
  private static let manyDigits = 300

  /// Goes behind a number; returns whether it is valid and finite.
  @inline(__always)
  func skipNumber(_ place: inout JSONBytes) -> Bool {
    let start = place
    if place.pointee == UInt8(ascii: "-") { place += 1 }
    guard place.pointee.isDigit else { return false }
    if place.pointee == UInt8(ascii: "0") {
      place += 1
      if place.pointee.isDigit { return false }
    } else {
      repeat { place += 1 } while place.pointee.isDigit
    }
    let length = place - start
    if place.pointee == UInt8(ascii: ".") {
      place += 1
      guard place.pointee.isDigit else { return false }
      repeat { place += 1 } while place.pointee.isDigit
    }
    // Without an exponent only a very long number can be too large.
    if place.pointee | 0x20 != UInt8(ascii: "e") {
      return length < Self.manyDigits || DecimalReader.exact(start).isFinite
    }
    place += 1
    if place.pointee == UInt8(ascii: "+") || place.pointee == UInt8(ascii: "-") { place += 1 }
    guard place.pointee.isDigit else { return false }
    repeat { place += 1 } while place.pointee.isDigit
    return DecimalReader.exact(start).isFinite
  }

  /// Goes behind `true`, `false` or `null`; returns whether it is one.
  @inline(__always)
  func skipLiteral(_ place: inout JSONBytes) -> Bool {
    switch place.pointee {
    case UInt8(ascii: "t"): skip("true", &place)
    case UInt8(ascii: "f"): skip("false", &place)
    case UInt8(ascii: "n"): skip("null", &place)
    default: false
    }
  }

  // No literal has a bracket, so the comparison ends before the text does.
  @inline(__always)
  private func skip(_ literal: StaticString, _ place: inout JSONBytes) -> Bool {
    for offset in 0..<literal.utf8CodeUnitCount where place[offset] != literal.utf8Start[offset] {
      return false
    }
    place += literal.utf8CodeUnitCount
    return true
  }
}
