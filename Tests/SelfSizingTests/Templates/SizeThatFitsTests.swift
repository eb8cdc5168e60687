import LayoutEngine
import SelfSizing
import Testing
import Text

/// Cells that are as large as one view and the insets around it.
@Suite struct SizeThatFitsTests {
  private static let insets = Insets(top: 3, left: 10, bottom: 7, right: 20)
  private static let text = CellTemplate(sizing: .text("text", .squared()), insets: insets)
  private static let thirty = String(repeating: "a", count: 30)

  private func image(_ content: ViewContent, insets: Insets = .zero) -> CellTemplate {
    CellTemplate(sizing: CellView(name: "image", kind: .image, content: content), insets: insets)
  }

  @Test func `a text wraps between its insets, which add to its height`() throws {
    // 130 less 30 is ten letters a line.
    #expect(isNear(try Self.text.size([Self.thirty], in: FittingRoom(width: 130)), 130, 70))
    let frame = try Self.text.measured([Self.thirty], in: FittingRoom(width: 130)).frames[0]
    #expect(isNear(frame, Rect(x: 10, y: 3, width: 100, height: 60)))
  }

  @Test func `without a width a text stays on one line, up to the limit`() throws {
    #expect(isNear(try Self.text.size([Self.thirty]), 330, 30))
    #expect(isNear(try Self.text.size([Self.thirty], in: FittingRoom(maximumWidth: 400)), 330, 30))
    #expect(isNear(try Self.text.size([Self.thirty], in: FittingRoom(maximumWidth: 185)), 180, 50))
    #expect(isNear(try Self.text.size([Self.thirty], in: FittingRoom(height: 50)), 330, 50))
    #expect(isNear(try Self.text.size([Self.thirty], in: FittingRoom(width: 50, height: 60)), 50, 60))
  }

  @Test(arguments: [0.0, 5, 29.9, 30])
  func `a width that the insets take up leaves a line for each letter`(width: Double) throws {
    let measured = try Self.text.measured(["abc"], in: FittingRoom(width: width))
    #expect(isNear(measured.size, width, 70))
    #expect(measured.frames[0].width == 0)
  }

  @Test func `negative insets do not make a size negative`() throws {
    let outward = CellTemplate(
      sizing: .text("text", .squared()), insets: Insets(top: -50, left: -50, bottom: 0, right: 0))
    #expect(try outward.size(["abc"]) == Size(width: 0, height: 0))
    #expect(isNear(try outward.size(["abcdefgh"]), 30, 0))
  }

  @Test func `an image of a ratio fills its width, or its height, or is nothing`() throws {
    let wide = image(ViewContent(aspectRatio: 2), insets: Self.insets)
    #expect(isNear(try wide.size([], in: FittingRoom(width: 130)), 130, 60))
    #expect(isNear(try wide.size([], in: FittingRoom(height: 60)), 130, 60))
    #expect(isNear(try wide.size([], in: FittingRoom(maximumWidth: 130)), 130, 60))
    #expect(isNear(try wide.size([]), 30, 10))
    #expect(isNear(try wide.size([], in: FittingRoom(width: 10)), 10, 10))
  }

  @Test func `an image has its own size, and an item's size replaces the template's`() throws {
    let sized = image(ViewContent(size: Size(width: 40, height: 30)), insets: Self.insets)
    #expect(isNear(try sized.size([]), 70, 40))
    #expect(isNear(try sized.size([], in: FittingRoom(width: 300)), 300, 40))
    #expect(isNear(try sized.size([], in: FittingRoom(maximumWidth: 60)), 60, 40))
    let own = ViewContent(size: Size(width: 8, height: 9))
    let cell = try Fonts.measurer().measure([own], of: sized, in: FittingRoom(), CellEnvironment())
    #expect(isNear(cell.size, 38, 19))
  }

  @Test func `the built-in template is body text that wraps`() throws {
    let text = try #require(TemplateSet.builtInOnly["text"])
    #expect(isNear(try text.size(["Hello"], in: FittingRoom(width: 320)), 320, 22, within: 1e-9))
    #expect(isNear(try text.size(["a\nb\nc"], in: FittingRoom(width: 320)), 320, 66, within: 1e-9))
    #expect(TemplateSet.builtInOnly.names == ["text"])
  }
}
