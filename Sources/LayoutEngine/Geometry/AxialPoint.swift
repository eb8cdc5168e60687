/// A place seen from the scroll direction.
struct AxialPoint: Hashable, Sendable {
  var along: Double
  var across: Double

  static let zero = AxialPoint(along: 0, across: 0)
}

/// A size seen from the scroll direction.
struct AxialSize: Hashable, Sendable {
  var length: Double
  var breadth: Double

  static let zero = AxialSize(length: 0, breadth: 0)
}

extension ScrollAxis {
  func axialPoint(x: Double, y: Double) -> AxialPoint {
    self == .vertical ? AxialPoint(along: y, across: x) : AxialPoint(along: x, across: y)
  }

  @inline(__always)
  func axialSize(_ size: Size) -> AxialSize {
    AxialSize(length: length(of: size), breadth: breadth(of: size))
  }
}
