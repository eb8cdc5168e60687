extension JSONWriter {
  /// Writes a number in its shortest form, as JavaScript does.
  ///
  /// JSON has no infinities and no NaN: for those, debug builds stop and release builds write invalid JSON.
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

  /// Writes a value of a parsed document.
  ///
  /// - Complexity: O(n) for n values in it.
  public mutating func value(_ value: JSONValue) {
    switch value.kind {
    case .null: null()
    case .bool: bool(value.bool ?? false)
    case .number: number(value.number ?? 0)
    case .string: string(value.string ?? "")
    case .array:
      beginArray()
      for element in value.elements { self.value(element) }
      endArray()
    case .object:
      beginObject()
      for (name, member) in value.members {
        key(String(name))
        self.value(member)
      }
      endObject()
    }
  }

  /// Writes a value that is JSON text already.
  ///
  /// - Complexity: O(n) amortized, where n is the number of bytes.
  public mutating func raw(value utf8: [UInt8]) {
    separate()
    bytes.append(contentsOf: utf8)
    needsComma = true
  }

  /// Writes a value that is JSON text already.
  ///
  /// - Complexity: O(n) amortized, where n is the number of bytes.
  public mutating func raw(value utf8: ByteBuffer) {
    separate()
    utf8.withUnsafeBytes { bytes.append(contentsOf: $0) }
    needsComma = true
  }

  /// Writes a piece of JSON text as it is, such as `,"frame":{"x":`.
  ///
  /// A comma precedes it where one is due and the piece does not begin with `,`, `]` or `}`. After it a comma is due
  /// unless it ends with one of `{`, `[`, `:` and `,`.
  ///
  /// - Precondition: the piece is not empty.
  /// - Complexity: O(n) amortized, where n is the length of the piece.
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
