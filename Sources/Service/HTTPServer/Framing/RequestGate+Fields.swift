/// The fields of a head or a trailer.
extension RequestGate {
  mutating func readFields(_ bytes: UnsafeRawBufferPointer, _ index: inout Int) throws(TransportError) {
    switch state {
    case .field: try readLineStart(bytes, &index)
    case .name: try readName(bytes, &index)
    case .blank: try readBlank(bytes, &index)
    case .cookie: try readCookie(bytes, &index)
    case .length: try readLength(bytes, &index)
    case .coding: try readCoding(bytes, &index)
    case .host: try readHost(bytes, &index)
    default: try readValue(bytes, &index)
    }
  }

  private mutating func readLineStart(_ bytes: UnsafeRawBufferPointer, _ index: inout Int)
    throws(TransportError)
  {
    let byte = bytes[index]
    if byte == Byte.carriageReturn {
      index += 1
      state = .headEnd
      return
    }
    guard !Byte.isBlank(byte) else { throw .malformedRequest("A line of the head begins with a blank.") }
    position = 0
    candidates = 0x8080_8080
    records += Self.recordSize
    state = .name
  }

  private mutating func readName(_ bytes: UnsafeRawBufferPointer, _ index: inout Int) throws(TransportError) {
    while index < bytes.count {
      let byte = bytes[index]
      guard ByteSet.token.contains(byte) else { break }
      if candidates != 0 { candidates &= Self.names(at: position, with: byte) }
      position += 1
      index += 1
    }
    guard index < bytes.count else { return }
    guard position > 0, bytes[index] == Byte.colon else {
      throw .malformedRequest("A field's name is no token with a colon directly behind it.")
    }
    index += 1
    current = isTrailer ? .other : Self.field(candidates, length: position)
    position = 0
    state = .blank
  }

  /// Returns a bit for each field of interest that has this byte, in either case, at this position of its name.
  @inline(__always)
  private static func names(at position: Int, with byte: UInt8) -> UInt32 {
    let different = columns(position) ^ (UInt32(lowercased(byte)) &* 0x0101_0101)
    // The high bit of each byte that is not zero, then of each that is.
    return ~(((different & 0x7F7F_7F7F) &+ 0x7F7F_7F7F) | different) & 0x8080_8080
  }

  /// The bytes at a position of the names `host`, `cookie`, `content-length` and `transfer-encoding`, the first highest;
  /// 0 beyond the end of a name.
  @inline(__always)
  private static func columns(_ position: Int) -> UInt32 {
    switch position {
    case 0: 0x6863_6374  // h c c t
    case 1: 0x6F6F_6F72  // o o o r
    case 2: 0x736F_6E61  // s o n a
    case 3: 0x746B_746E  // t k t n
    case 4: 0x0069_6573  // - i e s
    case 5: 0x0065_6E66  // - e n f
    case 6: 0x0000_7465  // - - t e
    case 7: 0x0000_2D72  // - - - r
    case 8: 0x0000_6C2D
    case 9: 0x0000_6565
    case 10: 0x0000_6E6E
    case 11: 0x0000_6763
    case 12: 0x0000_746F
    case 13: 0x0000_6864
    case 14: 0x0000_0069
    case 15: 0x0000_006E
    case 16: 0x0000_0067
    default: 0
    }
  }

  private static func field(_ candidates: UInt32, length: Int) -> Field {
    switch (candidates, length) {
    case (0x8000_0000, 4): .host
    case (0x0080_0000, 6): .cookie
    case (0x0000_8000, 14): .length
    case (0x0000_0080, 17): .coding
    default: .other
    }
  }

  /// Skips the blanks before a value.
  private mutating func readBlank(_ bytes: UnsafeRawBufferPointer, _ index: inout Int) throws(TransportError)
  {
    while index < bytes.count, Byte.isBlank(bytes[index]) { index += 1 }
    guard index < bytes.count else { return }
    switch current {
    case .other: state = .value
    case .cookie:
      records += Self.recordSize
      state = .cookie
    case .host:
      guard !hasHost else { throw .malformedRequest("The request has Host twice.") }
      hasHost = true
      hostPart = .start
      state = .host
    case .length:
      guard !hasLength else { throw .malformedRequest("The request has Content-Length twice.") }
      hasLength = true
      state = .length
    case .coding:
      guard !hasCoding else { throw .malformedRequest("The request has Transfer-Encoding twice.") }
      hasCoding = true
      state = .coding
    }
  }

  private mutating func readValue(_ bytes: UnsafeRawBufferPointer, _ index: inout Int) throws(TransportError)
  {
    while index + 8 <= bytes.count {
      let word = bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      guard !Self.hasControl(word) else { break }
      index += 8
    }
    while index < bytes.count, Byte.isFieldContent(bytes[index]) { index += 1 }
    guard index < bytes.count else { return }
    guard bytes[index] == Byte.carriageReturn else {
      throw .malformedRequest(bytes[index] == Byte.lineFeed ? Malformed.lineEnd : Malformed.control)
    }
    index += 1
    state = .fieldEnd
  }

  /// Whether one of eight bytes is below a space or is DEL.
  @inline(__always)
  private static func hasControl(_ word: UInt64) -> Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let highs: UInt64 = 0x8080_8080_8080_8080
    let deletes = word ^ (ones &* 0x7F)
    return ((word &- ones &* 0x20) & ~word | (deletes &- ones) & ~deletes) & highs != 0
  }

  /// Disguises the value of a Cookie, so that libmicrohttpd does not take it apart. `Headers` restores it.
  private mutating func readCookie(_ bytes: UnsafeRawBufferPointer, _ index: inout Int) throws(TransportError)
  {
    let start = index
    // Mutable memory: `consume` gets it so.
    let writable = UnsafeMutableRawBufferPointer(mutating: bytes)
    while index < bytes.count, Byte.isFieldContent(bytes[index]) {
      writable[index] = CookieDisguise.disguised(bytes[index])
      index += 1
    }
    records += index - start
    guard index < bytes.count else { return }
    try readValue(bytes, &index)
  }

  /// Reads the value of Content-Length, of which libmicrohttpd removes no blank behind it.
  private mutating func readLength(_ bytes: UnsafeRawBufferPointer, _ index: inout Int) throws(TransportError)
  {
    while index < bytes.count, Byte.isDigit(bytes[index]) {
      // Ten times that and a digit is far from the end of an integer.
      guard remaining < 1 << 59 else { throw .bodyTooLarge(limit: limits.body) }
      remaining = remaining * 10 + UInt64(bytes[index] &- Byte.zero)
      position += 1
      index += 1
    }
    guard index < bytes.count else { return }
    guard position > 0, bytes[index] == Byte.carriageReturn else {
      throw .malformedRequest("Content-Length is no number of digits alone.")
    }
    index += 1
    state = .fieldEnd
  }

  /// Reads the value of Transfer-Encoding, which is `chunked` and nothing else.
  private mutating func readCoding(_ bytes: UnsafeRawBufferPointer, _ index: inout Int) throws(TransportError)
  {
    let chunked: StaticString = "chunked"
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      if position == chunked.utf8CodeUnitCount, byte == Byte.carriageReturn {
        state = .fieldEnd
        return
      }
      guard position < chunked.utf8CodeUnitCount, lowercased(byte) == chunked.utf8Start[position] else {
        throw .malformedRequest("Transfer-Encoding is not chunked.")
      }
      position += 1
    }
  }
}
