internal import CJansson

/// A borrowed view of one value, good as long as the document lends it.
///
/// Not `Sendable`: it is read where it was lent.
public struct JSONValue {
  let node: JanssonNode

  init(_ node: JanssonNode) { self.node = node }

  /// What a value is.
  public enum Kind: String, Sendable {
    case null, bool, number, string, array, object
  }

  /// What the value is.
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
    // Integers are decoded as reals, so there is no other kind of number in the tree.
    node.pointee.type == JSON_REAL ? json_real_value(node) : nil
  }

  /// The number if it is a whole one that an `Int` holds, or nil.
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

  /// The number of elements or members, 0 for what is neither array nor object.
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
