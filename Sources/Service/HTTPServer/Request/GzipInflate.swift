import CZlib
import Cancellation

/// Compression and decompression with gzip.
enum Gzip {
  /// Returns the inflated bytes of a gzip body; concatenated members are one body (RFC 1952, 2.2).
  ///
  /// - Throws: `.malformedBody` when the stream is damaged, truncated or followed by anything other than a member;
  ///   `.bodyTooLarge` as soon as the output exceeds `limit`, however much input is left, and the errors of `charge`.
  /// - Parameter charge: is charged for the output, before it is there.
  /// - Complexity: O(n) in the inflated length, which stays within `limit` and one chunk.
  static func inflate(
    _ body: [UInt8], limit: Int, charge: BodyCharge? = nil
  ) throws(TransportError) -> [UInt8] {
    var stream = z_stream()
    guard czlib_gzip_inflate_init(&stream) == Z_OK else { throw malformed }
    defer { inflateEnd(&stream) }
    // JSON shrinks about fourfold; a wrong guess costs one growth, not a bomb's size.
    var output: [UInt8] = []
    output.reserveCapacity(min(body.count * 4, limit))
    let outcome = body.withUnsafeBufferPointer { input in
      // zlib counts in 32 bits; a body limit beyond 4 GB is refused when the server starts.
      stream.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
      stream.avail_in = UInt32(input.count)
      return inflateMembers(&stream, into: &output, limit: limit, charge)
    }
    if let outcome { throw outcome }
    return output
  }

  private static let malformed = TransportError.malformedBody(encoding: "gzip")
  private static let chunk = 64 << 10

  private static func inflateMembers(
    _ stream: inout z_stream, into output: inout [UInt8], limit: Int, _ charge: BodyCharge?
  ) -> TransportError? {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: chunk) { buffer in
      var pace = Pace()
      while !pace.isOver(after: 64) {
        stream.next_out = buffer.baseAddress
        stream.avail_out = UInt32(chunk)
        let code = CZlib.inflate(&stream, Z_NO_FLUSH)
        let produced = chunk - Int(stream.avail_out)
        guard output.count + produced <= limit else { return .bodyTooLarge(limit: limit) }
        do throws(TransportError) { try charge?.add(produced) } catch { return error }
        output.append(contentsOf: UnsafeBufferPointer(rebasing: buffer[..<produced]))
        switch code {
        case Z_OK: continue
        case Z_STREAM_END:
          if stream.avail_in == 0 { return nil }
          // More input is another member, or the next `inflate` rejects it.
          guard inflateReset(&stream) == Z_OK else { return malformed }
        default: return malformed
        }
      }
      // Nothing waits for the body any more, so the missing rest does not matter.
      return malformed
    }
  }
}
