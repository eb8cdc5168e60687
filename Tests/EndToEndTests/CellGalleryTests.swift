import Foundation
import TestSupport
import Testing

/// The designs of `examples/cells`: measured, drawn, and shown in `docs/cells.md`.
struct CellGalleryTests {
  private let service = RunningService.shared.value

  static let names = Repository.files("examples/cells", withExtension: "json")

  /// The designs that are also written in HTML and CSS, for `tools/cell-twins`.
  static let twins = Repository.files("examples/cells/web", withExtension: "html")

  /// The design whose constraints conflict.
  private static let broken = "broken-constraint"

  private func measure(_ body: String, _ headers: [String] = [], query: String = "") throws -> HTTPResponse {
    try service.ask(
      "POST", "/v1/measurements" + query, ["Content-Type: application/json"] + headers, body: Array(body.utf8)
    )
  }

  @Test(arguments: names)
  func `every cell of a design is measured, and its texts are within their views`(name: String) throws {
    var request = try JSONTree(parsing: Repository.text("examples/cells/\(name).json"))
    request["views"] = true
    let answer = try measure(request.description)
    #expect(answer.status == 200)
    let cells = try #require(answer.json)
    #expect(cells["sizes"]?.elements?.count == request["items"]?.elements?.count)
    let warnings = cells["warnings"]?.elements?.compactMap { $0["code"]?.string } ?? []
    #expect(warnings == (name == Self.broken ? ["constraint_broken"] : []))
    for cell in cells["views"]?.elements ?? [] {
      for (view, shown) in cell.members ?? [:] {
        let width = try #require(shown.at("/frame/width")?.number)
        for line in shown["lines"]?.elements ?? [] {
          #expect((line["width"]?.number ?? .infinity) <= width + 0.01, "\(view)")
        }
      }
    }
  }

  @Test(arguments: names)
  func `a picture is the program's output of today, and it can be rendered`(name: String) throws {
    let drawn = try tessera("measure", "--format", "svg", "examples/cells/\(name).json")
    #expect(drawn.exitCode == 0)
    #expect(try drawn.outputText == Repository.text("docs/images/cells/\(name).svg"), "\(name)")
    let rendered = try ChildProcess("/usr/bin/rsvg-convert", ["--format", "png"], input: drawn.output)
    #expect(rendered.waitForExit() == 0)
    #expect(rendered.output.starts(with: [0x89] + Array("PNG".utf8)))
    let body = try Repository.text("examples/cells/\(name).json")
    for answer in [try measure(body, query: "?format=svg"), try measure(body, ["Accept: image/svg+xml"])] {
      #expect(answer.header("Content-Type") == "image/svg+xml")
      #expect(answer.body == drawn.output)
    }
  }

  @Test func `the page shows every design beside its request, and no picture is left over`() throws {
    let page = try Repository.text("docs/cells.md")
    let list = try Repository.text("examples/README.md")
    #expect(Self.names.count >= 14)
    #expect(Repository.files("docs/images/cells", withExtension: "svg") == Self.names)
    for name in Self.names {
      #expect(page.contains("](images/cells/\(name).svg)"), "\(name)")
      #expect(page.contains("](../examples/cells/\(name).json)"), "\(name)")
      #expect(list.contains("[\(name).json](cells/\(name).json)"), "\(name)")
    }
  }

  @Test func `the page shows twelve designs beside a browser's picture, which is small`() throws {
    let page = try Repository.text("docs/cells.md")
    #expect(Self.twins.count == 12)
    #expect(Repository.files("docs/images/cells/web", withExtension: "png") == Self.twins)
    for name in Self.twins {
      #expect(Self.names.contains(name))
      #expect(page.contains("](../examples/cells/web/\(name).html)"), "\(name)")
      let pictures = "](images/cells/\(name).svg) | <img src=\"images/cells/web/\(name).png\""
      #expect(page.contains(pictures), "\(name)")
      let picture = try Data(contentsOf: Repository.root.appending(path: "docs/images/cells/web/\(name).png"))
      #expect(picture.starts(with: [0x89] + Array("PNG".utf8)) && picture.count < 60_000, "\(name)")
    }
    let requests = try Self.twins.map { try Repository.text("examples/cells/\($0).json") }
    for (member, least) in [("\"stack\"", 4), ("\"flex\"", 5), ("\"runs\"", 3)] {
      #expect(requests.count { $0.contains(member) } >= least, "\(member)")
    }
  }

  @Test(arguments: twins)
  func `a design in HTML has an element for every visible view`(name: String) throws {
    var request = try JSONTree(parsing: Repository.text("examples/cells/\(name).json"))
    request["views"] = true
    let cells = try #require(try measure(request.description).json?["views"]?.elements)
    let page = try Repository.text("examples/cells/web/\(name).html")
    let parts = page.components(separatedBy: "data-item=\"").dropFirst()
    #expect(parts.count == cells.count)
    for (item, (part, cell)) in zip(parts, cells).enumerated() {
      #expect(part.hasPrefix("\(item)\""))
      let elements = part.components(separatedBy: "data-view=\"").dropFirst().map { $0.prefix { $0 != "\"" } }
      let views = (cell.members ?? [:]).filter { $0.value["hidden"] != true }.keys
      #expect(elements.map(String.init).sorted() == views.sorted(), "cell \(item)")
    }
  }

  @Test func `cells come as objects or as a picture, and in no other form`() throws {
    let body = try Repository.text("examples/cells/tag.json")
    for format in ["columns", "binary"] {
      #expect(try measure(body, query: "?format=\(format)").status == 406)
      let process = try tessera("measure", "--format", format, "-", input: Array(body.utf8))
      #expect(process.exitCode == 1 && process.output.isEmpty)
      #expect(try JSONTree(parsing: process.errors)["code"] == "not_acceptable")
    }
    #expect(try measure(body, ["Accept: application/vnd.tessera.columns"]).status == 406)
    #expect(try measure(body, query: "?format=pdf").status == 400)
    #expect(try tessera("measure", "-", input: Array(body.utf8)).output == measure(body).body)
  }
}
