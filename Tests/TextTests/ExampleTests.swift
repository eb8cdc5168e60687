import TestSupport
import Testing
import Text

@Suite("The examples in the docstrings of texts")
struct ExampleTests {
  @Test(
    "are the code of these tests",
    arguments: [("TextMeasurer", "TextMeasurer.swift"), ("StyledText", "Typography/StyledText.swift")])
  func text(name: String, file: String) throws {
    let example = try DocumentedExample(name, in: "Cells/Text/\(file)")
    #expect(example.shown == example.compiled)
  }

  @Test("measure two lines of 20 points each")
  func measuring() throws {
    // TextMeasurer begins.
    let fonts = try FontLibrary(paths: ["/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"])
    let measurer = TextMeasurer(fonts: fonts)
    let attributes = TextAttributes(size: 16, lineHeight: 20)
    let size = try measurer.measure("Two lines,\none below the other", attributes: attributes, width: 400)
    let lines = size.lineCount  // 2
    let height = size.height  // 40.0
    // TextMeasurer ends.
    #expect(lines == 2 && height == 40)
  }

  @Test("join runs and an attachment into one text")
  func runs() {
    // StyledText begins.
    let price = StyledText([
      .attachment(TextAttachment(width: 16, height: 16)),
      .text(" Today only: "),
      .text("9.99", TextRunAttributes(weight: 700)),
    ])
    let text = price.string  // "\u{FFFC} Today only: 9.99"
    // StyledText ends.
    #expect(text == "\u{FFFC} Today only: 9.99")
  }
}
