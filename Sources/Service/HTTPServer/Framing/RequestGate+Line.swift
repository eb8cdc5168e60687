/// The request line.
extension RequestGate {
  /// Bytes of a method.
  private static var methodLimit: Int { 64 }

  /// Reads bytes of a request line, of fields, or of a trailer, up to the line feed that ends the head.
  mutating func readHead(_ bytes: UnsafeRawBufferPointer, _ index: inout Int) throws(TransportError) {
    while index < bytes.count {
      switch state {
      case .start: try readStart(bytes, &index)
      case .emptyLine:
        try expectLineFeed(bytes, &index)
        state = .start
      case .method: try readMethod(bytes, &index)
      case .target: try readTarget(bytes, &index)
      case .version: try readVersion(bytes, &index)
      case .lineEnd, .fieldEnd:
        try expectLineFeed(bytes, &index)
        state = .field
      case .headEnd: return
      default: try readFields(bytes, &index)
      }
    }
  }

  private func expectLineFeed(_ bytes: UnsafeRawBufferPointer, _ index: inout Int) throws(TransportError) {
    guard bytes[index] == Byte.lineFeed else { throw .malformedRequest(Malformed.lineEnd) }
    index += 1
  }

  /// Skips one empty line before a request, which old clients send after a body (RFC 9112, 2.2).
  private mutating func readStart(_ bytes: UnsafeRawBufferPointer, _ index: inout Int) throws(TransportError)
  {
    if bytes[index] == Byte.carriageReturn, !skippedEmptyLine {
      skippedEmptyLine = true
      index += 1
      state = .emptyLine
    } else {
      position = 0
      state = .method
    }
  }

  private mutating func readMethod(_ bytes: UnsafeRawBufferPointer, _ index: inout Int) throws(TransportError)
  {
    let start = index
    while index < bytes.count, ByteSet.token.contains(bytes[index]) {
      method = method << 8 | UInt64(bytes[index])
      index += 1
    }
    position += index - start
    guard position <= Self.methodLimit, index == bytes.count || position > 0 && bytes[index] == Byte.space
    else { throw .malformedRequest("The request line does not begin with a method and a space.") }
    guard index < bytes.count else { return }
    index += 1
    position = 0
    state = .target
  }

  private mutating func readTarget(_ bytes: UnsafeRawBufferPointer, _ index: inout Int) throws(TransportError)
  {
    let start = index
    while index < bytes.count {
      let byte = bytes[index]
      guard ByteSet.target.contains(byte) else { break }
      // libmicrohttpd takes a query apart.
      if byte == Byte.ampersand || byte == Byte.questionMark { records += Self.recordSize }
      index += 1
    }
    position += index - start
    guard index < bytes.count else { return }
    guard position > 0, bytes[index] == Byte.space else {
      throw .malformedRequest("The request's target has a character that must be escaped, or no end.")
    }
    index += 1
    position = 0
    state = .version
  }

  /// Reads `HTTP/1.1` and the carriage return behind it.
  private mutating func readVersion(_ bytes: UnsafeRawBufferPointer, _ index: inout Int)
    throws(TransportError)
  {
    while index < bytes.count {
      let byte = bytes[index]
      let isExpected =
        switch position {
        case 0: byte == 0x48
        case 1, 2: byte == 0x54
        case 3: byte == 0x50
        case 4: byte == 0x2F
        case 5, 7: Byte.isDigit(byte)
        case 6: byte == Byte.dot
        default: byte == Byte.carriageReturn
        }
      guard isExpected else {
        throw .malformedRequest("The request line does not end with a space and the version of HTTP.")
      }
      index += 1
      switch position {
      case 5 where byte != Byte.zero + 1: throw .unsupportedVersion
      case 7 where byte > Byte.zero + 1: throw .unsupportedVersion
      case 7: isVersion10 = byte == Byte.zero
      case 8:
        state = .lineEnd
        return
      default: break
      }
      position += 1
    }
  }
}
