/// How far a view's margins are from its edges, in points; 8 on each side unless they are given.
public struct LayoutMargins: Hashable, Sendable {
  public var top: Double
  public var left: Double
  public var bottom: Double
  public var right: Double

  public init(top: Double = 8, left: Double = 8, bottom: Double = 8, right: Double = 8) {
    self.top = top
    self.left = left
    self.bottom = bottom
    self.right = right
  }

  var isValid: Bool { [top, left, bottom, right].allSatisfy { abs($0) <= TemplateLimits.length } }
}
