/// Writes JSON straight into a byte buffer, value by value.
///
/// The caller follows the grammar (a key before each value of an object, an end for each beginning);
/// the writer inserts commas, escapes strings and formats numbers.
public struct JSONWriter: ~Copyable {
  @usableFromInline var bytes: ByteWriter
  /// Whether a comma is due before the next key or value.
  @usableFromInline var needsComma = false

  /// Creates a writer with room for `capacity` bytes before it has to grow.
  ///
  /// - Complexity: O(1)
  public init(capacity: Int = 4096) { bytes = ByteWriter(capacity: capacity) }

  /// A writer of a JSON text behind the bytes that are there already.
  ///
  /// - Complexity: O(1)
  public init(continuing bytes: consuming ByteWriter) { self.bytes = bytes }

  /// What has been written, for others to continue.
  ///
  /// - Complexity: O(1)
  public consuming func release() -> ByteWriter { bytes }

  /// The number of bytes written.
  ///
  /// - Complexity: O(1)
  @inlinable public var count: Int { bytes.used }

  /// Returns the bytes written, without a copy.
  ///
  /// - Complexity: O(1)
  public consuming func finish() -> ByteBuffer { bytes.finish() }

  /// Writes `{`.
  ///
  /// - Complexity: O(1) amortized
  @inlinable public mutating func beginObject() { begin(UInt8(ascii: "{")) }

  /// Writes `}`.
  ///
  /// - Complexity: O(1) amortized
  @inlinable public mutating func endObject() { end(UInt8(ascii: "}")) }

  /// Writes `[`.
  ///
  /// - Complexity: O(1) amortized
  @inlinable public mutating func beginArray() { begin(UInt8(ascii: "[")) }

  /// Writes `]`.
  ///
  /// - Complexity: O(1) amortized
  @inlinable public mutating func endArray() { end(UInt8(ascii: "]")) }

  @inlinable mutating func begin(_ bracket: UInt8) {
    separate()
    bytes.append(bracket)
    needsComma = false
  }

  @inlinable mutating func end(_ bracket: UInt8) {
    bytes.append(bracket)
    needsComma = true
  }

  /// Writes the comma that is due.
  @inlinable @inline(__always)
  mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
  }
}
