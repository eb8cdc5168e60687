/// Doubles as decimal text, in the shortest form that reads back as the same double.
///
/// Three methods, each exact where it applies: whole numbers; numbers of few decimals, as most coordinates
/// are; any other number of ordinary magnitude (`ShortestDecimal`). All other numbers use the standard
/// library's digits (`DecimalText`).
enum Decimal {
  /// Room for the longest text (25 bytes, for numbers near -1e-6).
  static let greatestLength = 32

  /// Writes a finite number and returns its length.
  static func write(_ number: Double, to place: UnsafeMutablePointer<UInt8>) -> Int {
    assert(number.isFinite, "JSON has no text for \(number)")
    let magnitude = number.magnitude
    var sign = 0
    if number < 0 {
      place.pointee = UInt8(ascii: "-")
      sign = 1
    }
    let place = place + sign
    // Below 2^53 every whole number is a double of its own, and the conversion to an integer is exact.
    guard magnitude < 0x1p53 else { return sign + DecimalText.write(magnitude, to: place) }
    let whole = Int64(magnitude)
    if Double(whole) == magnitude { return sign + Digits.write(UInt64(bitPattern: whole), to: place) }
    if let length = writeFixed(magnitude, whole, decimals: 2, scale: 100, to: place) { return sign + length }
    if let length = writeFixed(magnitude, whole, decimals: 6, scale: 1e6, to: place) { return sign + length }
    if let length = ShortestDecimal.write(magnitude, whole, to: place) { return sign + length }
    return sign + DecimalText.write(magnitude, to: place)
  }

  /// Writes a number that equals n / `scale` for a whole n of at most 15 digits; returns nil for any other.
  ///
  /// No two decimals of at most 15 digits read as the same double. So if n / scale reads back as the number (the
  /// division of two exact doubles is rounded once, as reading is), no other such decimal does, and without its zeros
  /// at the end it is the shortest.
  @inline(__always)
  private static func writeFixed(
    _ magnitude: Double, _ whole: Int64, decimals: Int, scale: Double, to place: UnsafeMutablePointer<UInt8>
  ) -> Int? {
    let scaled = magnitude * scale + 0.5
    guard scaled < 1e15 else { return nil }
    let digits = Int64(scaled)
    guard Double(digits) / scale == magnitude else { return nil }
    let fraction = digits &- whole &* Int64(scale)
    let wholeLength = Digits.write(UInt64(bitPattern: whole), to: place)
    place[wholeLength] = UInt8(ascii: ".")
    Digits.write(UInt64(bitPattern: fraction), count: decimals, to: place + wholeLength + 1)
    var length = wholeLength + 1 + decimals
    while place[length - 1] == UInt8(ascii: "0") { length &-= 1 }
    return length
  }
}
