import API
import TestSupport
import Testing

/// List requests: what rows give for themselves.
struct ListRequestTests {
  private func request(_ separator: JSONTree) -> JSONTree {
    APITests.request(
      container: ["width": 320, "height": 480], layout: ["kind": "list", "separator": [0, 15, 0, 0]],
      sections: [["items": [["id": "a", "separator": separator], ["id": "b"]]]])
  }

  private func separators(_ separator: JSONTree) throws -> [[JSONTree]] {
    let elements = try #require(try answer(request(separator))["attributes"]?.elements)
    return elements.filter { $0["kind"] == "separator" }.map { element in
      ["x", "y", "width", "height"].map { element.at("/frame/\($0)") ?? nil }
    }
  }

  @Test func `a row has the separator of its section, insets of its own, or none`() throws {
    #expect(try separators([0, 60, 0, 10]) == [[60, 43, 250, 1], [15, 87, 305, 1]])
    #expect(try separators(["left": 60]) == [[60, 43, 260, 1], [15, 87, 305, 1]])
    #expect(try separators("none") == [[15, 87, 305, 1]])
  }

  @Test func `a row stands in by its indentation level`() throws {
    func xs(_ levels: [JSONTree], _ layout: JSONTree = ["kind": "list"]) throws -> [JSONTree] {
      let items = levels.map { level -> JSONTree in ["indentationLevel": level] }
      let body = APITests.request(
        container: ["width": 320, "height": 480], layout: layout, sections: [["items": .array(items)]])
      return try #require(try answer(body)["attributes"]?.elements).map { $0.at("/frame/x") ?? nil }
    }
    #expect(try xs([0, 1, 3]) == [0, 10, 30])
    #expect(try xs([0, 1, 3], ["kind": "list", "indentationWidth": 16]) == [0, 16, 48])
    for level: JSONTree in [-1, 1001, 0.5, "1", true] {
      let section: JSONTree = ["items": [["indentationLevel": level]]]
      let problem = refusal(of: APITests.request(layout: ["kind": "list"], sections: [section]))
      #expect(problem?.pointers == ["/sections/0/items/0/indentationLevel"])
    }
  }

  @Test(arguments: ["hidden", "", true, 4, [1, 2], ["start": 1]] as [JSONTree])
  func `a separator that is neither insets nor "none" is pointed at`(separator: JSONTree) {
    let problem = refusal(of: request(separator))
    #expect(problem?.pointers.allSatisfy { $0.hasPrefix("/sections/0/items/0/separator") } == true)
    #expect(problem?.pointers.isEmpty == false)
  }
}
