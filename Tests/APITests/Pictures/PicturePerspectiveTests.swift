import Testing

@testable import API
@testable import LayoutEngine

@Suite("Elements in perspective")
struct PicturePerspectiveTests {
  private func look(_ angle: Double, back: Double = 0, from eye: Double = 500) -> Appearance {
    Appearance(transform3D: Transform3D.rotationAboutY(angle).moved(z: -back).seen(from: eye))
  }

  /// The numbers of a path in their order.
  private func numbers(_ path: SVGNode) -> [Double] {
    (path.attributes["d"] ?? "").split { !"-.0123456789".contains($0) }.compactMap { Double($0) }
  }

  @Test("a rotated element is a path through its projected corners")
  func outline() throws {
    var sketch = Sketch()
    sketch.add(.cell, Rect(x: 100, y: 200, width: 100, height: 100), appearance: look(.pi / 3))
    let shapes = try sketch.nodes().shapes("cell")
    #expect(shapes.map(\.name) == ["path"])
    let numbers = numbers(shapes[0])
    #expect(numbers.count == 24)
    // Rotated by 60°: the right edge is 25 right of the middle and 43.3 behind it, and the left edge is before it.
    let away = 50 * 0.75.squareRoot()
    let (far, close) = (500 / (500 + away), 500 / (500 - away))
    let corners = [
      (150 + 25 * far, 250 - 50 * far), (150 + 25 * far, 250 + 50 * far),
      (150 - 25 * close, 250 + 50 * close), (150 - 25 * close, 250 - 50 * close),
    ]
    for (place, corner) in corners.enumerated() {
      #expect(abs(numbers[place * 6 + 2] - corner.0) < 0.01 && abs(numbers[place * 6 + 3] - corner.1) < 0.01)
    }
  }

  @Test("its label has the nearest transform in the plane, and its back and its edge have none")
  func label() throws {
    for (angle, labels) in [(0.5, ["a"]), (1.5, []), (2.5, [])] {
      var sketch = Sketch()
      sketch.addSquare(0, x: 100, y: 100, id: "a", appearance: look(angle))
      #expect(try sketch.nodes().labels == labels, "\(angle)")
      #expect(try sketch.nodes().shapes("cell").count == 1)
    }
  }

  @Test("a transform without perspective draws the same as one in the plane")
  func flat() throws {
    var flat = Sketch()
    var deep = Sketch()
    flat.addSquare(0, x: 50, appearance: Appearance(alpha: 0.5, transform: .rotation(0, scale: 0.5)))
    deep.addSquare(0, x: 50, appearance: Appearance(alpha: 0.5, transform3D: .scale(0.5)))
    #expect(flat.svg == deep.svg)
  }

  @Test("the picture contains elements that perspective moves out of the content")
  func bounds() throws {
    var sketch = Sketch()
    sketch.contentSize = Size(width: 100, height: 100)
    // From a distance of 100 points, an element that is 80 nearer is five times as large.
    sketch.addSquare(0, appearance: look(0, back: -80, from: 100))
    let box = try sketch.nodes().viewBox
    #expect(box[0] <= -200 && box[0] + box[2] >= 300)
  }

  @Test(
    "an element that reaches behind the eye or beyond all bounds is a dotted frame",
    arguments: [
      Transform3D.rotationAboutY(1.2).seen(from: 10),
      Transform3D.translation(x: 0, y: 0, z: 600).seen(from: 500),
      Transform3D.identity.moved(x: 1e300), Transform3D.scale(0).moved(z: 499.999999999).seen(from: 500),
      Transform3D.rotationAboutX(.pi / 2).seen(from: 1),
    ])
  func behind(transform: Transform3D) throws {
    for isHidden in [false, true] {
      var sketch = Sketch()
      sketch.addSquare(0, x: 20, appearance: Appearance(isHidden: isHidden, transform3D: transform))
      let nodes = try sketch.nodes()
      let box = nodes.viewBox
      #expect(box.allSatisfy { abs($0) < 1e10 })
      let paths = nodes.compactMap { $0.attributes["d"] }
      #expect(paths.allSatisfy { !$0.contains("nan") && !$0.contains("inf") })
    }
  }
}
