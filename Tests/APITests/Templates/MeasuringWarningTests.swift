import TestSupport
import Testing

/// Warnings about problems that do not stop the measuring of content.
struct MeasuringWarningTests {
  private func warnings(_ templates: JSONTree, _ items: JSONTree, width: JSONTree? = 100) throws -> [JSONTree]
  {
    try measured(measurement(items, templates: templates, width: width))["warnings"]?.elements ?? []
  }

  private static let three: JSONTree = [
    ["template": "t", "content": "a"], ["template": "t", "content": "b"], ["template": "t", "content": "a"],
  ]

  @Test func `a family that is not there is named once for a view, with how many items it concerns`() throws {
    let template: JSONTree = [
      "views": [
        "title": ["type": "text", "font": ["family": ["Nowhere", "Inter"]], "lines": 0],
        "other": ["type": "text", "font": ["family": "Nowhere"]],
      ],
      "constraints": ["H:|[title]|", "H:|[other]|", "V:|[title][other]|"],
    ]
    let items: JSONTree = [
      ["template": "text"], ["template": "t", "content": ["title": "a", "other": "b"]],
      ["template": "t", "content": ["title": "c", "other": "d"]],
    ]
    let found = try warnings(["t": template], items)
    #expect(found.map { $0["code"] } == ["font_family_missing", "font_family_missing"])
    #expect(found.map { $0["count"] } == [2, 2])
    #expect(
      Set(found.compactMap { $0["pointer"]?.string }) == [
        "/templates/t/views/title/font/family", "/templates/t/views/other/font/family",
      ])
    #expect(found[0]["detail"]?.string?.contains("\"Nowhere\"") == true)
  }

  @Test func `a family that content names is pointed at in no template`() throws {
    let found = try warnings(
      [:], [["template": "text", "content": ["text": ["text": "a", "font": ["family": "Nowhere"]]]]])
    #expect(found.map { $0["pointer"] } == [""] && found.map { $0["code"] } == ["font_family_missing"])
    let sized: JSONTree = ["t": ["sizeThatFits": ["text": ["font": ["family": "Nowhere"]]]]]
    #expect(
      try warnings(sized, Self.three).map { $0["pointer"] } == ["/templates/t/sizeThatFits/text/font/family"])
  }

  @Test func `a constraint that cannot be kept is pointed at, also where one string stands for several`()
    throws
  {
    let template: JSONTree = [
      "views": ["dot": ["type": "box"]],
      "constraints": [
        "V:|[dot(20)]|", "H:|-10-[dot(30)]-10-|",
        ["item": "dot", "attribute": "height", "constant": 50, "identifier": "tall"],
      ],
    ]
    let found = try warnings(["t": template], [["template": "t"], ["template": "t"]])
    #expect(found.map { $0["code"] } == ["constraint_broken", "constraint_broken"])
    #expect(found.map { $0["pointer"] } == ["/templates/t/constraints/1", "/templates/t/constraints/2"])
    #expect(found.map { $0["count"] } == [2, 2])
    #expect(found[0]["detail"]?.string?.contains("H:|-10-[dot(30)]-10-|") == true)
    #expect(found[1]["detail"]?.string?.contains("\"tall\"") == true)
  }

  @Test func `a view that no constraint reaches, or whose height nothing decides, is pointed at`() throws {
    let lost: JSONTree = [
      "views": ["a": ["type": "box", "size": [5, 5]], "lost": ["type": "box", "size": [5, 5]]],
      "constraints": ["H:|[a]|", "V:|[a]|"],
    ]
    let found = try warnings(["t": lost], [["template": "t"]])
    #expect(found.map { $0["code"] } == ["layout_ambiguous"])
    #expect(found.map { $0["pointer"] } == ["/templates/t/views/lost"])
    let open: JSONTree = [
      "views": ["a": ["type": "box"], "b": ["type": "box"]],
      "constraints": ["H:|[a]|", "H:|[b]|", "V:|[a][b]|"],
    ]
    #expect(try warnings(["t": open], [["template": "t"]]) == [], "as low as they can be")
    let high = measurement([["template": "t"]], templates: ["t": open], ["height": 100])
    let pointers = try measured(high)["warnings"]?.elements?.compactMap { $0["pointer"]?.string }
    #expect(pointers == ["/templates/t/views/a", "/templates/t/views/b"])
  }

  @Test func `a response lists a hundred warnings and counts the rest`() throws {
    let items = (0..<130).map {
      ["template": "text", "content": ["text": ["text": "a", "font": ["family": .string("Nowhere \($0)")]]]]
        as JSONTree
    }
    let found = try warnings([:], .array(items))
    #expect(found.count == 101)
    #expect(found.last?["code"] == "more_warnings" && found.last?["count"] == 30)
    // In the order of the items.
    #expect(found[7]["detail"]?.string?.contains("\"Nowhere 7\"") == true)
  }

  @Test func `warnings come in one order, whatever the order in which threads met them`() throws {
    let families = JSONTree.array((0..<12).map { .string("Nowhere \($0)") })
    let template: JSONTree = ["sizeThatFits": ["text": ["font": ["family": families]]]]
    let first = try warnings(["t": template], Self.three)
    #expect(first.count == 12)
    #expect(first.map { $0["detail"]?.string ?? "" } == first.map { $0["detail"]?.string ?? "" }.sorted())
  }

  @Test func `measuring without trouble gives no warnings`() throws {
    #expect(
      try measured(measurement(Self.three, templates: ["t": ["sizeThatFits": ["text": [:]]]]))["warnings"]
        == nil)
  }

  @Test func `a layout returns the warnings of measuring its content`() throws {
    var body = request(sections: [["items": Self.three]])
    body["layout"] = ["kind": "list", "rowHeight": "automatic"]
    body["templates"] = ["t": ["sizeThatFits": ["text": ["font": ["family": "Nowhere"]]]]]
    let found = try #require(try answer(body)["warnings"]?.elements)
    #expect(found.map { $0["pointer"] } == ["/templates/t/sizeThatFits/text/font/family"])
    #expect(found[0]["count"] == 3)
  }
}
