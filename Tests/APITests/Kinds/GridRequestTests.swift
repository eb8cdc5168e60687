import TestSupport
import Testing

@testable import API

/// The parameters of a grid as requests give them.
struct GridRequestTests {
  private func grid(_ members: [String: JSONTree]) -> JSONTree {
    .object(members.merging(["kind": "grid"]) { given, _ in given })
  }

  private func pointers(_ layout: [String: JSONTree], metrics: [String: JSONTree] = [:]) -> [String] {
    let section: JSONTree = ["itemCount": 1, "metrics": .object(metrics)]
    return refusal(of: request(layout: grid(layout), sections: [section]))?.pointers ?? []
  }

  private func frames(_ layout: [String: JSONTree], _ section: JSONTree) throws -> [[Double?]] {
    let answer = try answer(request(layout: grid(layout), sections: [section]))
    return (answer["attributes"]?.elements ?? []).map { element in
      ["x", "y", "width", "height"].map { element.at("/frame/\($0)")?.number }
    }
  }

  static let faults: [(String, JSONTree, String)] = [
    ("columns", 0, ""), ("columns", 1001, ""), ("columns", 1.5, ""), ("columns", "2", ""),
    ("columns", [2], ""),
    ("columns", [:], ""), ("columns", ["minimumWidth": 0], "/minimumWidth"),
    ("columns", ["minimumWidth": "160"], "/minimumWidth"), ("columns", ["width": 160], "/width"),
    ("rowHeight", -1, ""), ("rowHeight", "auto", ""), ("rowHeight", true, ""), ("rowHeight", nil, ""),
    ("aspectRatio", 0, ""), ("aspectRatio", -1, ""), ("aspectRatio", "1", ""),
    ("rowSizing", "tallest", ""), ("rowSizing", 1, ""), ("packing", "tight", ""), ("packing", true, ""),
    ("columnSpacing", -1, ""), ("rowSpacing", -0.5, ""), ("rowSpacing", "10", ""),
    ("sectionInset", [1], ""), ("headerHeight", -1, ""), ("footerHeight", [1, 2], ""),
  ]

  @Test(arguments: faults)
  func `a value that a parameter does not take is pointed at, in the layout and in a section's metrics`(
    name: String, value: JSONTree, inside: String
  ) {
    #expect(pointers([name: value]).contains("/layout/\(name)\(inside)"))
    #expect(pointers([:], metrics: [name: value]).contains("/sections/0/metrics/\(name)\(inside)"))
  }

  @Test func `every parameter is taken`() {
    let shared: [String: JSONTree] = [
      "columns": ["minimumWidth": 160], "rowHeight": "automatic", "rowSizing": "uniform", "columnSpacing": 1,
      "rowSpacing": 2, "sectionInset": [1, 2, 3, 4], "headerHeight": 5, "footerHeight": 6, "packing": "dense",
    ]
    #expect(
      pointers(shared.merging(["scrollDirection": "horizontal"]) { given, _ in given }, metrics: shared) == []
    )
    #expect(
      pointers([:], metrics: ["scrollDirection": "vertical"]) == ["/sections/0/metrics/scrollDirection"])
  }

  @Test func `a row height and a ratio at once are one too many, but a section may have the other`() throws {
    let both: [String: JSONTree] = ["rowHeight": 50, "aspectRatio": 2]
    #expect(pointers(both) == ["/layout"])
    #expect(pointers([:], metrics: both) == ["/sections/0/metrics"])
    let ratio: JSONTree = ["itemCount": 1, "metrics": ["aspectRatio": 2]]
    #expect(try frames(["rowHeight": 50], ratio) == [[0, 0, 320, 160]])
    let height: JSONTree = ["itemCount": 1, "metrics": ["rowHeight": 50]]
    #expect(try frames(["aspectRatio": 2], height) == [[0, 0, 320, 50]])
  }

  @Test func `items span cells, and holes behind them are filled where packing is dense`() throws {
    let section: JSONTree = ["items": [["span": ["columns": 2]], ["span": ["columns": 2, "rows": 2]], [:]]]
    let layout: [String: JSONTree] = ["columns": 3, "columnSpacing": 10, "rowHeight": 40]
    let sparse = try frames(layout, section)
    #expect(sparse == [[0, 0, 210, 40], [0, 50, 210, 90], [220, 50, 100, 40]])
    let dense = try frames(layout.merging(["packing": "dense"]) { given, _ in given }, section)
    #expect(dense == [[0, 0, 210, 40], [0, 50, 210, 90], [220, 0, 100, 40]])
  }

  @Test func `a ratio that makes lines beyond any coordinate is refused, not computed`() {
    let body = request(layout: grid(["aspectRatio": 1e-300]), sections: [["itemCount": 9]])
    #expect(refusal(of: body)?.code == .contentTooLarge)
  }

  @Test func `one screen of a million items has its elements, with items of any span`() throws {
    let counted = request(
      layout: grid(["columns": ["minimumWidth": 100]]), sections: [["itemCount": 1_000_000]],
      visibleRect: [0, 5_000_000, 320, 480])
    let cells = try answer(counted)["attributes"]?.elements ?? []
    #expect(cells.count == 15)
  }
}
