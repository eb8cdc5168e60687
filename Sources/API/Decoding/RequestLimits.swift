/// How large a collection a request may describe.
public struct RequestLimits: Sendable {
  /// Items of all sections together, counted ones too.
  public var items = 10_000_000
  public var sections = 1_000_000
  /// Viewports of one collection, the main one too.
  public var viewports = 1000
  /// Nesting of the JSON document.
  public var depth = 64
  /// Bytes of one string.
  public var stringLength = 1 << 20

  public init() {}

  /// Limits for what was taken once, under the limits of its time.
  static let unlimited: RequestLimits = {
    var limits = RequestLimits()
    limits.depth = 1024
    limits.stringLength = .max
    return limits
  }()
}
