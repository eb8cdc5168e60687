/// The limits of a document, checked before any of it is read.
public struct JSONLimits: Sendable, Equatable {
  /// How deeply arrays and objects may be nested; a scalar has depth 0, `[]` depth 1.
  public var depth: Int
  /// The most bytes of one string or key, as written between its quotes (escapes count as written).
  public var stringLength: Int
  /// The most bytes of memory that reading takes beside the text.
  ///
  /// A text that is JSON needs little: for the keys of an object until it ends, and for the ends of large arrays and
  /// objects. A text that is not goes to a parser that builds a tree, which is much larger than its text.
  public var memory: Int

  /// The depth that the parser itself supports.
  public static let greatestDepth = 2000

  /// The length at which jansson gives up, in bytes: it counts them in an `int`.
  static let greatestLength = Int(Int32.max)

  /// 64 levels, strings of 1 MiB, memory of 2 GiB.
  public static let `default` = JSONLimits()

  /// No limits but those of the parser.
  static let unlimited = JSONLimits(depth: greatestDepth, stringLength: .max, memory: .max)

  /// Creates limits.
  ///
  /// - Precondition: `depth` is in `0...greatestDepth`, the others are not negative.
  public init(depth: Int = 64, stringLength: Int = 1 << 20, memory: Int = Int(clamping: Int64(2) << 30)) {
    precondition(0 <= depth && depth <= Self.greatestDepth, "depth out of range")
    precondition(stringLength >= 0 && memory >= 0, "limits are not negative")
    self.depth = depth
    self.stringLength = stringLength
    self.memory = memory
  }
}
