import API
import TestSupport
import Testing

/// The warnings of a response about requests that the client may not have meant.
struct WarningTests {
  private static let narrow: JSONTree = ["width": 100, "height": 400]

  @Test(
    arguments: [
      (["items": [[:], ["size": [140, 40]], ["size": [150, 40]]]], "/sections/1/items/1", 2),
      (["itemSizes": [[50, 50], [140, 40]]], "/sections/1/itemSizes/1", 1),
      (["itemSizes": [50, 50, 140, 40]], "/sections/1/itemSizes/2", 1),
      (["itemSizes": ["widths": [50, 140], "heights": [50, 40]]], "/sections/1/itemSizes/widths/1", 1),
      (["itemCount": 3, "metrics": ["itemSize": [140, 40]]], "/sections/1/itemCount", 3),
    ] as [(JSONTree, String, Int)])
  func `an item that no line can hold is laid out, counted and pointed at`(
    section: JSONTree, pointer: String, count: Int
  ) throws {
    let answer = try answer(request(container: Self.narrow, sections: [["itemCount": 2], section]))
    let warnings = try #require(answer["warnings"]?.elements)
    #expect(warnings.count == 1)
    #expect(warnings[0]["code"] == "item_wider_than_line")
    #expect(warnings[0]["pointer"] == .string(pointer))
    #expect(warnings[0]["count"] == .number(Double(count)))
    #expect(warnings[0]["detail"]?.string?.isEmpty == false)
    let wide = answer["attributes"]?.elements?.filter { $0.at("/frame/width")?.number ?? 0 > 100 }
    #expect(wide?.count == count)
  }

  @Test func `supplementary views without a place are named`() throws {
    let answer = try answer(
      request(sections: [
        ["itemCount": 1, "supplementaries": ["a/b": [[:], [:]], "badge": [["size": [5, 5]]], "c": []]]
      ]))
    let warnings = try #require(answer["warnings"]?.elements)
    #expect(warnings.map { $0["code"] } == ["supplementary_not_placed", "supplementary_not_placed"])
    #expect(
      warnings.map { $0["pointer"] } == [
        "/sections/0/supplementaries/a~1b", "/sections/0/supplementaries/badge",
      ])
    #expect(warnings.map { $0["count"] } == [2, 1])
    #expect(answer["attributes"]?.elements?.count == 1)
  }

  @Test func `a response lists a hundred warnings and counts the rest`() throws {
    let sections = JSONTree.array(Array(repeating: ["itemSizes": [[140, 40]]], count: 130))
    let answer = try answer(request(container: Self.narrow, sections: sections))
    let warnings = try #require(answer["warnings"]?.elements)
    #expect(warnings.count == 101)
    #expect(warnings[100]["code"] == "more_warnings")
    #expect(warnings[100]["count"] == 30)
  }

  @Test func `a response without warnings has no such member`() throws {
    #expect(try answer(request())["warnings"] == nil)
  }
}
