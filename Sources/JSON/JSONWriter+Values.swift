extension JSONWriter {
  /// Writes a number in its shortest form, as JavaScript does.
  ///
  /// Infinities and NaN have no place in JSON and are a fault of the caller's: debug builds stop, release
  /// builds write what no parser takes.
  ///
  /// - Precondition: The number is finite.
  /// - Complexity: O(1) amortized
  public mutating func number(_ value: Double) {
    separate()
    bytes.append(decimal: value)
    needsComma = true
  }

  /// Writes an integer.
  ///
  /// - Complexity: O(1) amortized
  public mutating func number(_ value: Int) {
    separate()
    bytes.append(decimal: value)
    needsComma = true
  }

  /// Writes `true` or `false`.
  ///
  /// - Complexity: O(1) amortized
  @inlinable public mutating func bool(_ value: Bool) {
    separate()
    if value { bytes.append("true") } else { bytes.append("false") }
    needsComma = true
  }

  /// Writes `null`.
  ///
  /// - Complexity: O(1) amortized
  @inlinable public mutating func null() {
    separate()
    bytes.append("null")
    needsComma = true
  }

  /// Writes a run of JSON as it stands, such as `,"frame":{"x":`.
  ///
  /// A comma goes before it where one is due and the run does not begin with `,`, `]` or `}`. After it a
  /// comma is due unless it ends with one of `{`, `[`, `:` and `,`.
  ///
  /// - Precondition: The run is not empty.
  /// - Complexity: O(n) amortized, where n is the length of the run.
  @inlinable @inline(__always)
  public mutating func raw(_ run: StaticString) {
    let first = run.utf8Start[0]
    let last = run.utf8Start[run.utf8CodeUnitCount &- 1]
    if first != UInt8(ascii: ","), first != UInt8(ascii: "]"), first != UInt8(ascii: "}") { separate() }
    bytes.append(run)
    needsComma =
      last != UInt8(ascii: "{") && last != UInt8(ascii: "[") && last != UInt8(ascii: ":")
      && last != UInt8(ascii: ",")
  }
}
