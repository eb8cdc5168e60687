import Collections
import JSON
import TestSupport
import Testing

@testable import API
@testable import Wire

@Suite("Layouts by formulas, as requests")
struct FormulaRequestTests {
  static let kinds = ["stack", "circle", "spiral", "coverFlow", "carousel"]

  @Test("every kind returns every item once, with all defaults", arguments: kinds)
  func defaults(kind: String) throws {
    let answer = try answer(
      request(
        container: ["width": 375, "height": 667], layout: ["kind": .string(kind)],
        sections: [["itemCount": 7], ["items": [["id": "a", "size": [30, 40]]]]]))
    let cells = answer["attributes"]?.elements ?? []
    #expect(cells.count == 8)
    #expect(cells.last?["id"]?.string == "a" && cells.last?["frame"]?["width"]?.number == 30)
    #expect(answer["targetContentOffset"] == nil)
  }

  @Test("the least size of a response is below its size, and counts z-indices and numbers", arguments: kinds)
  func size(kind: String) throws {
    let sections: JSONTree = [["itemCount": 12_000], ["items": [["id": "a"]]], ["itemCount": 3]]
    let body = request(layout: ["kind": .string(kind)], sections: sections).description
    let solved = try LayoutSolver().solve(Array(body.utf8))
    for (format, perElement) in [(ResponseFormat.objects, 93.0), (.columns, 20)] {
      let least = solved.collection.leastBytes(on: solved.collection.state.main, as: format)
      let bytes = try solved.bytes(as: format).withUnsafeBytes { $0.count }
      #expect(least <= Double(bytes) && least > perElement * 12_004, "\(format): \(least) of \(bytes)")
    }
  }

  @Test("so many items that no response has room for them are refused before they are made")
  func count() throws {
    let many = request(layout: ["kind": "spiral"], sections: [["itemCount": 3_000_000]]).description
    let solved = try LayoutSolver(answerLimit: 256 << 20).solve(Array(many.utf8))
    let least = solved.collection.leastBytes(on: solved.collection.state.main, as: .objects)
    #expect(least > Double(256 << 20))
    do throws(Problem) {
      _ = try solved.bytes(as: .objects)
      Issue.record("three million items are in a response of 256 MB")
    } catch {
      #expect(error.code == .answerTooLarge)
    }
  }

  @Test("parameters reach the layout, and a section's metrics stand in for them")
  func parameters() throws {
    let answer = try answer(
      request(
        layout: [
          "kind": "circle", "scrollDirection": "horizontal", "radius": 100, "startAngle": 0, "sweep": 90,
          "rotatesItems": true, "itemSize": [20, 10], "sectionInset": [1, 2, 3, 4],
        ],
        sections: [["itemCount": 2], ["itemCount": 1, "metrics": ["radius": 200, "itemSize": [40, 40]]]]))
    let cells = answer["attributes"]?.elements ?? []
    // A stretch of 320 by 480 less the inset, its middle at 159 + … ; the first item 100 to the right of it.
    #expect(cells[0]["frame"]?["x"]?.number == 249 && cells[0]["frame"]?["y"]?.number == 234)
    #expect(cells[2]["frame"]?["width"]?.number == 40)
    #expect(cells[0]["zIndex"]?.number == -1)
    #expect(cells[0]["transform"]?.elements?.count == 6)
  }

  @Test(
    "an invalid value of a parameter is rejected with a pointer",
    arguments: [
      ("stack", "itemScale", 1.5), ("stack", "visibleCount", 0), ("stack", "spread", 181),
      ("circle", "radius", -1), ("circle", "sweep", 361), ("circle", "startAngle", -400),
      ("spiral", "spacing", 0.5), ("spiral", "outerScale", 2), ("spiral", "outerAlpha", -0.1),
      ("coverFlow", "angle", 91), ("coverFlow", "perspective", 0), ("coverFlow", "sideDepth", -1),
      ("carousel", "itemsPerTurn", 2), ("carousel", "tilt", -1), ("carousel", "sideItemAlpha", 1.1),
      ("carousel", "sideItemScale", -1),
    ])
  func ranges(kind: String, parameter: String, value: Double) {
    var layout: JSONTree = ["kind": .string(kind)]
    layout[parameter] = .number(value)
    #expect(refusal(of: request(layout: layout))?.pointers == ["/layout/\(parameter)"])
    let section: JSONTree = ["itemCount": 1, "metrics": .object([parameter: .number(value)])]
    #expect(
      refusal(of: request(layout: ["kind": .string(kind)], sections: [section]))?.pointers
        == ["/sections/0/metrics/\(parameter)"])
  }

  @Test("names and shapes are checked too")
  func names() {
    #expect(
      refusal(of: request(layout: ["kind": "spiral", "spiral": "fermatt"]))?.faults.first?.detail.contains(
        "did you mean \"fermat\"") == true)
    #expect(refusal(of: request(layout: ["kind": "carousel", "style": 1]))?.pointers == ["/layout/style"])
    #expect(
      refusal(of: request(layout: ["kind": "stack", "itemOffset": [1, 2, 3]]))?.pointers
        == ["/layout/itemOffset"])
    #expect(
      refusal(of: request(layout: ["kind": "stack", "itemOffset": ["x": 1]]))?.pointers
        == ["/layout/itemOffset"])
    #expect(refusal(of: request(layout: ["kind": "stack", "itemOffset": ["x": 1, "y": -2]])) == nil)
    #expect(
      refusal(of: request(layout: ["kind": "coverFlow", "itemSpacin": 1]))?.faults.first?.detail.contains(
        "did you mean \"itemSpacing\"") == true)
    let section: JSONTree = ["itemCount": 1, "metrics": ["scrollDirection": "vertical"]]
    #expect(
      refusal(of: request(layout: ["kind": "stack"], sections: [section]))?.pointers
        == ["/sections/0/metrics/scrollDirection"])
  }

  private let covers = request(
    container: ["width": 400, "height": 300],
    layout: ["kind": "coverFlow", "itemSize": [200, 200], "itemSpacing": -150],
    sections: [["itemCount": 5]], visibleRect: [60, 5, 400, 300])

  @Test("a layout that snaps returns the offset at which scrolling rests, in every form that has numbers")
  func target() throws {
    let objects = try answer(covers)
    #expect(objects["targetContentOffset"]?["x"]?.number == 50)
    #expect(objects["targetContentOffset"]?["y"]?.number == 5)
    let columns = try JSONTree(parsing: answerBytes(covers.description, as: .columns))
    #expect(columns["targetContentOffset"]?["x"]?.number == 50)
    let binary = try BinaryResponse(answerBytes(covers.description, as: .binary)).columnsForm()
    #expect(try binary.objectsFromColumns() == objects)
  }

  @Test("a layout that does not snap returns no such offset")
  func noTarget() throws {
    let stack = request(layout: ["kind": "stack"], visibleRect: [0, 0, 320, 480])
    #expect(try answer(stack)["targetContentOffset"] == nil)
  }
}
