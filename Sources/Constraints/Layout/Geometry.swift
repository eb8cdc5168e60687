/// How wide and how high something is, in points.
public struct Extent: Hashable, Sendable {
  public var width: Double
  public var height: Double

  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }
}

/// Where a view is in its superview, in points, y down; not rounded to pixels.
public struct Frame: Hashable, Sendable {
  public var x: Double
  public var y: Double
  public var width: Double
  public var height: Double

  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }
}

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
