/// A request body as it arrives or is decompressed.
struct BodyBuffer {
  private(set) var bytes: [UInt8] = []
  /// The bytes that have arrived, whether or not they are still here.
  private(set) var received = 0
  private let limit: Int
  /// The share of the bytes in the memory for bodies; nil if nothing reads the body, which drops it.
  private var charge: BodyCharge?
  /// The bytes that are reserved for the array.
  private var reserved = 0
  /// How many announced bytes memory is reserved for before any have arrived.
  private static let trusted = 256 << 10

  init(limit: Int = .max, charge: BodyCharge? = nil) {
    self.limit = limit
    self.charge = charge
  }

  /// Moves the body and its share of the memory for bodies out, without a copy.
  mutating func take() -> (bytes: [UInt8], charge: BodyCharge?) {
    defer { drop() }
    return (bytes, charge)
  }

  private mutating func drop() {
    bytes = []
    charge = nil
    reserved = 0
  }

  /// Adds a piece.
  ///
  /// - Parameter declared: how many bytes the body will have, as its sender says; nil if it does not.
  /// - Throws: `.bodyTooLarge`, or the errors of `BodyCharge`. The body is dropped then.
  mutating func append(_ piece: UnsafeRawBufferPointer, declared: Int?) throws(TransportError) {
    received += piece.count
    do throws(TransportError) {
      guard received <= limit else { throw .bodyTooLarge(limit: limit) }
      guard let charge else { return }
      try charge.add(piece.count)
      if received > reserved { try grow(declared, charge) }
    } catch {
      drop()
      throw error
    }
    bytes.append(contentsOf: piece)
  }

  /// Moves the body to an array with room for all that has been received.
  ///
  /// - Throws: `.bodyMemoryFull` if the process has no room for that array beside the old one.
  private mutating func grow(_ declared: Int?, _ charge: BodyCharge) throws(TransportError) {
    let announced = min(declared ?? 0, limit)
    // An announcement that has proved true saves several moves; doubling takes the place of one that has not.
    let trusted = received > Self.trusted ? announced : min(announced, Self.trusted)
    let capacity = trusted >= received ? trusted : min(limit, max(received, 2 * reserved))
    try charge.allocate(capacity)
    bytes.reserveCapacity(capacity)
    if reserved > 0 { charge.free(reserved) }
    reserved = capacity
  }
}
