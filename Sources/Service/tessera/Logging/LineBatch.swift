import JSON

/// Lines that wait for the thread that writes them, in the form in which adding one costs its caller least.
protocol LineBatch: Sendable {
  var lineCount: Int { get }
  /// Bytes of memory that the lines take.
  var byteCount: Int { get }

  mutating func removeAll(keepingCapacity: Bool)

  /// Writes the lines in their order, each with a line feed.
  func write(to page: inout ByteWriter)

  /// Writes a line that says how many lines are missing in its place.
  func writeNotice(ofDropped count: Int, to page: inout ByteWriter)
}
