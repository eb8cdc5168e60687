import LayoutEngine
import TestSupport
import Testing

@testable import API

/// The pictures in the documents: `docs/images/NAME.svg` is the program's picture of `examples/NAME.json`.
struct PictureTests {
  static let pictures = Repository.files("docs/images", withExtension: "svg")

  @Test func `there is a picture of every layout kind`() throws {
    let examples = try Self.pictures.map { try JSONTree(parsing: Repository.text("examples/\($0).json")) }
    let kinds = Set(examples.compactMap { $0.at("/layout/kind")?.string })
    #expect(kinds == Set(LayoutKind.all.map(\.name)))
  }

  @Test(arguments: pictures)
  func `a picture is the program's output of today, and it can be rendered`(name: String) throws {
    let drawn = try tessera("solve", "--format", "svg", "examples/\(name).json")
    #expect(drawn.exitCode == 0)
    #expect(try drawn.outputText == Repository.text("docs/images/\(name).svg"), "\(name)")
    let rendered = try ChildProcess("/usr/bin/rsvg-convert", ["--format", "png"], input: drawn.output)
    #expect(rendered.waitForExit() == 0)
    #expect(rendered.output.starts(with: [0x89] + Array("PNG".utf8)))
  }

  @Test func `a page shows every picture, each beside the request that it was made from`() throws {
    let page = try Repository.text("docs/gallery.md") + Repository.text("docs/diffs.md")
    for name in Self.pictures {
      #expect(page.contains("](images/\(name).svg)"), "\(name)")
      #expect(page.contains("](../examples/\(name).json)"), "\(name)")
    }
  }
}
