import TestSupport
import Testing

/// Measured content of a layout's elements.
struct MeasuredLayoutTests {
  private static let templates: JSONTree = [
    "label": ["sizeThatFits": ["text": .object(squared), "insets": [5, 5, 5, 5]]]
  ]

  private func frames(_ layout: JSONTree, _ sections: JSONTree, _ more: [String: JSONTree] = [:]) throws
    -> [[Double]]
  {
    var body = request(
      container: .object(more.merging(["width": 110, "height": 480]) { $1 }), layout: layout,
      sections: sections)
    body["templates"] = Self.templates
    body["selfSizing"] = "all"
    let elements = try #require(try answer(body)["attributes"]?.elements)
    return elements.map { element in
      ["x", "y", "width", "height"].map { element["frame"]?[$0]?.number ?? .nan }
    }
  }

  private func item(_ count: Int) -> JSONTree {
    ["template": "label", "content": .string(String(repeating: "a", count: count))]
  }

  @Test func `rows of a list are as high as what they show`() throws {
    let found = try frames(
      ["kind": "list", "rowHeight": "automatic"], [["items": [item(30), item(5), item(11)]]])
    let expected: [[Double]] = [[0, 0, 110, 70], [0, 70, 110, 30], [0, 100, 110, 50]]
    #expect(found.count == 3)
    for (found, expected) in zip(found, expected) { #expect(isNear(found, expected), "\(found)") }
  }

  @Test func `a table's header and footer are as high as the first section says`() throws {
    let sections: JSONTree = [
      [
        "items": [item(5)], "supplementaries": ["tableHeader": [item(30)], "tableFooter": [item(11)]],
      ]
    ]
    let found = try frames(["kind": "list", "rowHeight": "automatic"], sections)
    let expected: [[Double]] = [[0, 0, 110, 70], [0, 70, 110, 30], [0, 100, 110, 50]]
    #expect(found.count == 3)
    for (found, expected) in zip(found, expected) { #expect(isNear(found, expected), "\(found)") }
  }

  @Test func `a size decides before content, and content before an estimate`() throws {
    var sized = item(30)
    sized["size"] = [110, 15]
    var estimated = item(30)
    estimated["estimatedSize"] = [110, 15]
    let found = try frames(["kind": "list", "rowHeight": "automatic"], [["items": [sized, estimated]]])
    #expect(found.count == 2 && isNear([found[0][3], found[1][3]], [15, 70]))
  }

  @Test func `a header shows content too, and the category is the container's`() throws {
    let sections: JSONTree = [
      [
        "header": ["template": "text", "content": "Today"],
        "items": [["template": "text", "content": "Hello"]],
      ]
    ]
    for (category, height) in [("large", 22.0), ("extraExtraExtraLarge", 29)] {
      let found = try frames(
        ["kind": "list", "rowHeight": "automatic"], sections, ["contentSizeCategory": .string(category)])
      #expect(found.count == 2 && isNear([found[0][3], found[1][3]], [height, height]), "\(found)")
    }
  }
}
