import CZlib

/// gzip, both ways.
enum Gzip {
  /// Returns what a gzip body inflates to; concatenated members are one body (RFC 1952, 2.2).
  ///
  /// - Throws: `.malformedBody` when the stream is broken, cut short or followed by anything that is no member;
  ///   `.bodyTooLarge` as soon as more than `limit` bytes come out, whatever is still to inflate.
  /// - Complexity: O(n) in the inflated length, which stays within `limit` and one chunk.
  static func inflate(_ body: [UInt8], limit: Int) throws(TransportRefusal) -> [UInt8] {
    var stream = z_stream()
    guard czlib_gzip_inflate_init(&stream) == Z_OK else { throw malformed }
    defer { inflateEnd(&stream) }
    // Bodies of this kind shrink about fourfold; a wrong guess costs one growth, not a bomb's size.
    var output: [UInt8] = []
    output.reserveCapacity(min(body.count * 4, limit))
    let outcome = body.withUnsafeBufferPointer { input in
      // zlib counts in 32 bits; a body limit beyond 4 GB is refused when the server starts.
      stream.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
      stream.avail_in = UInt32(input.count)
      return inflateMembers(&stream, into: &output, limit: limit)
    }
    if let outcome { throw outcome }
    return output
  }

  private static let malformed = TransportRefusal.malformedBody(encoding: "gzip")
  private static let chunk = 64 << 10

  private static func inflateMembers(
    _ stream: inout z_stream, into output: inout [UInt8], limit: Int
  ) -> TransportRefusal? {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: chunk) { buffer in
      while true {
        stream.next_out = buffer.baseAddress
        stream.avail_out = UInt32(chunk)
        let code = CZlib.inflate(&stream, Z_NO_FLUSH)
        let produced = chunk - Int(stream.avail_out)
        guard output.count + produced <= limit else { return .bodyTooLarge(limit: limit) }
        output.append(contentsOf: UnsafeBufferPointer(rebasing: buffer[..<produced]))
        switch code {
        case Z_OK: continue
        case Z_STREAM_END:
          if stream.avail_in == 0 { return nil }
          // What follows a member is another member, or refused by the next `inflate`.
          guard inflateReset(&stream) == Z_OK else { return malformed }
        default: return malformed
        }
      }
    }
  }
}
