/// A request body as it comes in.
struct BodyBuffer {
  private(set) var bytes: [UInt8] = []
  /// All that came, kept or not.
  private(set) var received = 0
  private var isFull = false
  /// What a client may announce and have room made for before it has sent anything.
  private static let trusted = 256 << 10

  /// Gives the body away, without a copy.
  mutating func take() -> [UInt8] {
    defer { bytes = [] }
    return bytes
  }

  /// Adds a piece; false once there is more than the limit, after which nothing is kept.
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
        // It means what it announced: one move now instead of several doublings.
        bytes.reserveCapacity(declared)
      }
    }
    bytes.append(contentsOf: piece)
    return true
  }
}
