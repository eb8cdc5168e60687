/// The pieces of a stream that wait to be sent, the first of them perhaps in part.
struct StreamBacklog {
  /// Bytes that wait.
  private(set) var count = 0
  /// Those before `first` have been read and let go of.
  private var pieces: [(any ByteSource)?] = []
  private var first = 0
  /// Bytes of the first piece that have been read.
  private var offset = 0

  /// Says whether a piece may wait too. One that is longer than the limit may wait alone: else it never could.
  func hasRoom(for piece: any ByteSource, limit: Int) -> Bool {
    count == 0 || piece.unsafeBytes.count <= limit - count
  }

  /// Adds a piece at the end.
  mutating func append(_ piece: any ByteSource) {
    let added = piece.unsafeBytes.count
    guard added > 0 else { return }
    count += added
    pieces.append(piece)
  }

  /// Moves bytes from the front into a buffer until one is empty or the other full, and returns how many.
  mutating func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    var filled = 0
    while filled < buffer.count, first < pieces.count, let piece = pieces[first] {
      let left = UnsafeRawBufferPointer(rebasing: piece.unsafeBytes[offset...])
      let length = min(left.count, buffer.count - filled)
      UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
        .copyMemory(from: UnsafeRawBufferPointer(rebasing: left[..<length]))
      filled += length
      offset += length
      guard length == left.count else { break }
      pieces[first] = nil
      first += 1
      offset = 0
    }
    count -= filled
    forgetRead()
    return filled
  }

  /// Makes room once most of the places are of pieces that have been read, so that the cost of it is spread.
  private mutating func forgetRead() {
    if first == pieces.count {
      // A stream is mostly silent: after a burst it keeps no room for another.
      pieces.removeAll(keepingCapacity: pieces.capacity <= 16)
      first = 0
    } else if first > 32, first > pieces.count / 2 {
      pieces.removeFirst(first)
      first = 0
    }
  }
}
