import CZlib
import Cancellation
import Support

extension Gzip {
  /// The unused bytes that an array may keep.
  private static let slack = 64 << 10

  /// Returns bytes as one gzip member, or nil if that would not be shorter.
  ///
  /// Complexity: O(n) in the length of the bytes.
  static func deflate(_ bytes: UnsafeRawBufferPointer, level: Int) -> [UInt8]? {
    guard bytes.count > 20, let deflater = Deflater.take(level: level) else { return nil }
    defer { deflater.giveBack() }
    // Output as long as the input is not worth sending.
    let output = [UInt8](unsafeUninitializedCapacity: bytes.count - 1) { buffer, count in
      count = deflater.run(bytes, into: buffer) ?? 0
    }
    guard !output.isEmpty else { return nil }
    // A slow client would keep the room that was not needed.
    return bytes.count - output.count > slack ? output.withUnsafeBufferPointer { Array($0) } : output
  }
}

/// zlib's writing state: 256 KB, which are worth reusing for the next response.
private final class Deflater {
  private let level: Int
  private var stream = z_stream()

  private static let idle = IdleList<Deflater>(limit: 8)

  /// Returns a deflater of a level, an idle one if there is one; nil when memory has run out.
  static func take(level: Int) -> Deflater? {
    idle.take { $0.level == level } ?? Deflater(level: level)
  }

  private init?(level: Int) {
    self.level = level
    guard czlib_gzip_deflate_init(&stream, Int32(level)) == Z_OK else { return nil }
  }

  deinit { deflateEnd(&stream) }

  func giveBack() { Self.idle.giveBack(self) }

  /// The bytes that are compressed before the next look whether they are still wanted: some tens of milliseconds.
  private static let piece = 4 << 20

  /// Compresses in one go; nil when the result does not fit, or the work of the thread should end.
  func run(_ input: UnsafeRawBufferPointer, into output: UnsafeMutableBufferPointer<UInt8>) -> Int? {
    guard deflateReset(&stream) == Z_OK else { return nil }
    var consumed = 0
    var produced = 0
    while !Cancellation.isRequested {
      // zlib counts in 32 bits, too.
      let piece = min(input.count - consumed, Self.piece)
      let room = min(output.count - produced, 1 << 30)
      stream.next_in = UnsafeMutablePointer(
        mutating: input.baseAddress!.advanced(by: consumed).assumingMemoryBound(to: UInt8.self))
      stream.avail_in = UInt32(piece)
      stream.next_out = output.baseAddress!.advanced(by: produced)
      stream.avail_out = UInt32(room)
      let isLast = consumed + piece == input.count
      let code = CZlib.deflate(&stream, isLast ? Z_FINISH : Z_NO_FLUSH)
      consumed += piece - Int(stream.avail_in)
      produced += room - Int(stream.avail_out)
      if code == Z_STREAM_END { return produced }
      guard code == Z_OK || code == Z_BUF_ERROR, produced < output.count else { return nil }
    }
    return nil
  }
}
