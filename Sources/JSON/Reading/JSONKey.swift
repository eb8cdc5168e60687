/// A borrowed view of a member's key, valid as long as the document lends it.
///
/// A decoder switches over it without creating a string: `switch key { case "size": … }`.
public struct JSONKey {
  private let utf8: UnsafeBufferPointer<UInt8>

  init(start: UnsafePointer<CChar>, count: Int) {
    utf8 = UnsafeRawBufferPointer(start: start, count: count).bindMemory(to: UInt8.self)
  }

  /// Calls `body` with the key's UTF-8, which has no terminator, and returns its result.
  ///
  /// - Complexity: O(1) beside `body`.
  public func withUTF8<R, E: Error>(_ body: (UnsafeBufferPointer<UInt8>) throws(E) -> R) throws(E) -> R {
    try body(utf8)
  }

  /// Returns whether the key equals a literal.
  ///
  /// - Complexity: O(n), where n is the length of `literal`.
  public static func == (key: JSONKey, literal: StaticString) -> Bool { literal.hasUTF8(key.utf8) }

  /// Whether the key is this one; lets a `switch` over a key name them.
  ///
  /// - Complexity: O(n), where n is the length of `literal`.
  public static func ~= (literal: StaticString, key: JSONKey) -> Bool { key == literal }
}

extension String {
  /// Creates the text of a key.
  ///
  /// - Complexity: O(n), where n is the length of the key.
  public init(_ key: JSONKey) { self = key.withUTF8 { String(decoding: $0, as: UTF8.self) } }
}
