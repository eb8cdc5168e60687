import Support

/// The pieces of a stream that wait to be sent, the first of them perhaps in part.
struct StreamBacklog {
  /// Bytes that wait.
  private(set) var count = 0
  private var pieces = Deque<any ByteSource>()
  /// Bytes of the first piece that have been read.
  private var offset = 0

  /// Says whether a piece may wait too. A piece longer than the limit may wait alone: otherwise it never could.
  func hasRoom(for piece: any ByteSource, limit: Int) -> Bool {
    count == 0 || piece.unsafeBytes.count <= limit - count
  }

  /// Adds a piece at the end.
  ///
  /// - Complexity: O(1) amortized.
  mutating func append(_ piece: any ByteSource) {
    let added = piece.unsafeBytes.count
    guard added > 0 else { return }
    count += added
    pieces.append(piece)
  }

  /// Moves bytes from the front into a buffer until the backlog is empty or the buffer full, and returns how many.
  mutating func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    var filled = 0
    while filled < buffer.count, let piece = pieces.first {
      let left = UnsafeRawBufferPointer(rebasing: piece.unsafeBytes[offset...])
      let length = min(left.count, buffer.count - filled)
      UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
        .copyMemory(from: UnsafeRawBufferPointer(rebasing: left[..<length]))
      filled += length
      offset += length
      guard length == left.count else { break }
      pieces.removeFirst()
      offset = 0
    }
    count -= filled
    // A stream is mostly silent: between bursts it holds no memory for another.
    if pieces.isEmpty { pieces = [] }
    return filled
  }
}
