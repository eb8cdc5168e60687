internal import CJansson

/// A parsed text: owns the tree and lends views of it.
///
/// `@unchecked Sendable` because the tree has one owner, nothing changes it after parsing, and jansson's
/// reading functions may run on several threads at once.
public struct JSONDocument: ~Copyable, @unchecked Sendable {
  private let root: JanssonNode
  /// The bytes of memory that the tree takes at most, by an estimate made from the text.
  public let treeBytes: Int

  /// Parses a UTF-8 text.
  ///
  /// Keys must not repeat inside an object. Any value may be the root.
  ///
  /// - Throws: ``JSONSyntaxError`` for the first error.
  /// - Complexity: O(n), where n is the length of the text.
  public init(parsing text: UnsafeRawBufferPointer, limits: JSONLimits = .default) throws(JSONSyntaxError) {
    (root, treeBytes) = try Jansson.tree(of: text, limits: limits)
  }

  /// Parses a UTF-8 text.
  ///
  /// - Throws: ``JSONSyntaxError`` for the first error.
  /// - Complexity: O(n), where n is the length of the text.
  public init(parsing text: [UInt8], limits: JSONLimits = .default) throws(JSONSyntaxError) {
    let result = text.withUnsafeBytes { bytes in
      Result { () throws(JSONSyntaxError) in try Jansson.tree(of: bytes, limits: limits) }
    }
    (root, treeBytes) = try result.get()
  }

  deinit { json_decref(root) }

  /// Calls `body` with the root and returns its result.
  ///
  /// The root and every value reached through it are valid only until `body` returns.
  ///
  /// - Complexity: O(1) beside `body`.
  public borrowing func withRoot<R, E: Error>(_ body: (JSONValue) throws(E) -> R) throws(E) -> R {
    try body(JSONValue(root))
  }

  /// Seeds the hash of keys from the system's randomness; later calls do nothing.
  ///
  /// Parsing does so by itself. A server calls it before it starts threads, so that a machine without randomness
  /// fails at the start.
  ///
  /// - Complexity: O(1)
  public static func seedHashing() { Jansson.seedHashing() }
}
