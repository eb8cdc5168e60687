import Testing

@testable import API
@testable import LayoutEngine

@Suite("The frame of a picture")
struct PictureFrameTests {
  @Test("a picture names itself, stands alone and runs nothing")
  func document() throws {
    var sketch = Sketch()
    sketch.title = "flow · 1 section · 1 item"
    sketch.addSquare(0)
    let nodes = try sketch.nodes()
    #expect(nodes[0].attributes["role"] == "img")
    #expect(nodes[1].name == "title" && nodes[1].text == sketch.title)
    #expect(nodes[2].name == "desc" && nodes[2].text == "content 375 × 667 pt, cells 1")
    #expect(nodes.allSatisfy { !["script", "image", "use", "a", "foreignObject"].contains($0.name) })
    let markup = String(decoding: sketch.svg, as: UTF8.self)
    #expect(!markup.contains("href") && !markup.contains("url(") && !markup.contains("@import"))
    #expect(!markup.contains(" id=\""))
  }

  @Test("all of the content is in the picture, in points")
  func wholeContent() throws {
    var sketch = Sketch()
    sketch.addSquare(0)
    let box = try sketch.nodes().viewBox
    #expect(box[0] < 0 && box[1] < 0 && box[0] + box[2] > 375 && box[1] + box[3] > 667)
    #expect(try sketch.nodes()[0].number("width") == box[2].rounded(.up))
  }

  @Test("an element that a transform moves out of the content is in the picture")
  func reachesOut() throws {
    var sketch = Sketch()
    sketch.addSquare(
      0, appearance: Appearance(transform: AffineTransform(a: 1, b: 0, c: 0, d: 1, tx: 900, ty: 0)))
    let box = try sketch.nodes().viewBox
    #expect(box[0] + box[2] > 1_000)
  }

  @Test("an empty layout is a picture that says so")
  func empty() throws {
    for size in [Size.zero, Size(width: 375, height: 0), Size(width: 375, height: 667)] {
      var sketch = Sketch()
      sketch.contentSize = size
      let nodes = try sketch.nodes()
      #expect(nodes.labels == ["no elements"])
      #expect(nodes.legend == [])
      #expect(nodes.viewBox[2] > 0 && nodes.viewBox[3] > 0)
    }
  }

  @Test("with a visible rect the picture shows the rect and its surroundings, and its coordinates")
  func visible() throws {
    var sketch = Sketch()
    sketch.contentSize = Size(width: 375, height: 4_400_000)
    sketch.visibleRect = Rect(x: 0, y: 12_300, width: 375, height: 667)
    sketch.addSquare(0, y: 12_250)
    let nodes = try sketch.nodes()
    let stage = try #require(nodes.first { $0.name == "svg" && $0.depth == 2 })
    #expect(stage.number("y") == 12_244)
    #expect(stage.number("height") == 729)
    #expect(nodes.facts.contains("y 12,300 … 12,967 of 4,400,000"))
    #expect(!nodes.facts.contains("x "))
    #expect(nodes.shapes("visible").count == 1 && nodes.shapes("beyond").count == 1)
  }

  @Test("without a visible rect nothing is framed or dimmed")
  func notVisible() throws {
    var sketch = Sketch()
    sketch.addSquare(0)
    #expect(try sketch.nodes().allSatisfy { !$0.has("visible") && !$0.has("beyond") })
  }

  @Test("a long element that meets the visible rect does not make the rest small")
  func longElement() throws {
    var sketch = Sketch()
    sketch.contentSize = Size(width: 375, height: 4_400_000)
    sketch.visibleRect = Rect(x: 0, y: 12_300, width: 375, height: 667)
    sketch.add(
      ElementKind(category: .decoration, name: "background"),
      Rect(x: 0, y: 0, width: 375, height: 4_400_000))
    #expect(try sketch.nodes().viewBox[3] < 2_000)
  }

  @Test(
    "the picture of any content has a size that browsers show and letters of the same size",
    arguments: [
      Size(width: 1, height: 1), Size(width: 1, height: 5_000), Size(width: 375, height: 100_000),
      Size(width: 4e6, height: 4e6), Size(width: 9e15, height: 1), Size(width: 0.001, height: 0.001),
      Size(width: 9e15, height: 9e15),
    ])
  func scale(_ size: Size) throws {
    var sketch = Sketch()
    sketch.contentSize = size
    sketch.add(.cell, Rect(x: 0, y: 0, width: size.width, height: size.height))
    let nodes = try sketch.nodes()
    let width = try #require(nodes[0].number("width"))
    let height = try #require(nodes[0].number("height"))
    #expect(width >= PictureCanvas.leastWidth && width < 32_767)
    #expect(height >= 60 && height < 32_767)
    let stage = try #require(nodes.first { $0.name == "svg" && $0.depth == 2 })
    let box = nodes.viewBox
    let fontSize = try #require(stage.number("font-size"))
    #expect(abs(fontSize / box[2] * width - 11) < 0.5)
    #expect(sketch.svg.count < 200_000)
  }

  @Test("a picture of too many elements shows the first of them, and says so")
  func limit() throws {
    var sketch = Sketch()
    sketch.contentSize = Size(width: 100, height: 2_500_000)
    for item in 0..<25_000 { sketch.addSquare(item, y: Double(item) * 100) }
    let nodes = try sketch.nodes()
    #expect(nodes.shapes("cell").count == LayoutPicture.elementLimit)
    #expect(nodes.facts.contains("the first 20,000 of 25,000 elements drawn"))
    #expect(nodes.legend == ["cells 25,000"])
  }
}
