import Foundation
import TestSupport
import Testing

@testable import API

/// What users of other layout libraries have reported as wrong: each request of `Fixtures/public-reports.json` is sent, and
/// gets what its reporters expect.
struct PublicReportTests {
  private static let cases: [JSONTree] = {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "Fixtures/public-reports.json")
    let tree = (try? Data(contentsOf: file)).flatMap { try? JSONTree(parsing: $0) }
    return tree?["cases"]?.elements ?? []
  }()

  /// The responses to the steps of a case, all of which have to succeed.
  private func responses(to name: String, on service: TestService? = nil) throws -> [JSONTree] {
    let service = try service ?? TestService()
    let found = try #require(Self.cases.first { $0["name"]?.string == name })
    return try (found["steps"]?.elements ?? []).map { step in
      let path = try #require(step["path"]?.string)
      let body = step["body"]
      let response =
        switch step["method"]?.string ?? (body == nil ? "GET" : "POST") {
        case "GET": service.get(path)
        case "DELETE": service.delete(path)
        case "PUT": service.put(path, body ?? [:])
        default: service.post(path, body ?? [:])
        }
      #expect((200..<300).contains(response.status), "\(name): \(response.detail)")
      return response.json ?? [:]
    }
  }

  private func frames(_ response: JSONTree, _ kind: String? = nil) -> [[Double]] {
    (response["attributes"]?.elements ?? []).filter { $0["kind"]?.string == kind }.map { element in
      ["x", "y", "width", "height"].map { element["frame"]?[$0]?.number ?? .nan }
    }
  }

  private func number(_ response: JSONTree, _ pointer: String) -> Double {
    response.at(pointer)?.number ?? .nan
  }

  @Test func `all cases have a test`() {
    #expect(Self.cases.count == 14)
  }

  @Test func `targets and changes in a row from right to left keep the reader's place`() throws {
    let found = try responses(to: "rtl-horizontal")
    #expect(found[1...3].map { number($0, "/contentOffset/x") } == [680, 400, 180])
    // Items that come at the end move all coordinates, and nothing on the screen.
    #expect(number(found[4], "/contentOffset/to/x") == 880)
    // At the start edge, what comes before the first item stays out of sight or comes into it, as the anchor says.
    #expect([5, 6, 7].map { number(found[$0], "/contentOffset/to/x") } == [1080, 1180, 1180])
    #expect(found[7].at("/anchor/reason")?.string == "asked")
  }

  @Test func `a short chat stands at the bottom if its viewport says so`() throws {
    let service = try TestService()
    let found = try responses(to: "bottom-align", on: service)
    #expect(number(found[3], "/contentOffset/to/y") == -320)
    var body = try #require(Self.cases.first { $0["name"]?.string == "bottom-align" }?.at("/steps/0/body"))
    body["contentAlignment"] = "end"
    body["follow"] = "end"
    body["bounds"] = [0, -320, 320, 400]
    _ = service.delete("/v1/collections/c24")
    #expect(service.post("/v1/collections", body).status == 201)
    let change: JSONTree = [
      "updates": [["op": "insertItems", "section": "a", "items": [["id": "n0", "size": [320, 40]]]]]
    ]
    let diff = try #require(service.post("/v1/collections/c24/updates", change).json)
    // 120 points of content end at the bottom of 400.
    #expect(number(diff, "/contentOffset/to/y") == -280)
  }

  @Test func `a question scrolls to the top, and stays there while the answer grows`() throws {
    let service = try TestService()
    let found = try responses(to: "question-to-top", on: service)
    #expect(number(found[2], "/scrollTarget/contentOffset/y") == 760)
    #expect([3, 4].map { number(found[$0], "/contentOffset/to/y") }.first == 760)
    #expect(number(found[4], "/bounds/y") == 760)
    var body = try #require(Self.cases.first { $0["name"]?.string == "question-to-top" }?.at("/steps/0/body"))
    body["roomBelow"] = ["id": "i19"]
    _ = service.delete("/v1/collections/c25")
    #expect(service.post("/v1/collections", body).status == 201)
    let scrolled = service.put("/v1/collections/c25/bounds", ["scrollTo": ["id": "i19", "position": "top"]])
    #expect(number(try #require(scrolled.json), "/bounds/y") == 760)
  }

  @Test func `an item of a waterfall keeps its column, and columns are no longer than they need be`() throws {
    let found = try responses(to: "waterfall-sticky")
    #expect(number(found[1], "/contentSize/height") == 1080)
    let service = try TestService()
    let steps = try #require(
      Self.cases.first { $0["name"]?.string == "waterfall-sticky" }?["steps"]?.elements)
    var body = try #require(steps[2]["body"])
    body["layout"]?["columnAssignment"] = "kept"
    #expect(service.post("/v1/collections", body).status == 201)
    func columns() throws -> [String: Double] {
      let elements = try #require(service.get("/v1/collections/c26/attributes").json?["attributes"]?.elements)
      return Dictionary(
        uniqueKeysWithValues: elements.map { ($0["id"]?.string ?? "", number($0, "/frame/x")) })
    }
    let before = try columns()
    let change = try #require(steps[3]["body"])
    #expect(service.post("/v1/collections/c26/updates", change).status == 200)
    for (id, x) in try columns() where before[id] != nil { #expect(before[id] == x, "\(id)") }
  }

  @Test func `no photograph is wider than its row, and the last row has the height of the others`() throws {
    for (response, width) in zip(try responses(to: "justified-orphan"), [280.0, 1000, 320, 320]) {
      for frame in frames(response) { #expect(frame[0] >= 0 && frame[0] + frame[2] <= width + 1e-9) }
    }
    let last = try responses(to: "photo-last-row")
    #expect(Set(frames(last[0]).prefix(9).map { $0[3] }) == [259])
    #expect(frames(last[1]) == [[10, 10, 300, 200]])
  }

  @Test func `insets of groups, sections that scroll across and their items add up`() throws {
    let found = try responses(to: "comp-insets")
    #expect(frames(found[0]) == [[16, 16, 288, 201], [16, 217, 288, 201], [16, 496, 288, 201]])
    #expect(frames(found[1]).map { $0[1] } == [20, 20, 20, 120, 120, 120])
    #expect(frames(found[1]).allSatisfy { abs($0[2] - 260.0 / 3) < 1e-9 && $0[3] == 60 })
    #expect(frames(found[2]).map { $0[1] } == [8, 94])
    #expect(found[2].at("/warnings/0/code")?.string == "member_larger_than_group")
    #expect(frames(found[3], "header") == [[15, 0, 345, 40]])
    #expect(number(found[3], "/orthogonalSections/0/contentSize/width") == 995)
    #expect(number(found[4], "/orthogonalSections/0/snapping/interval") == 197.5)
  }

  @Test func `a fraction of an estimate is named, and siblings share the height of the tallest`() throws {
    let found = try responses(to: "comp-fraction-of-estimate")
    #expect(found[0].at("/warnings/0/code")?.string == "fraction_of_estimate")
    let heights = frames(found[1]).map { $0[3] }
    #expect(heights[0] == heights[1] && heights[2] == heights[3] && heights[0] > heights[2])
  }

  @Test func `a section that scrolls across says how, and has its items at any offset`() throws {
    let found = try responses(to: "orthogonal-scrolled")
    #expect(found[0]["orthogonalSections"]?.elements?.count == 2)
    #expect(frames(found[1]).map { $0[0] } == [1000, 1100, 1200, 1300])
  }

  @Test func `items without a size and empty sections keep their places`() throws {
    let found = try responses(to: "zero-and-empty")
    #expect(frames(found[0]) == [[0, 30, 50, 50], [60, 55, 0, 0], [70, 30, 50, 50]])
    #expect(frames(found[0], "header") == [[0, 0, 320, 30], [0, 80, 320, 30]])
    #expect(frames(found[1]).map { $0[1] } == [0, 60, 70])
    #expect(frames(found[2]).map { $0[1] } == [0, 58, 66])
  }

  @Test func `a header stands within the insets of its container, and is as high as its text there`() throws {
    let header = try #require(frames(try responses(to: "header-insets")[0], "header").first)
    #expect(header == [0, 0, 270, 66])
  }

  @Test func `a third and two thirds share a row of a magazine`() throws {
    let found = try responses(to: "magazine-fractions")
    #expect(frames(found[0]).map { $0[1] } == [0, 40])
    var body = try #require(
      Self.cases.first { $0["name"]?.string == "magazine-fractions" }?.at("/steps/0/body"))
    body["sections"] = [
      [
        "items": [
          ["widthMode": "thirdWidth", "heightMode": "static", "height": 40],
          ["widthMode": "twoThirdsWidth", "heightMode": "static", "height": 40],
        ]
      ]
    ]
    let row = frames(try answer(body))
    #expect(row.map { $0[1] } == [0, 0] && abs(row[1][2] - 2 * row[0][2]) < 1e-9)
  }

  @Test func `cards that fit by their exact sizes share a row at every scale`() throws {
    for response in try responses(to: "compositional-fraction-scale") {
      #expect(Set(frames(response).map { $0[1] }) == [0])
    }
  }

  @Test func `a header that pins is in front of badges`() throws {
    for response in try responses(to: "pinned-z") {
      let elements = response["attributes"]?.elements ?? []
      let pinned = elements.filter { $0["pinned"] == true }.map { $0["zIndex"]?.number ?? 0 }
      let badges = elements.filter { $0["kind"]?.string == "badge" }.map { $0["zIndex"]?.number ?? 0 }
      #expect(!pinned.isEmpty && pinned.allSatisfy { $0 == 10 } && badges.allSatisfy { $0 < 10 })
    }
  }
}
