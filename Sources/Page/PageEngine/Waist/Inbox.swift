#if hasFeature(Embedded)
  internal import CPageRuntime
#else
  internal import Glibc
#endif

/// The memory into which the page writes records for a session. It is used again for each, and only grows.
struct Inbox: ~Copyable {
  private var start: UnsafeMutableRawPointer?
  private var capacity = 0

  /// The largest record, in bytes.
  static let limit = 1 << 28

  deinit { free(start) }

  /// Makes room for a record; returns its address, or nil if there is no memory for so many bytes.
  mutating func makeRoom(_ bytes: Int) -> UnsafeMutableRawPointer? {
    guard bytes >= 0, bytes <= Self.limit else { return nil }
    if let start, bytes <= capacity { return start }
    let wanted = max(1024, bytes, min(2 * capacity, Self.limit))
    guard let region = realloc(start, wanted) else { return nil }
    // The page may send more of the record than it writes.
    (region + capacity).initializeMemory(as: UInt8.self, repeating: 0, count: wanted - capacity)
    start = region
    capacity = wanted
    return region
  }

  /// The first bytes of the memory; nil if it does not have so many.
  func record(_ bytes: Int) -> WaistRecord? {
    guard let start, bytes >= 0, bytes <= capacity else { return nil }
    return WaistRecord(UnsafeRawBufferPointer(start: start, count: bytes))
  }
}

/// A record of the page, of which no number is trusted: numbers outside of it are 0, and texts outside of it nil.
struct WaistRecord {
  private let bytes: UnsafeRawBufferPointer

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  var count: Int { bytes.count }

  func int(at offset: Int) -> Int { Int(truncatingIfNeeded: number(at: offset, of: Int32.self) ?? 0) }

  func unsigned(at offset: Int) -> UInt32 { number(at: offset, of: UInt32.self) ?? 0 }

  func double(at offset: Int) -> Double { number(at: offset, of: Double.self) ?? 0 }

  private func number<Number: BitwiseCopyable>(at offset: Int, of type: Number.Type) -> Number? {
    guard offset >= 0, offset <= count - MemoryLayout<Number>.size else { return nil }
    return bytes.loadUnaligned(fromByteOffset: offset, as: type)
  }

  /// Bytes from one offset to another; nil if they are not in the record.
  func bytes(from start: Int, to end: Int) -> [UInt8]? {
    guard start >= 0, start <= end, end <= count else { return nil }
    return Array(bytes[start..<end])
  }

  /// The text from one offset to another; nil if it is not in the record.
  func text(from start: Int, to end: Int) -> String? {
    guard start >= 0, start <= end, end <= count else { return nil }
    return String(decoding: UnsafeRawBufferPointer(rebasing: bytes[start..<end]), as: UTF8.self)
  }
}
