import JSON

/// The content of a response: the computed values, which a writer encodes as bytes.
package protocol ResponseBody {
  /// The approximate number of bytes of the response as JSON.
  var expectedBytes: Int { get }

  /// Writes the response.
  ///
  /// - Throws: `answerTooLarge`, or `deadlineExceeded` if the client no longer waits.
  func write(
    to writer: inout some ResponseWriter & ~Copyable, _ budget: EncodingBudget
  ) throws(Problem)

  /// Returns the bytes of the response in a format.
  ///
  /// - Throws: `notAcceptable` for a format that the response is not available in, `answerTooLarge`,
  ///   `deadlineExceeded`.
  /// - Complexity: O(n) for a response of n values.
  func encoded(as format: ResponseFormat, _ budget: EncodingBudget) throws(Problem) -> ByteBuffer
}

extension ResponseBody {
  package var expectedBytes: Int { 512 }

  @inlinable
  package func encoded(as format: ResponseFormat, _ budget: EncodingBudget) throws(Problem) -> ByteBuffer {
    try encodedInFull(as: format, budget)
  }

  /// Returns the bytes of the response in one of the formats in which every response is available. Only this function
  /// knows the writer of each format.
  @inlinable
  package func encodedInFull(as format: ResponseFormat, _ budget: EncodingBudget) throws(Problem)
    -> ByteBuffer
  {
    switch format {
    case .objects: try encoded(by: JSONWriter.self, budget)
    case .columns, .binary, .svg, .html, .css: throw ResponseFormat.notAcceptable(ResponseFormat.full)
    }
  }

  /// Returns the response as a writer encodes it.
  @inlinable
  package func encoded<Writer: ResponseWriter & ~Copyable>(
    by type: Writer.Type, _ budget: EncodingBudget
  ) throws(Problem) -> ByteBuffer {
    try budget.reserve(expecting: expectedBytes)
    var writer = Writer(continuing: ByteWriter(capacity: min(expectedBytes, max(512, budget.bytes))))
    try write(to: &writer, budget)
    try budget.check(row: 0, written: writer.count)
    return writer.release().finish()
  }
}

/// The bytes of a response, and the headers that belong to them.
public struct EncodedResponse {
  /// The body.
  public var bytes: ByteBuffer
  /// The header fields that the body needs.
  public var headers: [(name: String, value: String)] = []

  /// Creates a response of bytes.
  package init(bytes: ByteBuffer, headers: [(name: String, value: String)] = []) {
    self.bytes = bytes
    self.headers = headers
  }
}

/// The limits of an encoder.
package struct EncodingBudget {
  /// The most bytes of the response.
  package var bytes: Int
  /// Called now and then: encoding stops once no client waits for the response.
  var isCancelled: () -> Bool = { false }
  /// Advice to the client on how to get a smaller response.
  var remedy = "request less with \"visibleRect\""
  /// Reserves the memory that the response takes until it is complete; throws if there is too little.
  private var reserve: (RequestCost) throws(Problem) -> Void

  /// Creates a budget of the most bytes of a response.
  package init(
    bytes: Int, isCancelled: @escaping () -> Bool = { false },
    remedy: String = "request less with \"visibleRect\"",
    reserve: @escaping (RequestCost) throws(Problem) -> Void = { (_) throws(Problem) in }
  ) {
    self.bytes = bytes
    self.isCancelled = isCancelled
    self.remedy = remedy
    self.reserve = reserve
  }

  /// Reserves memory for a response that will have about so many bytes: for its elements, its text, and a copy of the text
  /// while that grows.
  ///
  /// - Throws: `memoryFull`.
  package func reserve(expecting bytes: Int) throws(Problem) {
    try reserve(RequestCost(bytes: 3 &* min(bytes, self.bytes), work: 0))
  }

  /// Throws if the response exceeds its limit, and now and then checks whether the client still waits.
  @inline(__always)
  package func check(row: Int, written: Int) throws(Problem) {
    if written > bytes { throw tooLarge }
    if row & 0xFFF == 0xFFF, isCancelled() {
      throw Problem(.deadlineExceeded, "The request was cancelled while its response was written.")
    }
  }

  /// Throws if a response of so many bytes at least is too large, before any part of it is made.
  func check(leastBytes: Double) throws(Problem) {
    if leastBytes > Double(bytes) { throw tooLarge }
  }

  /// Throws if so many elements cannot fit into the response, before any is collected.
  package func checkAll(_ count: Int, as format: ResponseFormat) throws(Problem) {
    if count > bytes / format.leastBytesPerElement { throw tooLarge }
  }

  /// The problem of a response that is too large.
  package var tooLarge: Problem {
    Problem(.answerTooLarge, "The response may have at most \(bytes) bytes; \(remedy).")
  }
}
