import TestSupport
import Testing

@testable import API

/// Members of items, headers and sections that belong to one layout kind only.
struct ItemTraitTests {
  private func pointers(_ sections: JSONTree, kind: String = "flow") -> [String] {
    refusal(of: request(layout: ["kind": .string(kind)], sections: sections))?.pointers ?? []
  }

  @Test(arguments: ["flow", "list", "grid"])
  func `every kind takes a span, a size mode and values`(kind: String) {
    let item: JSONTree = [
      "span": ["columns": 2, "rows": 3], "widthMode": "fractionalWidth", "divisor": 7,
      "heightMode": "static", "height": 9, "values": ["start": 540],
    ]
    #expect(pointers([["items": [item]]], kind: kind) == [])
  }

  @Test(arguments: [0, 1001, 1.5, -1, "2", 1e300, true] as [JSONTree])
  func `a span and a divisor are whole numbers from 1 to 1000`(number: JSONTree) {
    #expect(pointers([["items": [["span": ["columns": number]]]]]) == ["/sections/0/items/0/span/columns"])
    #expect(
      pointers([["items": [["widthMode": "fractionalWidth", "divisor": number]]]])
        == ["/sections/0/items/0/divisor"])
  }

  @Test func `an item spans all columns by name`() throws {
    let photographs: JSONTree = [["items": [[:], ["span": ["columns": "all"]], [:]]]]
    #expect(pointers(photographs, kind: "grid") == [])
    let answer = try answer(
      request(
        layout: ["kind": "grid", "columns": 3, "columnSpacing": 0, "rowHeight": 50], sections: photographs))
    #expect(answer.at("/attributes/1/frame/width") == answer.at("/contentSize/width"))
    #expect(pointers([["items": [["span": ["rows": "all"]]]]]) == ["/sections/0/items/0/span/rows"])
    let problem = refusal(of: request(sections: [["items": [["span": ["columns": "every"]]]]]))
    #expect(problem?.detail.contains("\"all\"") == true)
  }

  @Test func `a divisor belongs to a fractional width, and a fractional width to a divisor`() {
    #expect(pointers([["items": [["divisor": 3]]]]) == ["/sections/0/items/0/divisor"])
    #expect(
      pointers([["items": [["widthMode": "halfWidth", "divisor": 3]]]]) == ["/sections/0/items/0/divisor"])
    #expect(pointers([["items": [["widthMode": "fractionalWidth"]]]]) == ["/sections/0/items/0"])
  }

  @Test func `a height alone and a background belong to a magazine`() {
    #expect(pointers([["items": [], "header": ["height": 20]]]) == ["/sections/0/header/height"])
    #expect(pointers([["items": [], "background": true]]) == ["/sections/0/background"])
  }

  @Test func `a header's own word decides whether it pins`() throws {
    for pins in [true, false] {
      let header: JSONTree = ["size": [100, 20], "pinToVisibleBounds": .bool(pins)]
      let answer = try answer(
        request(sections: [["itemCount": 200, "header": header]], visibleRect: [0, 10, 320, 480]))
      #expect(answer.at("/attributes/0/frame/y") == .number(pins ? 10 : 0))
    }
  }
}
