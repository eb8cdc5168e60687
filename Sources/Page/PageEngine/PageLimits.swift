import JSON

// A page has its memory to itself.

extension RequestLimits {
  /// The most bytes of one request by default.
  static let memoryOfOneRequest = 1 << 30
}

/// The share of a request in the memory of all, which is not limited here.
final class WorkShare: Sendable {
  func cover(_ bytes: Int) -> Bool { true }
}

enum WorkMemory {
  static let free = Int.max
}

extension LayoutResponse {
  /// Pictures are drawn by the service alone.
  func encodedPicture(_ budget: EncodingBudget) throws(Problem) -> ByteBuffer {
    throw ResponseFormat.notAcceptable([.objects, .columns, .binary])
  }
}
