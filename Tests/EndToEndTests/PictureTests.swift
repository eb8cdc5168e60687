import TestSupport
import Testing

/// The pictures that documents show.
struct PictureTests {
  @Test func `the README's picture is what the program draws of the gallery today`() throws {
    let process = try tessera("solve", "--format", "svg", "examples/photo-gallery.json")
    #expect(process.exitCode == 0)
    #expect(try process.outputText == Repository.text("docs/images/photo-gallery.svg"))
  }

  @Test(arguments: ["grid", "list", "mosaic", "carousel", "badges", "tags"])
  func `the pictures of compositional layouts are what the program draws today`(name: String) throws {
    let process = try tessera("solve", "--format", "svg", "examples/compositional-\(name).json")
    #expect(try process.outputText == Repository.text("docs/images/compositional-\(name).svg"))
  }

  @Test func `a picture can be rendered`() throws {
    let drawn = try tessera("solve", "--format", "svg", "examples/countries-scrolled.json")
    let rendered = try ChildProcess("/usr/bin/rsvg-convert", ["--format", "png"], input: drawn.output)
    #expect(rendered.waitForExit() == 0)
    #expect(rendered.output.starts(with: [0x89] + Array("PNG".utf8)))
  }
}
