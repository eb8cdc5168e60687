import API
import TestSupport
import Testing

/// The parameters of magazine layouts in requests.
struct MagazineRequestTests {
  private func magazine(_ section: JSONTree, layout: JSONTree = ["kind": "magazine"]) -> JSONTree {
    request(layout: layout, sections: [section])
  }

  @Test func `every width mode has its share of the width`() throws {
    let modes: [(JSONTree, Double)] = [
      ("fullWidth", 300), ("fullWidthIgnoringInsets", 320), ("halfWidth", 145), ("thirdWidth", 280.0 / 3),
      ("fourthWidth", 67.5), ("fifthWidth", 52), ("twoThirdsWidth", 560.0 / 3 + 10),
    ]
    let layout: JSONTree = ["kind": "magazine", "horizontalSpacing": 10, "itemInsets": [0, 10, 0, 10]]
    let items = modes.map { JSONTree.object(["widthMode": $0.0]) }
    let seventh: JSONTree = ["widthMode": "fractionalWidth", "divisor": 7]
    let answer = try answer(magazine(["items": .array(items + [seventh])], layout: layout))
    for (index, width) in (modes.map(\.1) + [240.0 / 7]).enumerated() {
      let found = answer.at("/attributes/\(index)/frame/width")?.number ?? .nan
      #expect(abs(found - width) < 1e-9, "\(index)")
    }
  }

  @Test func `height modes decide whether a height is exact`() throws {
    let items: JSONTree = [
      ["heightMode": "static", "height": 20], ["heightMode": "dynamic", "height": 30], ["height": 40],
      ["heightMode": "dynamicAndStretchToTallestItemInRow", "size": [1, 50], "height": 60], [:],
    ]
    let answer = try answer(magazine(["items": items]))
    let elements = try #require(answer["attributes"]?.elements)
    #expect(elements.map { $0.at("/frame/height") } == [20, 30, 40, 50, 150])
    #expect(elements.map { $0["estimated"] } == [nil, true, true, nil, true])
  }

  @Test func `a section's metrics override the layout's, and a header's height alone is a size`() throws {
    let layout: JSONTree = [
      "kind": "magazine", "verticalSpacing": 3, "sectionInsets": ["left": 5], "itemInsets": ["top": 7],
    ]
    let section: JSONTree = [
      "itemCount": 2,
      "metrics": ["sectionInsets": [1, 2, 3, 4], "verticalSpacing": 11, "horizontalSpacing": 1],
      "header": ["height": 30], "footer": ["size": [0, 20]], "background": true,
    ]
    let answer = try answer(magazine(section, layout: layout))
    let frames = try #require(answer["attributes"]?.elements).map { $0["frame"] }
    #expect(
      frames == [
        ["x": 2, "y": 1, "width": 314, "height": 30], ["x": 2, "y": 38, "width": 314, "height": 150],
        ["x": 2, "y": 199, "width": 314, "height": 150], ["x": 2, "y": 349, "width": 314, "height": 20],
        ["x": 2, "y": 1, "width": 314, "height": 368],
      ])
    #expect(answer.at("/attributes/4/kind") == "background")
    #expect(answer.at("/attributes/4/zIndex") == -1)
    #expect(answer.at("/contentSize/height") == 372)
  }

  @Test func `a header pins where its own parameter is set`() throws {
    for (pins, y) in [(true, 200.0), (false, 0)] {
      let header: JSONTree = ["height": 30, "pinToVisibleBounds": .bool(pins)]
      var body = magazine(["itemCount": 10, "header": header])
      body["visibleRect"] = [0, 200, 320, 480]
      let found = try answer(body)["attributes"]?.elements?.first { $0["kind"] == "header" }
      #expect(found?.at("/frame/y")?.number == (pins ? y : nil))
    }
  }

  @Test(
    arguments: [
      ("/layout/verticalSpacing", [-1, "1", nil, []]), ("/layout/horizontalSpacing", [-1, true, nil]),
      ("/layout/sectionInsets", [1, [1], ["leading": 1], nil]),
      ("/layout/itemInsets", ["1", [1, 2, 3], nil]),
      ("/layout/sectionInset", [[0, 0, 0, 0]]), ("/layout/scrollDirection", ["vertical"]),
      ("/sections/0/metrics/verticalSpacing", [-1, "1", nil]),
      ("/sections/0/metrics/horizontalSpacing", [-1, [], nil]),
      ("/sections/0/metrics/sectionInsets", [1, ["top": "1"], nil]),
      ("/sections/0/metrics/itemInsets", [true, [1, 2, 3, 4, 5], nil]),
      ("/sections/0/metrics/rowHeight", [1]), ("/sections/0/metrics", [[], 1, nil]),
      ("/sections/0/header/height", [-1, "1", nil, [1, 2]]),
      ("/sections/0/footer/pinToVisibleBounds", [0, "true", nil]),
      ("/sections/0/background", [1, "true", nil, [:]]),
      ("/sections/0/items/0/widthMode", [1, "half", "FullWidth", nil]),
      ("/sections/0/items/0/divisor", [2, 0, 1.5, 1001, "2", nil]),
      ("/sections/0/items/0/heightMode", [1, "stretch", nil]),
      ("/sections/0/items/0/height", [-1, "automatic", nil, [1, 2]]),
    ] as [(String, [JSONTree])])
  func `an invalid value of a member is rejected with a pointer`(pointer: String, values: [JSONTree]) {
    let body = magazine(["items": [[:]], "metrics": [:], "header": [:], "footer": [:]])
    #expect(refusal(of: body) == nil)
    for value in values {
      let problem = refusal(of: body.setting(pointer, to: value))
      #expect(problem?.code == .invalidRequest, "\(pointer) = \(value)")
      #expect(
        problem?.pointers.contains { $0 == pointer || $0.hasPrefix(pointer + "/") } == true,
        "\(pointer) = \(value): \(problem?.pointers ?? [])")
    }
  }

  @Test func `a fraction needs its divisor`() {
    let problem = refusal(of: magazine(["items": [["widthMode": "fractionalWidth"]]]))
    #expect(problem?.pointers == ["/sections/0/items/0"])
    #expect(problem?.detail.contains("needs a \"divisor\"") == true)
  }

  @Test func `backgrounds and heights of headers are for magazines`() {
    #expect(
      refusal(of: request(sections: [["itemCount": 1, "background": true]]))?.pointers
        == ["/sections/0/background"])
    #expect(
      refusal(of: request(sections: [["itemCount": 1, "header": ["height": 1]]]))?.pointers
        == ["/sections/0/header/height"])
  }
}
