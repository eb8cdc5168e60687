import HTTPServer
import JSON

/// What a response says, between what was computed and its bytes.
protocol ResponseBody {
  /// About how many bytes the response takes as JSON.
  var expectedBytes: Int { get }

  /// Writes the response.
  ///
  /// - Throws: `answerTooLarge`, or `deadlineExceeded` when no client waits any more.
  func write(
    to writer: inout some ResponseWriter & ~Copyable, _ budget: EncodingBudget
  ) throws(Problem)

  /// Returns the bytes of the response in a format.
  ///
  /// - Throws: `notAcceptable` for a format that the response does not come in, `answerTooLarge`, `deadlineExceeded`.
  /// - Complexity: O(n) for a response of n values.
  func encoded(as format: ResponseFormat, _ budget: EncodingBudget) throws(Problem) -> ByteBuffer
}

extension ResponseBody {
  var expectedBytes: Int { 512 }

  func encoded(as format: ResponseFormat, _ budget: EncodingBudget) throws(Problem) -> ByteBuffer {
    try encodedInFull(as: format, budget)
  }

  /// Returns the bytes of the response in one of the formats that every response comes in: the one place that knows the
  /// writer of each.
  func encodedInFull(as format: ResponseFormat, _ budget: EncodingBudget) throws(Problem) -> ByteBuffer {
    switch format {
    case .objects: try encoded(by: JSONWriter.self, budget)
    case .columns, .binary, .svg: throw ResponseFormat.notAcceptable(ResponseFormat.full)
    }
  }

  /// Returns what a writer makes of the response.
  func encoded<Writer: ResponseWriter & ~Copyable>(
    by type: Writer.Type, _ budget: EncodingBudget
  ) throws(Problem) -> ByteBuffer {
    var writer = Writer(continuing: ByteWriter(capacity: min(expectedBytes, max(512, budget.bytes))))
    try write(to: &writer, budget)
    try budget.check(row: 0, written: writer.count)
    return writer.release().finish()
  }
}

/// The bytes of a response lie where a writer has written them.
extension ByteBuffer: ByteSource {
  public var unsafeBytes: UnsafeRawBufferPointer { withUnsafeBytes { $0 } }
}

/// What an encoder may spend.
struct EncodingBudget {
  /// Bytes of the response.
  var bytes: Int
  /// Asked now and then: a response that no client waits for is not written to its end.
  var isCancelled: () -> Bool = { false }
  /// How the client can ask for less.
  var remedy = "request less with \"visibleRect\""

  /// Throws when the response grows beyond its limit, and now and then when no client waits for it.
  @inline(__always)
  func check(row: Int, written: Int) throws(Problem) {
    if written > bytes { throw tooLarge }
    if row & 0xFFF == 0xFFF, isCancelled() {
      throw Problem(.deadlineExceeded, "The request was cancelled while its response was written.")
    }
  }

  /// Throws when so many elements cannot fit into the response, before any is collected.
  func checkAll(_ count: Int, as format: ResponseFormat) throws(Problem) {
    if count > bytes / format.leastBytesPerElement { throw tooLarge }
  }

  var tooLarge: Problem {
    Problem(.answerTooLarge, "The response may have at most \(bytes) bytes; \(remedy).")
  }
}
