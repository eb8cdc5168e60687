import API
import TestSupport
import Testing

/// The members of compositional responses besides elements.
struct CompositionalAnswerTests {
  private func layout(_ section: JSONTree) -> JSONTree { ["kind": "compositional", "sections": [section]] }

  @Test func `every form of a response lists the sections that scroll across`() throws {
    let body = request(
      layout: layout([
        "group": ["size": [100, 50], "items": [[:]]], "orthogonalScrollingBehavior": "groupPaging",
      ]), sections: [["itemCount": 9], ["itemCount": 0]])
    let listed: JSONTree = [
      [
        "section": 0, "frame": ["x": 0, "y": 0, "width": 320, "height": 50],
        "contentSize": ["width": 900, "height": 50], "behavior": "groupPaging",
        "snapping": ["start": 0, "interval": 100, "count": 7, "end": 580],
      ]
    ]
    #expect(try answer(body)["orthogonalSections"] == listed)
    let columns = try JSONTree(parsing: answerBytes(body.description, as: .columns))
    #expect(columns["orthogonalSections"] == listed)
    #expect(
      try String(decoding: answerBytes(body.description, as: .binary), as: UTF8.self).contains(
        "\"orthogonalSections\":[{"))
  }

  @Test func `an expression of visible items is pointed at, with its column and the nearest name`() {
    let layout = CompositionalRequestTests.full.setting(
      "/sections/0/visibleItems/alpha", to: "1 - distanse / 9")
    let problem = refusal(of: request(layout: layout))
    let pointer = "/layout/sections/0/visibleItems/alpha"
    #expect(problem?.pointers == [pointer])
    #expect(problem?.faults.map { $0.column } == [5])
    #expect(problem?.detail.contains("did you mean \"distance\"?") == true)
    // Names of visible items are not those of a custom layout.
    let custom: JSONTree = ["kind": "custom", "frame": ["x": "distance", "y": 0]]
    let other = refusal(of: request(layout: custom, sections: [["itemCount": 1]]))
    #expect(other?.pointers == ["/layout/frame/x"])
  }

  @Test func `items are drawn by their places, and an expression without a result is a warning`() throws {
    var body = request(
      layout: layout([
        "group": ["size": ["height": 100], "items": [[:]]],
        "visibleItems": ["zIndex": "distance", "transform": ["scale": "1 + 1 / distance"]],
      ]), sections: [["itemCount": 10]], visibleRect: [0, 100, 320, 400])
    // The middle is at 300, the centres of the four items at 150, 250, 350, 450.
    let found = try answer(body)
    #expect(found["attributes"]?.elements?.map { $0["zIndex"] } == [-150, -50, 50, 150])
    #expect(found.at("/attributes/2/transform/0")?.number == 1.02)
    #expect(
      found["warnings"]?.elements?.map { $0["code"] } == ["visible_item_without_result"])
    #expect(found.at("/warnings/0/pointer") == "/layout/sections/0/visibleItems/transform/scale")
    // The third item in the middle has no scale, and is drawn plainly.
    body["visibleRect"] = [0, 50, 320, 400]
    let plain = try #require(try answer(body).at("/attributes/2"))
    #expect(plain["zIndex"] == nil && plain["transform"] == nil && plain["alpha"] == nil)
  }

  @Test func `groups that differ rest at offsets of their own`() throws {
    let body = request(
      layout: layout([
        "group": [
          "size": ["width": ["estimated": 100], "height": 50],
          "items": [["size": ["width": ["estimated": 100]]]],
        ],
        "orthogonalScrollingBehavior": "groupPaging",
      ]), sections: [["itemSizes": [[200, 1], [150, 1], [400, 1]]]])
    #expect(try answer(body).at("/orthogonalSections/0/snapping") == ["offsets": [0, 200, 350]])
  }

  @Test(
    arguments: [
      (["group": ["size": [500, 50], "items": [[:]]]], "member_larger_than_group"),
      (["group": ["size": ["height": ["estimated": 9]], "items": [[:]]]], "fraction_of_estimate"),
      (
        [
          "group": [
            "size": ["height": ["estimated": 9]],
            "items": [["size": ["height": ["estimated": 9]], "contentInsets": [5, 5, 5, 5]]],
          ]
        ], "insets_of_estimate"
      ),
    ] as [(JSONTree, JSONTree)])
  func `a group that cannot be laid out as requested is laid out with a warning`(
    section: JSONTree, code: JSONTree
  )
    throws
  {
    let answer = try answer(request(layout: layout(section), sections: [["itemCount": 3], ["itemCount": 3]]))
    #expect(answer["attributes"]?.elements?.count == 6)
    let warnings = try #require(answer["warnings"]?.elements)
    #expect(warnings.map { $0["code"] } == [code])
    #expect(warnings[0]["pointer"] == "/layout/sections/0/group")
  }

  @Test func `a header that the definition has no place for is pointed at`() throws {
    let answer = try answer(
      request(
        layout: layout(["group": ["size": ["height": 9], "items": [[:]]]]),
        sections: [["itemCount": 1, "header": ["size": [9, 9]], "supplementaries": ["badge": [[:]]]]]))
    #expect(
      answer["warnings"]?.elements?.map { $0["pointer"] } == [
        "/sections/0/header", "/sections/0/supplementaries/badge",
      ])
  }
}
