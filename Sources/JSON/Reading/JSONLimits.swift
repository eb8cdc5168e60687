/// The limits of a document, checked before its tree is built.
public struct JSONLimits: Sendable, Equatable {
  /// How deeply arrays and objects may be nested; a scalar has depth 0, `[]` depth 1.
  public var depth: Int
  /// The most bytes of one string or key, as written between its quotes (escapes count as written).
  public var stringLength: Int
  /// The most bytes that the tree may take in memory, by an estimate made from the text.
  ///
  /// A tree is much larger than its text: `{},` has 3 bytes and becomes 300. A limit of a body's length
  /// is therefore no limit of memory.
  public var treeBytes: Int

  /// The depth that the parser itself supports.
  public static let greatestDepth = 2000

  /// 64 levels, strings of 1 MiB, a tree of 2 GiB.
  public static let `default` = JSONLimits()

  /// Creates limits.
  ///
  /// - Precondition: `depth` is in `0...greatestDepth`, the others are not negative.
  public init(depth: Int = 64, stringLength: Int = 1 << 20, treeBytes: Int = 2 << 30) {
    precondition(0 <= depth && depth <= Self.greatestDepth, "depth out of range")
    precondition(stringLength >= 0 && treeBytes >= 0, "limits are not negative")
    self.depth = depth
    self.stringLength = stringLength
    self.treeBytes = treeBytes
  }
}
