internal import CJansson

/// A borrowed view of one value, valid as long as the document lends it.
///
/// Not `Sendable`: use it on the thread that it was lent to.
public struct JSONValue {
  let node: JanssonNode

  init(_ node: JanssonNode) { self.node = node }

  /// The type of a value.
  public enum Kind: String, Sendable {
    case null, bool, number, string, array, object
  }

  /// The type of the value.
  ///
  /// - Complexity: O(1)
  public var kind: Kind {
    switch node.pointee.type {
    case JSON_OBJECT: .object
    case JSON_ARRAY: .array
    case JSON_STRING: .string
    case JSON_REAL, JSON_INTEGER: .number
    case JSON_TRUE, JSON_FALSE: .bool
    default: .null
    }
  }

  /// Whether the value is `null`.
  ///
  /// - Complexity: O(1)
  public var isNull: Bool { node.pointee.type == JSON_NULL }

  /// The number, or nil if the value is not one. Always finite.
  ///
  /// - Complexity: O(1)
  public var number: Double? {
    // Integers are decoded as reals, so the tree has no other type of number.
    node.pointee.type == JSON_REAL ? json_real_value(node) : nil
  }

  /// The number if it is a whole one that fits into an `Int`, or nil.
  ///
  /// - Complexity: O(1)
  public var integer: Int? { number.flatMap { Int(exactly: $0) } }

  /// The truth value, or nil if the value is not one.
  ///
  /// - Complexity: O(1)
  public var bool: Bool? {
    switch node.pointee.type {
    case JSON_TRUE: true
    case JSON_FALSE: false
    default: nil
    }
  }

  /// The number of elements or members, 0 for a scalar.
  ///
  /// - Complexity: O(1)
  public var count: Int {
    switch node.pointee.type {
    case JSON_ARRAY: json_array_size(node)
    case JSON_OBJECT: json_object_size(node)
    default: 0
    }
  }
}
