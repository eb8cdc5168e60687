/// Bytes of XML as they grow: markup goes in as it is, foreign text escaped, numbers short.
struct MarkupWriter {
  private(set) var bytes: [UInt8] = []

  init(capacity: Int) {
    bytes.reserveCapacity(capacity)
  }

  /// Writes markup of our own, as it is.
  @inline(__always)
  mutating func raw(_ markup: String) {
    bytes.append(contentsOf: markup.utf8)
  }

  /// Writes a character that means nothing to XML.
  @inline(__always)
  mutating func raw(_ scalar: Unicode.Scalar) {
    bytes.append(contentsOf: UTF8.encode(scalar)!)
  }

  @inline(__always)
  mutating func attribute(_ name: String, _ value: Double) {
    bytes.append(0x20)
    raw(name)
    raw("=\"")
    number(value)
    bytes.append(0x22)
  }

  /// Writes an attribute whose value is ours: a class name, a path, a keyword.
  @inline(__always)
  mutating func attribute(_ name: String, _ value: String) {
    bytes.append(0x20)
    raw(name)
    raw("=\"")
    raw(value)
    bytes.append(0x22)
  }
}

extension MarkupWriter {
  /// Writes a number with at most three decimals and none that are zero.
  ///
  /// Three tell the pixels of every screen apart: a third of a point is 0.333. Numbers so large that they
  /// have no such digits are written without.
  mutating func number(_ value: Double) {
    decimal(value, places: value.magnitude < 1e12 ? 3 : 0)
  }

  /// Writes a number with at most `places` decimals (six at the most) and none that are zero.
  mutating func decimal(_ value: Double, places: Int) {
    guard value.isFinite else { return bytes.append(0x30) }
    var unit: Int64 = 1
    for _ in 0..<places { unit *= 10 }
    let limit = 9e18 / Double(unit)
    let scaled = Int64((min(max(value, -limit), limit) * Double(unit)).rounded())
    if scaled < 0 { bytes.append(0x2D) }
    let magnitude = scaled.magnitude
    digits(magnitude / UInt64(unit))
    fraction(magnitude % UInt64(unit), unit: UInt64(unit))
  }

  private mutating func digits(_ value: UInt64) {
    var power: UInt64 = 1
    while value / power >= 10 { power *= 10 }
    while power > 0 {
      bytes.append(0x30 + UInt8(truncatingIfNeeded: value / power % 10))
      power /= 10
    }
  }

  private mutating func fraction(_ value: UInt64, unit: UInt64) {
    guard value > 0 else { return }
    bytes.append(0x2E)
    var rest = value
    var power = unit / 10
    while rest > 0 {
      bytes.append(0x30 + UInt8(truncatingIfNeeded: rest / power))
      rest %= power
      power /= 10
    }
  }
}
