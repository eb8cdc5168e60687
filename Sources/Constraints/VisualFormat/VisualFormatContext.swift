/// What the names of a visual format stand for, and how far a bare `-` reaches.
public struct VisualFormatContext: Sendable {
  /// The distance from the superview that a bare `-` stands for.
  public enum SuperviewSpacing: Hashable, Sendable {
    case points(Double)
    /// That of the superview's margins.
    case margins
  }

  /// In the order in which suggestions prefer them.
  public let views: [String]
  public let metrics: [String: Double]
  /// The distance of two views that a bare `-` stands for.
  public var siblingSpacing = 8.0
  public var superviewSpacing = SuperviewSpacing.points(20)
  let viewNames: Set<String>

  public init(views: [String], metrics: [String: Double] = [:]) {
    self.views = views
    self.metrics = metrics
    viewNames = Set(views)
  }

  var metricNames: [String] { metrics.keys.sorted() }
}
