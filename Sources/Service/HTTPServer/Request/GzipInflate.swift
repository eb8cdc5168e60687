import CZlib
import Cancellation

/// Compression and decompression with gzip.
enum Gzip {
  /// Returns the inflated bytes of a gzip body; concatenated members are one body (RFC 1952, 2.2).
  ///
  /// - Throws: `.malformedBody` when the stream is damaged, truncated or followed by anything other than a member;
  ///   `.bodyTooLarge` as soon as the output exceeds `limit`, however much input is left, and the errors of `charge`.
  /// - Parameter charge: is charged for the output, before it is there; nil does not limit it.
  /// - Complexity: O(n) in the inflated length, which stays within `limit` and one chunk.
  static func inflate(
    _ body: [UInt8], limit: Int, charge: BodyCharge? = nil
  ) throws(TransportError) -> [UInt8] {
    var stream = z_stream()
    guard czlib_gzip_inflate_init(&stream) == Z_OK else { throw malformed }
    defer { inflateEnd(&stream) }
    var output = BodyBuffer(limit: limit, charge: charge ?? .unlimited)
    let declared = declaredLength(body)
    let outcome = body.withUnsafeBufferPointer { input in
      // zlib counts in 32 bits; a body limit beyond 4 GB is refused when the server starts.
      stream.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
      stream.avail_in = UInt32(input.count)
      return inflateMembers(&stream, into: &output, declared)
    }
    if let outcome { throw outcome }
    return output.take().bytes
  }

  /// The length of the last member as its trailer has it, if a body may be one member at all.
  private static func declaredLength(_ body: [UInt8]) -> Int? {
    guard body.count > 18 else { return nil }
    return body.suffix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  private static let malformed = TransportError.malformedBody(encoding: "gzip")
  private static let chunk = 64 << 10

  private static func inflateMembers(
    _ stream: inout z_stream, into output: inout BodyBuffer, _ declared: Int?
  ) -> TransportError? {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: chunk) { buffer in
      var pace = Pace()
      while !pace.isOver(after: 64) {
        stream.next_out = buffer.baseAddress
        stream.avail_out = UInt32(chunk)
        let code = CZlib.inflate(&stream, Z_NO_FLUSH)
        let produced = chunk - Int(stream.avail_out)
        do throws(TransportError) {
          try output.append(
            UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[..<produced]), declared: declared)
        } catch {
          return error
        }
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
