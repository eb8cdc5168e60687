extension ByteWriter {
  /// Appends a number as `String(number)` of JavaScript has it: the fewest digits that read back as the
  /// same double, no exponent from 1e-6 to below 1e21, `0` for negative zero.
  ///
  /// - Precondition: The number is finite.
  /// - Complexity: O(1) amortized
  public mutating func append(decimal number: Double) {
    let place = room(for: Decimal.greatestLength).assumingMemoryBound(to: UInt8.self)
    used &+= Decimal.write(number, to: place)
  }

  /// Appends an integer.
  ///
  /// - Complexity: O(1) amortized
  public mutating func append(decimal number: Int) {
    var place = room(for: Decimal.greatestLength).assumingMemoryBound(to: UInt8.self)
    if number < 0 {
      place.pointee = UInt8(ascii: "-")
      place += 1
      used &+= 1
    }
    used &+= Digits.write(UInt64(number.magnitude), to: place)
  }
}
