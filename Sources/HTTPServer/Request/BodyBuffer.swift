/// A request body as it arrives.
struct BodyBuffer {
  private(set) var bytes: [UInt8] = []
  /// The bytes that have arrived, whether or not they are still here.
  private(set) var received = 0
  private var isFull = false
  /// How many announced bytes memory is reserved for before any have arrived.
  private static let trusted = 256 << 10

  /// Moves the body out, without a copy.
  mutating func take() -> [UInt8] {
    defer { bytes = [] }
    return bytes
  }

  /// Adds a piece; returns false once the body is longer than the limit, and then drops it.
  mutating func append(_ piece: UnsafeRawBufferPointer, declared: Int?, limit: Int) -> Bool {
    received += piece.count
    guard !isFull, received <= limit else {
      isFull = true
      bytes = []
      return false
    }
    if let declared {
      if bytes.isEmpty {
        bytes.reserveCapacity(min(declared, Self.trusted))
      } else if received > Self.trusted, bytes.capacity < declared {
        // The announcement has proved true: one move now instead of several doublings.
        bytes.reserveCapacity(declared)
      }
    }
    bytes.append(contentsOf: piece)
    return true
  }
}
