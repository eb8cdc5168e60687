/// A stream of decisions that bytes make: a fuzzer that changes a byte changes a decision.
///
/// Without further bytes every decision is the first choice, so that every input ends.
struct Decisions {
  private let bytes: [UInt8]
  private var next = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Whether all bytes are used up.
  var isSpent: Bool { next >= bytes.count }

  /// A number from 0 up to a limit of at most 65,536.
  mutating func below(_ limit: Int) -> Int {
    if limit <= 256 { return Int(byte()) % limit }
    return (Int(byte()) << 8 | Int(byte())) % limit
  }

  mutating func pick<Values: RandomAccessCollection>(_ values: Values) -> Values.Element {
    values[values.index(values.startIndex, offsetBy: below(values.count))]
  }

  /// Whether something happens that happens once in so many times; never after the last byte.
  mutating func once(in times: Int) -> Bool { below(times) == times - 1 }

  private mutating func byte() -> UInt8 {
    guard next < bytes.count else { return 0 }
    defer { next += 1 }
    return bytes[next]
  }

  /// All bytes that are left.
  mutating func rest() -> [UInt8] {
    defer { next = bytes.count }
    return Array(bytes[min(next, bytes.count)...])
  }
}
