import TestSupport
import Testing

@testable import API

/// Collections in compositional layouts with sections of several kinds.
struct SectionKindRequestTests {
  private static let bounds = Kept.path + "/bounds"

  /// A carousel of a height of 100 above a list of rows of 60, and in containers from a width of 400 on a grid instead.
  private static let body: JSONTree = [
    "container": ["width": 320, "height": 480], "bounds": [0, 0, 320, 480],
    "layout": [
      "kind": "compositional",
      "sections": [
        ["group": ["size": [150, 100], "items": [[:]]], "orthogonalScrollingBehavior": "continuous"],
        ["list": ["rowHeight": 60, "sectionHeaderHeight": 30]],
      ],
      "alternatives": [
        ["minimumWidth": 400, "sections": [["grid": grid]]]
      ],
    ],
    "sections": [section("c", 9), section("r", 40)],
  ]

  private static let grid: JSONTree = ["columns": 2, "columnSpacing": 0, "rowSpacing": 0, "rowHeight": 60]

  private static func section(_ id: String, _ count: Int) -> JSONTree {
    ["id": .string(id), "items": .array((0..<count).map { ["id": .string("\(id)\($0)")] })]
  }

  private func frame(_ service: TestService, _ section: Int, _ item: Int) -> JSONTree? {
    let elements = service.get(Kept.attributes).json?["attributes"]?.elements
    let path: JSONTree = [.number(Double(section)), .number(Double(item))]
    return elements?.first { $0["category"] == "cell" && $0["indexPath"] == path }?["frame"]
  }

  @Test func `a turn of the device chooses other sections by the new container alone`() throws {
    let service = try TestService()
    #expect(service.create("c", Self.body).status == 201)
    // Behind the carousel and the header.
    #expect(frame(service, 1, 1) == ["x": 0, "y": 190, "width": 320, "height": 60])
    let turned = service.put(
      Self.bounds, ["container": ["width": 480, "height": 320], "bounds": [0, 0, 480, 320]])
    #expect(turned.status == 200)
    // Nine cards take five rows of a grid now; the list is a grid too, which has no header.
    #expect(frame(service, 0, 1) == ["x": 240, "y": 0, "width": 240, "height": 60])
    #expect(frame(service, 1, 1) == ["x": 240, "y": 300, "width": 240, "height": 60])
    #expect(service.get(Kept.attributes).json?["orthogonalSections"] == nil)
    let back = service.put(
      Self.bounds, ["container": ["width": 320, "height": 480], "bounds": [0, 0, 320, 480]])
    #expect(back.status == 200)
    #expect(frame(service, 1, 1) == ["x": 0, "y": 190, "width": 320, "height": 60])
  }

  @Test func `an item that is inserted into the list moves the rows below it, and nothing else`() throws {
    let service = try TestService()
    #expect(service.create("c", Self.body).status == 201)
    let updated = service.post(
      Kept.updates, ["updates": [["op": "insertItems", "at": [[1, 1]], "items": [["id": "new"]]]]])
    #expect(updated.status == 200)
    let changes = updated.json?["changes"]?.elements ?? []
    #expect(!changes.isEmpty)
    // The carousel, the header and the row above stay.
    #expect(changes.allSatisfy { ($0["to"] ?? $0["from"])?.at("/0") == 1 })
    #expect(!changes.contains { $0["kind"] == "header" || $0["id"] == "r0" })
    #expect(frame(service, 1, 2) == ["x": 0, "y": 250, "width": 320, "height": 60])
  }
}
