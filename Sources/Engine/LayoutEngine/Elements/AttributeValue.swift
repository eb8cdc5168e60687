/// A value that an attribute may have: numbers, or a flag.
@usableFromInline
package protocol AttributeValue: Hashable, Sendable {
  /// How many numbers the value has; 0 for a flag.
  static var width: Int { get }

  /// The name of a choice, which JSON has in place of its number; nil for any other value.
  var name: String? { get }

  /// Writes the numbers. A flag has none: it is written if it is set.
  func write<Writer: AttributeWriter & ~Copyable>(to writer: inout Writer)
}

extension AttributeValue {
  @inlinable @inline(__always)
  package var name: String? { nil }
}

/// Takes the numbers of values.
@usableFromInline
package protocol AttributeWriter: ~Copyable {
  /// Takes a number.
  mutating func number(_ number: Double)
  /// Takes a whole number.
  mutating func number(_ number: Int)
}

/// A value that an attribute of an `Appearance` may have: items may have it of their own, and layouts mirror it.
@usableFromInline
package protocol AppearanceValue: AttributeValue {
  /// Reads the numbers that `write` writes; a flag is set.
  init<Reader: AttributeReader>(from reader: inout Reader) throws(Reader.Failure)

  /// The value with left and right exchanged.
  var mirrored: Self { get }
}

extension AppearanceValue {
  @inlinable @inline(__always)
  package var mirrored: Self { self }
}

/// Returns the numbers of values.
@usableFromInline
package protocol AttributeReader {
  /// The error of a reader that has too few numbers.
  associatedtype Failure: Error

  /// Returns the next number.
  mutating func number() throws(Failure) -> Double
  /// Returns the next number, which is whole and may be negative.
  mutating func signed() throws(Failure) -> Int
}

extension Bool: AppearanceValue {
  @inlinable @inline(__always)
  package static var width: Int { 0 }

  @inlinable @inline(__always)
  package func write<Writer: AttributeWriter & ~Copyable>(to writer: inout Writer) {}

  @inlinable
  package init<Reader: AttributeReader>(from reader: inout Reader) throws(Reader.Failure) { self = true }
}

extension Int: AppearanceValue {
  @inlinable @inline(__always)
  package static var width: Int { 1 }

  @inlinable @inline(__always)
  package func write<Writer: AttributeWriter & ~Copyable>(to writer: inout Writer) { writer.number(self) }

  @inlinable
  package init<Reader: AttributeReader>(from reader: inout Reader) throws(Reader.Failure) {
    self = try reader.signed()
  }
}

extension Double: AppearanceValue {
  @inlinable @inline(__always)
  package static var width: Int { 1 }

  @inlinable @inline(__always)
  package func write<Writer: AttributeWriter & ~Copyable>(to writer: inout Writer) { writer.number(self) }

  @inlinable
  package init<Reader: AttributeReader>(from reader: inout Reader) throws(Reader.Failure) {
    self = try reader.number()
  }
}

extension AffineTransform: AppearanceValue {
  @inlinable @inline(__always)
  package static var width: Int { 6 }

  @inlinable
  package func write<Writer: AttributeWriter & ~Copyable>(to writer: inout Writer) {
    for number in [a, b, c, d, tx, ty] { writer.number(number) }
  }

  @inlinable
  package init<Reader: AttributeReader>(from reader: inout Reader) throws(Reader.Failure) {
    self.init(
      a: try reader.number(), b: try reader.number(), c: try reader.number(), d: try reader.number(),
      tx: try reader.number(), ty: try reader.number())
  }
}

extension Transform3D: AppearanceValue {
  @inlinable @inline(__always)
  package static var width: Int { 16 }

  @inlinable
  package func write<Writer: AttributeWriter & ~Copyable>(to writer: inout Writer) {
    for number in numbers { writer.number(number) }
  }

  @inlinable
  package init<Reader: AttributeReader>(from reader: inout Reader) throws(Reader.Failure) {
    self.init(
      m11: try reader.number(), m12: try reader.number(), m13: try reader.number(), m14: try reader.number(),
      m21: try reader.number(), m22: try reader.number(), m23: try reader.number(), m24: try reader.number(),
      m31: try reader.number(), m32: try reader.number(), m33: try reader.number(), m34: try reader.number(),
      m41: try reader.number(), m42: try reader.number(), m43: try reader.number(), m44: try reader.number())
  }
}

extension PinnedEdge: AttributeValue {
  @inlinable @inline(__always)
  package static var width: Int { 1 }

  @inlinable
  package var name: String? {
    switch self {
    case .start: "start"
    case .end: "end"
    }
  }

  @inlinable @inline(__always)
  package func write<Writer: AttributeWriter & ~Copyable>(to writer: inout Writer) {
    writer.number(Int(truncatingIfNeeded: rawValue))
  }
}
