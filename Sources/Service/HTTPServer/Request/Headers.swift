import CMicrohttpd

/// The header fields of a request, in the order in which they arrived; names compare without regard to case.
///
/// All bytes lie in one block and become strings only when they are read: most fields never are.
public struct Headers: Sendable {
  private struct Field {
    var nameStart: Int
    var valueStart: Int
    var end: Int
  }

  private var bytes: [UInt8] = []
  private var fields: [Field] = []

  /// Creates an empty list of fields.
  public init() {
    bytes.reserveCapacity(512)
    fields.reserveCapacity(8)
  }

  /// The number of fields.
  public var count: Int { fields.count }

  /// The first value of a field; nil if the request has no such field.
  ///
  /// - Complexity: O(n) in the number of fields.
  public subscript(name: String) -> String? {
    guard let field = fields.first(where: { matches($0, name) }) else { return nil }
    return value(field)
  }

  /// Returns the value of a field that the request has once; nil if it has none, or several of that name.
  ///
  /// - Complexity: O(n) in the number of fields.
  func only(_ name: String) -> ArraySlice<UInt8>? {
    var found: Field?
    for field in fields where matches(field, name) {
      guard found == nil else { return nil }
      found = field
    }
    return found.map { bytes[$0.valueStart..<$0.end] }
  }

  /// Whether the request has a field.
  ///
  /// - Complexity: O(n) in the number of fields.
  public func contains(_ name: String) -> Bool { fields.contains { matches($0, name) } }

  /// Returns every value of a field, in order.
  ///
  /// - Complexity: O(n) in the number of fields.
  public func values(_ name: String) -> [String] {
    fields.filter { matches($0, name) }.map(value)
  }

  /// All fields as pairs, their names as sent.
  ///
  /// - Complexity: O(n) in the number of bytes.
  public var all: [(name: String, value: String)] {
    fields.map { (String(decoding: bytes[$0.nameStart..<$0.valueStart], as: UTF8.self), value($0)) }
  }

  /// Adds a field after the others.
  ///
  /// - Complexity: O(n) in the length of the field.
  public mutating func append(_ name: String, _ value: String) {
    var name = name, value = value
    name.withUTF8 { name in
      value.withUTF8 { value in append(UnsafeRawBufferPointer(name), UnsafeRawBufferPointer(value)) }
    }
  }

  mutating func append(_ name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) {
    let start = bytes.count
    bytes.append(contentsOf: name)
    let valueStart = bytes.count
    bytes.append(contentsOf: value)
    fields.append(Field(nameStart: start, valueStart: valueStart, end: bytes.count))
  }

  /// Appends a field as the gate passed it on.
  fileprivate mutating func appendField(_ name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) {
    append(name, value)
    guard CookieDisguise.isCookie(name) else { return }
    for index in bytes.count - value.count..<bytes.count {
      bytes[index] = CookieDisguise.restored(bytes[index])
    }
  }

  private func value(_ field: Field) -> String {
    String(decoding: bytes[field.valueStart..<field.end], as: UTF8.self)
  }

  private func matches(_ field: Field, _ name: String) -> Bool {
    let utf8 = name.utf8
    guard field.valueStart - field.nameStart == utf8.count else { return false }
    var index = field.nameStart
    for byte in utf8 {
      guard lowercased(bytes[index]) == lowercased(byte) else { return false }
      index += 1
    }
    return true
  }
}

/// An ASCII letter in lower case; any other byte as it is.
@inline(__always)
func lowercased(_ byte: UInt8) -> UInt8 {
  byte &- 0x41 < 26 ? byte | 0x20 : byte
}

extension Headers {
  /// Copies the header fields of a request out of libmicrohttpd's memory, which is freed with the request.
  init(_ handle: ConnectionHandle) {
    self.init()
    withUnsafeMutablePointer(to: &self) { headers in
      _ = MHD_get_connection_values_n(
        handle.pointer, .HEADER_KIND,
        { headers, _, name, nameSize, value, valueSize in
          // libmicrohttpd removes the blanks before a value, but not those behind it.
          var value = UnsafeRawBufferPointer(start: value, count: valueSize)
          while let last = value.last, Byte.isBlank(last) { value = .init(rebasing: value.dropLast()) }
          headers!.assumingMemoryBound(to: Headers.self).pointee.appendField(
            UnsafeRawBufferPointer(start: name, count: nameSize), value)
          return .YES
        }, headers)
    }
  }
}
