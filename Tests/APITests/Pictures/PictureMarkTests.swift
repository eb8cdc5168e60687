import Testing

@testable import API
@testable import LayoutEngine

@Suite("Styles and marks in a picture")
struct PictureMarkTests {
  private func full() -> Sketch {
    var sketch = Sketch()
    sketch.add(.tableHeader, Rect(x: 0, y: 0, width: 375, height: 60))
    sketch.add(.header, Rect(x: 0, y: 60, width: 375, height: 30))
    for item in 0..<3 { sketch.addSquare(item, x: Double(item) * 110, y: 100) }
    sketch.add(
      ElementKind(category: .supplementary, name: "badge"), Rect(x: 90, y: 95, width: 20, height: 20))
    sketch.add(.footer, Rect(x: 0, y: 210, width: 375, height: 30))
    sketch.add(.separator, Rect(x: 16, y: 199.5, width: 359, height: 0.5))
    sketch.add(
      ElementKind(category: .decoration, name: "background"), Rect(x: 0, y: 90, width: 375, height: 120))
    sketch.add(.tableFooter, Rect(x: 0, y: 240, width: 375, height: 60))
    return sketch
  }

  @Test("every kind has a style of its own")
  func styles() throws {
    let nodes = try full().nodes()
    for style in ["table-header", "header", "footer", "table-footer", "extra-1", "decoration", "hairline"] {
      #expect(nodes.shapes(Substring(style)).count == 1, "\(style)")
    }
    #expect(nodes.shapes("cell").map { $0.number("x") } == [0, 110, 220])
    #expect(nodes.shapes("hairline").first?.attributes["height"] == "0.5")
  }

  @Test("the legend lists the sorts that occur, with counts, and no others")
  func legend() throws {
    #expect(
      try full().nodes().legend == [
        "cells 3", "table header 1", "headers 1", "badge 1", "footers 1", "separators 1", "background 1",
        "table footer 1",
      ])
    var cells = Sketch()
    for item in 0..<1_234 { cells.addSquare(item) }
    #expect(try cells.nodes().legend == ["cells 1,234"])
  }

  @Test("any number of kinds leaves a legend that can be read")
  func manyKinds() throws {
    var sketch = Sketch()
    for item in 0..<100 {
      sketch.add(
        ElementKind(category: .supplementary, name: "kind\(item)"), Rect(x: 0, y: 0, width: 9, height: 9))
    }
    let legend = try sketch.nodes().legend
    #expect(legend.count == LegendEntry.kindLimit + 1)
    #expect(legend.last == "88 more kinds 88")
  }

  @Test("estimated elements are dashed, others are not")
  func estimated() throws {
    var sketch = Sketch()
    sketch.addSquare(0)
    let plain = try sketch.nodes()
    #expect(plain.allSatisfy { $0.attributes["stroke-dasharray"] == nil && !$0.has("estimated") })
    sketch.add(.cell, Rect(x: 110, y: 0, width: 100, height: 100), item: 1, isEstimated: true)
    let nodes = try sketch.nodes()
    #expect(nodes.shapes("cell").map { $0.attributes["stroke-dasharray"] != nil } == [false, true])
    #expect(nodes.legend == ["cells 2", "estimated 1"])
  }

  @Test("pinned elements have a pin and a shadow towards the content, others do not")
  func pinned() throws {
    var sketch = Sketch()
    sketch.visibleRect = Rect(x: 0, y: 100, width: 375, height: 400)
    sketch.addSquare(0, y: 200)
    #expect(try sketch.nodes().allSatisfy { !$0.has("pin") && !$0.has("drop") })
    sketch.add(.header, Rect(x: 0, y: 100, width: 375, height: 40), isPinned: true)
    sketch.add(.footer, Rect(x: 0, y: 470, width: 375, height: 30), isPinned: true)
    let nodes = try sketch.nodes()
    #expect(nodes.shapes("pin").count == 2)
    #expect(nodes.shapes("drop").map { $0.number("y") } == [100, 466])
    #expect(nodes.legend.contains("pinned 2"))
  }

  @Test("hidden and clear elements are ghosts without a label")
  func ghosts() throws {
    var sketch = Sketch()
    sketch.addSquare(0, appearance: Appearance(isHidden: true))
    sketch.addSquare(1, x: 110, appearance: Appearance(alpha: 0))
    let nodes = try sketch.nodes()
    #expect(nodes.shapes("ghost").count == 2)
    #expect(nodes.shapes("cell").isEmpty)
    #expect(nodes.labels == [])
    #expect(nodes.legend == ["cells 2", "hidden 2"])
  }

  @Test("alpha is opacity")
  func alpha() throws {
    var sketch = Sketch()
    sketch.addSquare(0, appearance: Appearance(alpha: 0.25))
    #expect(try sketch.nodes().filter { $0.attributes["opacity"] == "0.25" }.count == 1)
  }

  @Test("elements are drawn by z-index, equal ones in the order of the list")
  func order() throws {
    var sketch = Sketch()
    for (item, zIndex) in [0, 5, -1, 0, 5, -7, 0].enumerated() {
      sketch.addSquare(item, appearance: Appearance(zIndex: zIndex))
    }
    #expect(try sketch.nodes().labels == ["0,5", "0,2", "0,0", "0,3", "0,6", "0,1", "0,4"])
  }

  @Test("a transform rotates an element about its centre")
  func transform() throws {
    var sketch = Sketch()
    sketch.contentSize = Size(width: 375, height: 5_000_000)
    sketch.visibleRect = Rect(x: 0, y: 4_000_000, width: 375, height: 667)
    let turn = AffineTransform(a: 0.5403023, b: 0.841471, c: -0.841471, d: 0.5403023, tx: 3, ty: -4)
    sketch.addSquare(0, x: 100, y: 4_000_100, appearance: Appearance(transform: turn))
    let nodes = try sketch.nodes()
    let group = try #require(nodes.first { $0.attributes["transform"]?.hasPrefix("matrix") == true })
    #expect(
      group.attributes["transform"] == "matrix(0.540302 0.841471 -0.841471 0.540302 153 4000146)")
    let shape = try #require(nodes.shapes("cell").first)
    #expect(shape.number("x") == -50 && shape.number("y") == -50)
  }

  @Test("an element without extent is still drawn")
  func noExtent() throws {
    var sketch = Sketch()
    sketch.add(.cell, Rect(x: 10, y: 10, width: 100, height: 0))
    sketch.add(.cell, Rect(x: 10, y: 50, width: 0, height: 0), item: 1)
    #expect(try sketch.nodes().shapes("cell").map(\.name) == ["path", "path"])
  }
}
