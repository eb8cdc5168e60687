/// The value of Host: a name or an address, and a port (RFC 9110, 7.2). It may be empty.
extension RequestGate {
  enum HostPart: UInt8 { case start, name, literal, literalEnd, port, blank }

  mutating func readHost(_ bytes: UnsafeRawBufferPointer, _ index: inout Int) throws(TransportError) {
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      if byte == Byte.carriageReturn, hostPart != .literal {
        state = .fieldEnd
        return
      }
      guard let next = Self.part(after: hostPart, with: byte) else {
        throw .malformedRequest("Host is no name or address with or without a port.")
      }
      hostPart = next
    }
  }

  /// Returns the part that a byte belongs to; nil if it may not be there.
  private static func part(after part: HostPart, with byte: UInt8) -> HostPart? {
    switch part {
    case .start where byte == Byte.openBracket: .literal
    case .start, .name:
      ByteSet.hostName.contains(byte) ? .name : part == .start ? nil : partBehindName(byte)
    case .literal:
      ByteSet.hostLiteral.contains(byte) ? .literal : byte == Byte.closeBracket ? .literalEnd : nil
    case .literalEnd: partBehindName(byte)
    case .port: Byte.isDigit(byte) ? .port : Byte.isBlank(byte) ? .blank : nil
    case .blank: Byte.isBlank(byte) ? .blank : nil
    }
  }

  private static func partBehindName(_ byte: UInt8) -> HostPart? {
    byte == Byte.colon ? .port : Byte.isBlank(byte) ? .blank : nil
  }
}
