import API
import TestSupport
import Testing

/// Waterfall requests: each parameter reaches its property.
struct WaterfallRequestTests {
  private func frames(
    _ layout: JSONTree, _ section: JSONTree, container: JSONTree = ["width": 320, "height": 480]
  )
    throws -> [JSONTree]
  {
    let answer = try answer(request(container: container, layout: layout, sections: [section]))
    return try #require(answer["attributes"]?.elements).map { element in
      let frame = ["x", "y", "width", "height"].map { element.at("/frame/\($0)") ?? nil }
      return .array([element["kind"] ?? element["category"] ?? nil] + frame)
    }
  }

  private let parameters: [String: JSONTree] = [
    "columnCount": 3, "minimumColumnSpacing": 5, "minimumInteritemSpacing": 7, "sectionInset": [1, 2, 3, 8],
    "headerHeight": 20, "footerHeight": 30, "headerInset": [4, 5, 6, 7], "footerInset": [8, 9, 10, 11],
  ]
  private let expected: [JSONTree] = [
    ["header", 5, 4, 308, 20], ["cell", 2, 31, 100, 100], ["cell", 107, 31, 100, 50],
    ["cell", 212, 31, 100, 100], ["cell", 107, 88, 100, 100], ["footer", 9, 199, 300, 30],
  ]
  private let items: JSONTree = [
    [:], ["size": [20, 10]], ["aspectRatio": 1], ["preferredAttributes": ["size": [3, 3]]],
  ]

  @Test func `every parameter counts in the layout`() throws {
    var layout = parameters
    layout["kind"] = "waterfall"
    #expect(try frames(.object(layout), ["items": items]) == expected)
  }

  @Test func `every parameter of a section counts in its metrics`() throws {
    let section: JSONTree = ["items": items, "metrics": .object(parameters)]
    #expect(try frames(["kind": "waterfall"], section) == expected)
  }

  @Test func `a render direction, an assignment and a minimum height are the whole layout's`() throws {
    let section: JSONTree = ["itemSizes": [[1, 9], [1, 1], [1, 1]]]
    let turned = try frames(["kind": "waterfall", "itemRenderDirection": "rightToLeft"], section)
    #expect(turned.map { $0[1] } == [165, 0, 165])
    let sticky = try frames(["kind": "waterfall", "columnAssignment": "sticky"], section)
    #expect(sticky.map { $0[1] } == [0, 165, 0])
    let balanced = try frames(["kind": "waterfall", "columnAssignment": "balanced"], section)
    #expect(balanced.map { $0[1] } == [0, 165, 165])
    let kept = try frames(["kind": "waterfall", "columnAssignment": "kept"], section)
    #expect(kept == balanced)
    let tall = try answer(request(layout: ["kind": "waterfall", "minimumContentHeight": 999]))
    #expect(tall.at("/contentSize/height") == 999)
    for name in ["itemRenderDirection", "columnAssignment", "minimumContentHeight"] {
      let section: JSONTree = ["itemCount": 1, "metrics": .object([name: 1])]
      let problem = refusal(of: request(layout: ["kind": "waterfall"], sections: [section]))
      #expect(problem?.pointers == ["/sections/0/metrics/\(name)"])
    }
  }

  @Test func `a count of columns out of range is refused with the range`() {
    for count: JSONTree in [0, 10_001] {
      let problem = refusal(of: request(layout: ["kind": "waterfall", "columnCount": count]))
      #expect(problem?.pointers == ["/layout/columnCount"])
      #expect(problem?.detail.contains("a whole number from 1 to 10000") == true)
    }
  }

  @Test func `an aspect ratio that makes the content endless is rejected`() {
    let section: JSONTree = ["items": [["aspectRatio": 1e-300], ["size": [1e-300, 1e15]]]]
    let problem = refusal(of: request(layout: ["kind": "waterfall"], sections: [section]))
    #expect(problem?.code == .contentTooLarge)
  }
}
