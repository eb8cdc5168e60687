// Binary answers: columns of numbers, little-endian, each aligned for a typed array over it.
extension ByteWriter {
  /// Appends an integer, its lowest byte first.
  ///
  /// - Complexity: O(1) amortized
  @inlinable public mutating func append<T: FixedWidthInteger>(littleEndian value: T) {
    room(for: MemoryLayout<T>.size).storeBytes(of: value.littleEndian, as: T.self)
    used &+= MemoryLayout<T>.size
  }

  /// Appends the 8 bytes of a double, lowest first.
  ///
  /// - Complexity: O(1) amortized
  @inlinable public mutating func append(littleEndian value: Double) {
    append(littleEndian: value.bitPattern)
  }

  /// Appends zeros until the count is a multiple of `alignment`.
  ///
  /// - Precondition: `alignment` is positive.
  /// - Complexity: O(n) amortized, where n is the alignment.
  public mutating func pad(toMultipleOf alignment: Int) {
    precondition(alignment > 0, "an alignment is positive")
    let extra = (alignment - used % alignment) % alignment
    room(for: extra).initializeMemory(as: UInt8.self, repeating: 0, count: extra)
    used += extra
  }
}
