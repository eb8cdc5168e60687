/// The lines around the chunks of a body (RFC 9112, 7.1).
extension RequestGate {
  /// Digits of a chunk's size.
  private static var sizeDigits: Int { 15 }
  /// Bytes of a chunk's extensions.
  private static var extensionLimit: Int { 256 }

  mutating func readChunkLines(_ bytes: UnsafeRawBufferPointer, _ index: inout Int) throws(TransportError) {
    switch state {
    case .chunkSize: try readChunkSize(bytes, &index)
    case .chunkExtension: try readChunkExtension(bytes, &index)
    case .chunkSizeEnd:
      try expect(Byte.lineFeed, in: bytes, &index)
      if remaining == 0 { beginTrailer() } else { state = .chunk }
    case .chunkReturn:
      try expect(Byte.carriageReturn, in: bytes, &index)
      state = .chunkEnd
    default:
      try expect(Byte.lineFeed, in: bytes, &index)
      position = 0
      state = .chunkSize
    }
  }

  private func expect(
    _ byte: UInt8, in bytes: UnsafeRawBufferPointer, _ index: inout Int
  ) throws(TransportError) {
    guard bytes[index] == byte else {
      throw .malformedRequest(
        "A chunk of the body is not as long as its size, or does not end with CR and LF.")
    }
    index += 1
  }

  private mutating func readChunkSize(_ bytes: UnsafeRawBufferPointer, _ index: inout Int)
    throws(TransportError)
  {
    while index < bytes.count, let digit = Byte.hexadecimal(bytes[index]) {
      guard position < Self.sizeDigits else { throw .bodyTooLarge(limit: limits.body) }
      remaining = remaining << 4 | digit
      position += 1
      index += 1
    }
    guard index < bytes.count else { return }
    guard position > 0, bytes[index] == Byte.carriageReturn || bytes[index] == Byte.semicolon else {
      throw .malformedRequest("A chunk's size is no hexadecimal number.")
    }
    state = bytes[index] == Byte.semicolon ? .chunkExtension : .chunkSizeEnd
    position = 0
    index += 1
  }

  private mutating func readChunkExtension(_ bytes: UnsafeRawBufferPointer, _ index: inout Int)
    throws(TransportError)
  {
    let start = index
    while index < bytes.count, Byte.isFieldContent(bytes[index]) { index += 1 }
    position += index - start
    guard position <= Self.extensionLimit else {
      throw .malformedRequest("A chunk's extensions are longer than \(Self.extensionLimit) bytes.")
    }
    guard index < bytes.count else { return }
    guard bytes[index] == Byte.carriageReturn else { throw .malformedRequest(Malformed.lineEnd) }
    index += 1
    state = .chunkSizeEnd
  }
}
