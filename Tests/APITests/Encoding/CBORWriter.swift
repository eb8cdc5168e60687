import JSON
import TestSupport

@testable import Wire

/// A second full format, written once: CBOR (RFC 8949), with arrays and maps of indefinite length.
struct CBORWriter: ResponseWriter, ~Copyable {
  private var bytes: ByteWriter

  init(continuing bytes: consuming ByteWriter) { self.bytes = bytes }

  var count: Int { bytes.count }

  consuming func release() -> ByteWriter { bytes }

  mutating func beginObject() { bytes.append(0xBF) }
  mutating func endObject() { bytes.append(0xFF) }
  mutating func beginArray() { bytes.append(0x9F) }
  mutating func endArray() { bytes.append(0xFF) }

  mutating func key(_ name: StaticString) { string(name.description) }
  mutating func key(text: String) { string(text) }

  mutating func string(_ text: String) {
    head(3, UInt64(text.utf8.count))
    bytes.append(contentsOf: text.utf8)
  }

  mutating func number(_ value: Double) {
    bytes.append(0xFB)
    bytes.append(littleEndian: value.bitPattern.byteSwapped)
  }

  mutating func number(_ value: Int) {
    head(value < 0 ? 1 : 0, UInt64(value < 0 ? -1 - value : value))
  }

  mutating func bool(_ value: Bool) { bytes.append(value ? 0xF5 : 0xF4) }
  mutating func null() { bytes.append(0xF6) }

  mutating func value(encoded value: ByteBuffer) {
    value.withUnsafeBytes { bytes.append(contentsOf: $0) }
  }

  private mutating func head(_ major: UInt8, _ argument: UInt64) {
    if argument < 24 {
      bytes.append(major << 5 | UInt8(argument))
    } else {
      bytes.append(major << 5 | 27)
      bytes.append(littleEndian: argument.byteSwapped)
    }
  }
}

extension JSONTree {
  /// The value of CBOR text from the writer above.
  init(cbor bytes: [UInt8]) {
    var rest = bytes[...]
    self = Self.value(&rest)
    precondition(rest.isEmpty, "there are bytes behind the value")
  }

  private static func value(_ rest: inout ArraySlice<UInt8>) -> JSONTree {
    let first = rest.removeFirst()
    switch first {
    case 0xBF:
      var members: [String: JSONTree] = [:]
      while rest.first != 0xFF {
        guard case .string(let name) = value(&rest) else { preconditionFailure("a key is a string") }
        members[name] = value(&rest)
      }
      rest.removeFirst()
      return .object(members)
    case 0x9F:
      var elements: [JSONTree] = []
      while rest.first != 0xFF { elements.append(value(&rest)) }
      rest.removeFirst()
      return .array(elements)
    case 0xF4: return .bool(false)
    case 0xF5: return .bool(true)
    case 0xF6: return .null
    case 0xFB: return .number(Double(bitPattern: number(&rest)))
    default: break
    }
    let argument = first & 31 == 27 ? number(&rest) : UInt64(first & 31)
    switch first >> 5 {
    case 0: return .number(Double(argument))
    case 1: return .number(-1 - Double(argument))
    default:
      defer { rest.removeFirst(Int(argument)) }
      return .string(String(decoding: rest.prefix(Int(argument)), as: UTF8.self))
    }
  }

  private static func number(_ rest: inout ArraySlice<UInt8>) -> UInt64 {
    defer { rest.removeFirst(8) }
    return rest.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
  }
}
