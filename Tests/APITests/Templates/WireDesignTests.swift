import Foundation
import TestSupport
import Testing

/// Cells of real apps, written as templates.
struct WireDesignTests {
  private static let designs: [JSONTree] = {
    let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Fixtures/cell-designs.json")
    return (try? Data(contentsOf: file)).flatMap { try? JSONTree(parsing: $0) }?["cases"]?.elements ?? []
  }()

  private func frames(_ design: JSONTree, _ more: [String: JSONTree] = [:]) throws -> JSONTree {
    var template = design
    for name in ["name", "width", "height", "frames"] { template[name] = nil }
    return try measured(
      measurement(
        [["template": "t"]], templates: ["t": template], width: design["width"],
        more.merging(["views": true]) { own, _ in own }))
  }

  @Test(arguments: designs.indices)
  func `the views of a cell stand where they were worked out by hand, and nothing is wrong`(index: Int) throws
  {
    let design = Self.designs[index]
    let answer = try frames(design)
    #expect(answer["warnings"] == nil)
    let size = try #require(answer.at("/sizes/0"))
    #expect(
      isNear(
        [size["width"]!.number!, size["height"]!.number!],
        [design["width"]!.number!, design["height"]!.number!]))
    for (name, frame) in design["frames"]?.members ?? [:] {
      let found = try #require(answer.at("/views/0/\(name)/frame"))
      let parts = ["x", "y", "width", "height"].map { found[$0]?.number ?? .nan }
      #expect(isNear(parts, frame.elements!.map { $0.number! }), "\(name): \(parts)")
    }
  }

  @Test(arguments: designs.indices)
  func `from right to left a cell is its own mirror image`(index: Int) throws {
    let design = Self.designs[index]
    let answer = try frames(design, ["layoutDirection": "rightToLeft"])
    for (name, frame) in design["frames"]?.members ?? [:] {
      let (x, width) = (frame[0]!.number!, frame[2]!.number!)
      let mirrored = design["width"]!.number! - x - width
      #expect(isNear([answer.at("/views/0/\(name)/frame/x")?.number ?? .nan], [mirrored]), "\(name)")
    }
  }

  @Test func `the designs are there`() { #expect(Self.designs.count == 14) }
}
