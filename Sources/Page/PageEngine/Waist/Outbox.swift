#if hasFeature(Embedded)
  internal import CPageRuntime
#else
  internal import Glibc
#endif

/// The memory of a session's records, which is used again for each of them and only grows.
struct Outbox: ~Copyable {
  private(set) var start: UnsafeMutableRawPointer
  /// The bytes of the record so far.
  private(set) var count = 0
  private var capacity: Int

  init(capacity: Int = 8192) {
    self.capacity = capacity
    guard let region = malloc(capacity) else { fatalError("out of memory") }
    start = region
  }

  deinit { free(start) }

  /// Begins a record with a header, which is zero.
  mutating func begin(header: Int) {
    count = 0
    _ = column(UInt8.self, header)
  }

  /// Makes room for bytes, so that the addresses of the next columns stay as they are.
  ///
  /// - Complexity: O(1), amortised.
  mutating func reserve(_ bytes: Int) {
    guard bytes > capacity - count else { return }
    let (doubled, overflow) = capacity.multipliedReportingOverflow(by: 2)
    let wanted = max(overflow ? capacity : doubled, count + bytes)
    guard let region = realloc(start, wanted) else { fatalError("out of memory") }
    start = region
    capacity = wanted
  }

  /// Adds a column of zeros, which begins at a multiple of 8; returns its address until memory is reserved again.
  mutating func column<Number: BitwiseCopyable>(
    _ type: Number.Type, _ numbers: Int
  ) -> UnsafeMutablePointer<Number> {
    let place = (count + 7) & ~7
    let bytes = numbers * MemoryLayout<Number>.size
    reserve(place - count + bytes)
    (start + count).initializeMemory(as: UInt8.self, repeating: 0, count: place - count + bytes)
    count = place + bytes
    return (start + place).bindMemory(to: type, capacity: numbers)
  }

  /// Adds a column of bytes.
  mutating func column(bytes: [UInt8]) {
    let place = UnsafeMutableRawBufferPointer(start: column(UInt8.self, bytes.count), count: bytes.count)
    bytes.withUnsafeBytes { place.copyMemory(from: $0) }
  }

  /// Ends the record at a multiple of 8.
  mutating func finish() { _ = column(UInt8.self, 0) }

  /// Sets a number of the header.
  func set<Number: BitwiseCopyable>(_ number: Number, at offset: Int) {
    (start + offset).storeBytes(of: number, as: Number.self)
  }
}
