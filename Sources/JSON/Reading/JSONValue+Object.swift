internal import CJansson

extension JSONValue {
  /// The member with a key, or nil if there is none or the value is not an object.
  ///
  /// - Complexity: O(n) expected, where n is the length of the key.
  public subscript(key: StaticString) -> JSONValue? {
    key.withUTF8Buffer { member(utf8: $0) }
  }

  /// Returns the member with a key; nil if there is none or the value is not an object.
  ///
  /// - Complexity: O(n) expected, where n is the length of the key.
  public func member(named key: String) -> JSONValue? {
    var key = key
    return key.withUTF8 { member(utf8: $0) }
  }

  private func member(utf8 key: UnsafeBufferPointer<UInt8>) -> JSONValue? {
    key.withMemoryRebound(to: CChar.self) { key in
      // An empty buffer may have no address, and jansson takes that for no key at all.
      guard let start = key.baseAddress else { return json_object_get(node, "").map { JSONValue($0) } }
      return json_object_getn(node, start, key.count).map { JSONValue($0) }
    }
  }

  /// The members in the order of the text; none if the value is not an object.
  ///
  /// - Complexity: O(1)
  public var members: JSONMembers { JSONMembers(object: self) }
}

/// The members of an object in the order of the text.
public struct JSONMembers: Sequence, IteratorProtocol {
  private let object: JSONValue
  private var position: UnsafeMutableRawPointer?

  init(object: JSONValue) {
    self.object = object
    position = json_object_iter(object.node)
  }

  /// Returns the next member; nil after the last.
  ///
  /// - Complexity: O(1)
  public mutating func next() -> (key: JSONKey, value: JSONValue)? {
    guard let current = position, let key = json_object_iter_key(current),
      let value = json_object_iter_value(current)
    else { return nil }
    position = json_object_iter_next(object.node, current)
    return (JSONKey(start: key, count: json_object_iter_key_len(current)), JSONValue(value))
  }
}
