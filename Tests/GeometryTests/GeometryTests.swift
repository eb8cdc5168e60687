import Testing

@testable import Geometry

@Suite("Geometry")
struct GeometryTests {
  @Test("rects that only touch do not meet, and one without extent meets a rect that it lies strictly inside")
  func intersection() {
    let rect = Rect(x: 0, y: 0, width: 10, height: 10)
    #expect(!rect.intersects(Rect(x: 10, y: 0, width: 5, height: 5)))
    #expect(!rect.intersects(Rect(x: 0, y: -5, width: 5, height: 5)))
    #expect(rect.intersects(Rect(x: 9, y: 9, width: 5, height: 5)))
    #expect(rect.intersects(Rect(x: 5, y: 5, width: 0, height: 0)))
    #expect(!rect.intersects(Rect(x: 0, y: 5, width: 0, height: 0)))
  }

  @Test("insets take from all four edges and never leave less than nothing")
  func inset() {
    let rect = Rect(x: 1, y: 2, width: 10, height: 20)
    let insets = Insets(top: 1, left: 2, bottom: 3, right: 4)
    #expect(rect.inset(by: insets) == Rect(x: 3, y: 3, width: 4, height: 16))
    #expect(rect.inset(by: Insets(left: 8, right: 8)).width == 0)
  }

  @Test("the nearest pixel is away from zero for halves, and never a negative zero")
  func nearest() {
    let grid = PixelGrid(scale: 2)
    #expect(grid.nearest(0.25) == 0.5)
    #expect(grid.nearest(-0.25) == -0.5)
    #expect(grid.nearest(0.24) == 0)
    #expect(grid.nearest(-0.1).sign == .plus)
    #expect(PixelGrid(scale: nil).nearest(0.123) == 0.123)
    let points = PixelGrid(scale: 1)
    let half = 0.5
    for length in [
      half.nextDown, half, half.nextUp, (1 + half).nextDown, 1.5, 2.5, 1e9 + 0.5, Double(1 << 51) + 0.5,
      1e300,
    ] {
      #expect(points.nearest(length) == length.rounded())
      #expect(points.nearest(-length) == (-length).rounded())
    }
  }

  @Test("a whole number of pixels, give or take noise, is not floored away")
  func floor() {
    let grid = PixelGrid(scale: 3)
    #expect(grid.floor(1.0 / 3) == 1.0 / 3)
    #expect(grid.floor(0.1 + 0.2 + 1.0 / 3 - 0.3) == 1.0 / 3)
    #expect(grid.floor(0.6) == 1.0 / 3)
  }

  @Test(
    "an axis names length and breadth, and turns rects there and back",
    arguments: [ScrollAxis.vertical, .horizontal])
  func axis(axis: ScrollAxis) {
    let size = Size(width: 3, height: 4)
    #expect(axis.size(length: axis.length(of: size), breadth: axis.breadth(of: size)) == size)
    let rect = Rect(x: 1, y: 2, width: 3, height: 4)
    #expect(axis.rect(axis.axialRect(rect)) == rect)
    #expect(axis.axialRect(rect).along == (axis == .vertical ? 2 : 1))
  }

  @Test("an axis turns insets and points with it")
  func axialInsets() {
    let insets = Insets(top: 1, left: 2, bottom: 3, right: 4)
    #expect(
      ScrollAxis.vertical.axialInsets(insets) == AxialInsets(before: 1, after: 3, leading: 2, trailing: 4))
    #expect(
      ScrollAxis.horizontal.axialInsets(insets) == AxialInsets(before: 2, after: 4, leading: 1, trailing: 3))
    #expect(ScrollAxis.vertical.axialPoint(Point(x: 5, y: 6)) == AxialPoint(along: 6, across: 5))
    #expect(ScrollAxis.horizontal.axialPoint(Point(x: 5, y: 6)) == AxialPoint(along: 5, across: 6))
  }

  @Test("of two rects that touch, one contains a point between them")
  func contains() {
    let (left, right) = (Rect(x: 0, y: 0, width: 10, height: 10), Rect(x: 10, y: 0, width: 10, height: 10))
    let between = Point(x: 10, y: 0)
    #expect(!left.contains(between) && right.contains(between))
    #expect(!left.contains(Point(x: 0, y: 10)))
  }

  @Test("the nearest point of a rect is as far away as the rect")
  func distance() {
    let rect = Rect(x: 0, y: 0, width: 10, height: 10)
    #expect(rect.distance(to: Point(x: 13, y: 14)) == 5)
    #expect(rect.nearest(to: Point(x: 13, y: 14)) == Point(x: 10, y: 10))
    #expect(rect.distance(to: Point(x: 5, y: -3)) == 3)
    #expect(rect.distance(to: Point(x: 10, y: 5)) == 0)
    #expect(rect.center == Point(x: 5, y: 5))
  }

  @Test("up to the limit a double counts every whole number, beyond it not")
  func limit() {
    #expect(Coordinate.limit - 1 != Coordinate.limit)
    #expect(Coordinate.limit + 1 == Coordinate.limit)
    #expect(Double(Int.largestExactInteger) == Double.largestExactInteger)
  }

  @Test("only a grid of a power of two of pixels adds up exactly, and below the limit")
  func addsExactly() {
    #expect(PixelGrid(scale: 2).addsExactly(upTo: 1e6))
    #expect(!PixelGrid(scale: 3).addsExactly(upTo: 1e6))
    #expect(!PixelGrid(scale: 2).addsExactly(upTo: Coordinate.limit))
  }
}
