import Foundation
import TestSupport
import Testing

/// The files of `examples`, sent as they are.
struct ExampleTests {
  private let service = RunningService.shared.value

  private static let names = Repository.files("examples", withExtension: "json").map { "\($0).json" }

  @Test func `there are examples, and the page names each`() throws {
    #expect(Self.names.count >= 7)
    let page = try Repository.text("examples/README.md")
    for name in Self.names { #expect(page.contains("[\(name)](\(name))"), "\(name)") }
  }

  private func itemCount(_ section: JSONTree) -> Int {
    section["itemCount"]?.int ?? section["items"]?.elements.map(shownCount)
      ?? section["itemSizes"]?.elements?.count ?? 0
  }

  /// The number of items whose ancestors are all expanded. A parent comes before its children.
  private func shownCount(_ items: [JSONTree]) -> Int {
    var open: Set<String?> = [nil]
    var count = 0
    for item in items where open.contains(item["parent"]?.string) {
      count += 1
      if item["isExpanded"] == true, let id = item["id"]?.string { open.insert(id) }
    }
    return count
  }

  @Test(arguments: names)
  func `the response to an example has every element, or those in its visible rect`(name: String) throws {
    let text = try Repository.text("examples/\(name)")
    let request = try JSONTree(parsing: text)
    let answer = try service.solve(text)
    #expect(answer.status == 200)
    let layout = try #require(answer.json)
    let elements = try #require(layout["attributes"]?.elements)
    #expect(!elements.isEmpty && layout["warnings"] == nil)
    let counts = request["sections"]?.elements?.map(itemCount) ?? []
    let cells = elements.filter { $0["category"] == "cell" }
    if request["visibleRect"] == nil {
      #expect(cells.count == counts.reduce(0, +))
      let paths = counts.enumerated().flatMap { section, count in (0..<count).map { [section, $0] } }
      #expect(cells.map { ($0["indexPath"]?.elements ?? []).compactMap(\.int) } == paths)
    } else {
      #expect(!cells.isEmpty && cells.count < counts.reduce(0, +))
    }
    let width = try #require(layout.at("/contentSize/width")?.number)
    let height = try #require(layout.at("/contentSize/height")?.number)
    // An orthogonal section scrolls across content of its own width.
    let scrolled = layout["orthogonalSections"]?.elements ?? []
    for element in elements {
      let across = scrolled.first { $0["section"] == element.at("/indexPath/0") }
      let width = max(width, across?.at("/contentSize/width")?.number ?? 0)
      let frame = try #require(element["frame"])
      let edges = ["x", "y", "width", "height"].compactMap { frame[$0]?.number }
      #expect(edges[0] >= 0 && edges[0] + edges[2] <= width + 0.001, "\(element)")
      #expect(edges[1] >= 0 && edges[1] + edges[3] <= height + 0.001, "\(element)")
    }
  }

  /// A bar is at 100 + 6 × start, a lesson 1.5 points for each minute after 8:00 below 48.
  @Test(
    arguments: [
      ("gantt-chart.json", "Roof", ["start": 70, "days": 10], [520, 234, 60, 24]),
      ("timetable.json", "Monday, Music", ["start": 825, "length": 60], [58, 565.5, 151.5, 88]),
    ] as [(String, String, JSONTree, [Double])])
  func `a bar and a lesson move by an update of their item`(
    name: String, id: String, values: JSONTree, frame: [Double]
  ) throws {
    var body = try JSONTree(parsing: Repository.text("examples/\(name)"))
    let collection = "moved-\(name.prefix(5))"
    body["id"] = .string(collection)
    let headers = ["Content-Type: application/json"]
    let path = "/v1/collections/\(collection)"
    func send(_ method: String, _ target: String, _ body: JSONTree? = nil) throws -> HTTPResponse {
      try service.ask(
        method, target, body == nil ? [] : headers, body: body.map { Array($0.description.utf8) })
    }
    #expect(try send("POST", "/v1/collections", body).status == 201)
    let update: JSONTree = [
      "op": "reconfigureItems", "ids": [.string(id)], "items": [["id": .string(id), "values": values]],
    ]
    #expect(try send("POST", path + "/updates", ["updates": [update]]).status == 200)
    let elements = try send("GET", path + "/attributes").json?["attributes"]?.elements
    let moved = elements?.first { $0["id"]?.string == id }?["frame"]
    for (member, expected) in zip(["x", "y", "width", "height"], frame) {
      // To the pixel, of which there are two to a point.
      #expect(abs((moved?[member]?.number ?? .nan) - expected) <= 0.25, "\(member) of \(id)")
    }
    #expect(try send("DELETE", path).status == 204)
  }

  @Test(arguments: names)
  func `the forms of an example's response agree, and the command prints the same`(name: String) throws {
    let text = try Repository.text("examples/\(name)")
    let objects = try #require(try service.solve(text).json)
    let columns = try #require(try service.solve(text, format: "columns").json)
    #expect(try columns.objectsFromColumns() == objects)
    let binary = try service.solve(text, format: "binary")
    #expect(try BinaryResponse(binary.body).columnsForm() == columns)
    #expect(try tessera("solve", "--format", "binary", "examples/\(name)").output == binary.body)
    let picture = try service.solve(text, format: "svg")
    #expect(picture.header("Content-Type") == "image/svg+xml")
    #expect(picture.text.hasPrefix("<svg"))
  }
}
