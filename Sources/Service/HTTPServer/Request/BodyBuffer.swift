/// A request body as it arrives.
struct BodyBuffer {
  private(set) var bytes: [UInt8] = []
  /// The bytes that have arrived, whether or not they are still here.
  private(set) var received = 0
  private let limit: Int
  /// The share of the bytes in the memory for bodies; nil if nothing reads the body, which drops it.
  private var charge: BodyCharge?
  /// How many announced bytes memory is reserved for before any have arrived.
  private static let trusted = 256 << 10

  init(limit: Int = .max, charge: BodyCharge? = nil) {
    self.limit = limit
    self.charge = charge
  }

  /// Moves the body and its share of the memory for bodies out, without a copy.
  mutating func take() -> (bytes: [UInt8], charge: BodyCharge?) {
    defer {
      bytes = []
      charge = nil
    }
    return (bytes, charge)
  }

  /// Adds a piece.
  ///
  /// - Throws: `.bodyTooLarge`, or the errors of `BodyCharge`. The body is dropped then.
  mutating func append(_ piece: UnsafeRawBufferPointer, declared: Int?) throws(TransportError) {
    received += piece.count
    do throws(TransportError) {
      guard received <= limit else { throw .bodyTooLarge(limit: limit) }
      guard let charge else { return }
      try charge.add(piece.count)
    } catch {
      bytes = []
      charge = nil
      throw error
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
  }
}
