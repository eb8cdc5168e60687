#if hasFeature(Embedded)
  internal import CPageRuntime
#else
  internal import Glibc
#endif

/// A growing buffer that becomes a ``ByteBuffer`` without a copy.
///
/// The operations for each element are inlined into other modules, down to a comparison and a store;
/// growing is a call out of line.
@frozen public struct ByteWriter: ~Copyable {
  @usableFromInline var start: UnsafeMutableRawPointer
  @usableFromInline var used = 0
  @usableFromInline var capacity: Int

  /// Creates a writer with room for `capacity` bytes before it has to grow.
  ///
  /// - Complexity: O(1)
  public init(capacity: Int = 4096) {
    self.capacity = max(64, capacity)
    guard let region = malloc(self.capacity) else { fatalError("out of memory") }
    start = region
  }

  deinit { free(start) }

  /// The number of bytes written.
  ///
  /// - Complexity: O(1)
  @inlinable public var count: Int { used }

  /// The unused bytes that a finished buffer may keep.
  private static let slack = 64 << 10

  /// Returns the bytes written, without a copy.
  ///
  /// - Complexity: O(1); large regions are shortened by the kernel.
  public consuming func finish() -> ByteBuffer {
    let isLoose = capacity - used > Self.slack
    let (start, count) = release()
    return ByteBuffer(adopting: isLoose ? realloc(start, max(1, count)) ?? start : start, count: count)
  }

  /// Returns the memory, which the caller frees.
  consuming func release() -> (start: UnsafeMutableRawPointer, count: Int) {
    let region = (start, used)
    discard self
    return region
  }

  /// Makes room for `extra` bytes and returns where they go.
  @inlinable @inline(__always)
  mutating func room(for extra: Int) -> UnsafeMutableRawPointer {
    if extra > capacity &- used { grow(by: extra) }
    return start + used
  }

  @usableFromInline @inline(never)
  mutating func grow(by extra: Int) {
    // Doubling keeps appending O(1) amortized; large regions are moved by the kernel, not copied.
    let (doubled, overflow) = capacity.multipliedReportingOverflow(by: 2)
    let wanted = max(overflow ? capacity : doubled, used + extra)
    guard let region = realloc(start, wanted) else { fatalError("out of memory") }
    start = region
    capacity = wanted
  }
}

extension ByteWriter {
  /// Appends one byte.
  ///
  /// - Complexity: O(1) amortized
  @inlinable public mutating func append(_ byte: UInt8) {
    room(for: 1).storeBytes(of: byte, as: UInt8.self)
    used &+= 1
  }

  /// Appends a literal.
  ///
  /// - Complexity: O(n) amortized, where n is the length of the literal.
  @inlinable @inline(__always)
  public mutating func append(_ literal: StaticString) {
    let length = literal.utf8CodeUnitCount
    room(for: length).copyMemory(from: literal.utf8Start, byteCount: length)
    used &+= length
  }

  /// Appends bytes as they are.
  ///
  /// - Complexity: O(n) amortized, where n is the number of bytes.
  public mutating func append(contentsOf bytes: UnsafeRawBufferPointer) {
    guard let source = bytes.baseAddress else { return }
    room(for: bytes.count).copyMemory(from: source, byteCount: bytes.count)
    used += bytes.count
  }

  /// Appends bytes as they are.
  ///
  /// - Complexity: O(n) amortized, where n is the number of bytes.
  public mutating func append(contentsOf bytes: some Collection<UInt8>) {
    let length = bytes.count
    let place = UnsafeMutableRawBufferPointer(start: room(for: length), count: length)
    place.copyBytes(from: bytes)
    used += length
  }
}

extension ByteWriter {
  /// Appends a number as JavaScript's `String(number)` writes it: the fewest digits that read back as the
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

// Binary responses: columns of numbers, little-endian, each aligned for a typed array over it.
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
