import API
import TestSupport
import Testing

/// The definition language of compositional layouts: the definitions that it accepts, and the errors for others.
struct CompositionalRequestTests {
  /// A layout with every member that there is.
  static let full: JSONTree = [
    "kind": "compositional", "scrollDirection": "vertical", "interSectionSpacing": 8,
    "contentInsetsReference": "automatic",
    "boundarySupplementaryItems": [["kind": "top", "size": ["height": 20]]],
    "sections": [
      [
        "group": [
          "axis": "horizontal", "size": ["width": ["fractionalWidth": 1], "height": ["estimated": 44]],
          "items": [
            [
              "size": [
                "width": ["absolute": 100], "height": ["estimated": 44, "uniformAcrossSiblings": true],
              ],
              "contentInsets": ["leading": 1], "edgeSpacing": ["leading": ["flexible": 0], "top": 3],
              "supplementaryItems": [
                [
                  "kind": "badge", "size": [20, 20],
                  "containerAnchor": ["edges": ["top", "trailing"], "fractionalOffset": [0.5, -0.5]],
                  "itemAnchor": ["edges": ["bottom"], "absoluteOffset": [1, 2]], "zIndex": 3,
                ]
              ],
            ], ["group": ["axis": "vertical", "size": ["width": 60], "count": 2, "items": [[:]]]],
          ],
          "interItemSpacing": ["fixed": 4], "contentInsets": [0, 1, 0, 1], "edgeSpacing": [:],
          "supplementaryItems": [["kind": "mark", "size": [5, 5], "containerAnchor": [:]]],
        ],
        "contentInsets": ["top": 1, "leading": 2, "bottom": 3, "trailing": 4], "interGroupSpacing": 5,
        "contentInsetsReference": "automatic", "supplementariesFollowContentInsets": true,
        "supplementaryContentInsetsReference": "automatic",
        "orthogonalScrollingBehavior": "none",
        "boundarySupplementaryItems": [
          [
            "kind": "header", "size": ["height": 30], "alignment": "top", "absoluteOffset": [0, 1],
            "pinToVisibleBounds": true, "extendsBoundary": false, "zIndex": 2,
          ]
        ],
        "decorationItems": [["kind": "background", "contentInsets": [1, 1, 1, 1], "zIndex": -2]],
        "visibleItems": [
          "zIndex": "-abs(distance)", "alpha": 0.5,
          "transform": ["rotation": "offset / 99", "scale": "item.x"],
        ],
      ], ["group": ["axis": "custom", "frames": [[0, 0, 10, 10]]]],
    ],
    "alternatives": [["minimumWidth": 5000, "sections": others]],
  ]

  /// A section of each kind that is not groups.
  private static let others: JSONTree = [
    ["list": ["style": "grouped", "separator": [0, 16, 0, 0]], "contentInsets": ["leading": 8]],
    ["grid": ["columns": 3]], ["waterfall": ["columnCount": 3]], ["flow": ["itemSize": [9, 9]]],
  ]

  private func refused(_ pointer: String, _ value: JSONTree?) -> Problem? {
    refusal(of: request(layout: Self.full.setting(pointer, to: value)))
  }

  @Test(
    arguments: [["grid": ["columns": 2, "rowHeight": 70]], ["flow": ["itemSize": [70, 235]]]] as [JSONTree])
  func `a grid or a flow scrolls as its layout does`(section: JSONTree) throws {
    let answer = try answer(
      request(
        layout: ["kind": "compositional", "scrollDirection": "horizontal", "sections": [section]],
        sections: [["itemCount": 4]]))
    let frames = answer["attributes"]?.elements?.compactMap { $0["frame"] } ?? []
    #expect(
      frames == [
        ["x": 0, "y": 0, "width": 70, "height": 235], ["x": 0, "y": 245, "width": 70, "height": 235],
        ["x": 80, "y": 0, "width": 70, "height": 235], ["x": 80, "y": 245, "width": 70, "height": 235],
      ])
  }

  @Test func `every member is taken together`() throws {
    let answer = try answer(request(layout: Self.full, sections: [["itemCount": 5], ["itemCount": 2]]))
    #expect(answer["attributes"]?.elements?.isEmpty == false)
    let kinds = Set(answer["attributes"]?.elements?.compactMap { $0["kind"]?.string } ?? [])
    #expect(kinds == ["top", "header", "badge", "mark", "background"])
  }

  @Test func `an element says whether it pins and is pinned, whatever its z-index`() throws {
    var body = request(
      layout: [
        "kind": "compositional",
        "sections": [
          [
            "group": [
              "size": ["height": 100],
              "items": [
                [
                  "supplementaryItems": [
                    ["kind": "badge", "size": [9, 9], "containerAnchor": [:], "zIndex": 20]
                  ]
                ]
              ],
            ],
            "boundarySupplementaryItems": [
              ["kind": "header", "size": ["height": 30], "pinToVisibleBounds": true, "zIndex": 3],
              [
                "kind": "footer", "size": ["height": 20], "alignment": "bottom", "pinToVisibleBounds": true,
              ],
            ],
          ]
        ],
      ], sections: [["itemCount": 10]], visibleRect: [0, 50, 320, 400])
    let names: Set = ["kind", "zIndex", "pins", "pinned"]
    func found() throws -> Set<JSONTree> {
      let elements = try #require(try answer(body)["attributes"]?.elements)
      return Set(elements.map { JSONTree.object($0.members!.filter { names.contains($0.key) }) })
    }
    let scrolled: Set<JSONTree> = [
      [:], ["kind": "badge", "zIndex": 20], ["kind": "header", "zIndex": 3, "pins": "start", "pinned": true],
      ["kind": "footer", "zIndex": 10, "pins": "end", "pinned": true],
    ]
    #expect(try found() == scrolled)
    body["visibleRect"] = nil
    let resting: Set<JSONTree> = [
      [:], ["kind": "badge", "zIndex": 20], ["kind": "header", "zIndex": 3, "pins": "start"],
      ["kind": "footer", "zIndex": 1, "pins": "end"],
    ]
    #expect(try found() == resting)
  }

  private static let group = "/sections/0/group"
  private static let item = "/sections/0/group/items/0"
  private static let header = "/sections/0/boundarySupplementaryItems/0"

  @Test(arguments: [
    ("", "scrollDirections", "scrollDirection"), ("", "intersectionSpacing", "interSectionSpacing"),
    ("/sections/0", "orthogonalScrollingBehaviour", "orthogonalScrollingBehavior"),
    ("/sections/0", "contentInset", "contentInsets"), (group, "axes", "axis"), (group, "itemCount", nil),
    (group, "interItemSpaceing", "interItemSpacing"), ("\(group)/size", "hieght", "height"),
    ("\(group)/size/width", "fractionlWidth", "fractionalWidth"), (item, "sise", "size"),
    ("\(item)/edgeSpacing", "leding", "leading"), ("\(item)/edgeSpacing/leading", "flexibel", "flexible"),
    ("\(item)/contentInsets", "leeding", "leading"),
    ("\(item)/supplementaryItems/0", "containerAncor", "containerAnchor"),
    ("\(item)/supplementaryItems/0/containerAnchor", "edge", "edges"),
    (header, "pinToVisibleBound", "pinToVisibleBounds"),
    ("/sections/0/decorationItems/0", "zindex", "zIndex"),
    ("/sections/0", "supplementariesFollowContentInset", "supplementariesFollowContentInsets"),
    ("/sections/0", "visibleItem", "visibleItems"), ("/sections/0/visibleItems", "zindex", "zIndex"),
    ("/sections/0/visibleItems", "frame", nil), ("/sections/0/visibleItems/transform", "rotaton", "rotation"),
    ("", "alternative", "alternatives"), ("/alternatives/0", "minimunWidth", "minimumWidth"),
    ("/alternatives/0/sections/0/list", "sectionHeaderHeigth", "sectionHeaderHeight"),
    ("/alternatives/0/sections/0/list", "tableHeader", nil),
    ("/alternatives/0/sections/1/grid", "scrollDirection", nil),
    ("/alternatives/0/sections/2/waterfall", "minimumContentHeight", nil),
    ("/alternatives/0/sections/3/flow", "kind", nil),
  ])
  func `an unknown member is refused with the nearest that is known`(
    parent: String, name: String, nearest: String?
  ) {
    let problem = refused("\(parent)/\(name)", 1)
    #expect(problem?.pointers.contains("/layout\(parent)/\(name)") == true, "\(problem?.pointers ?? [])")
    #expect(nearest.map { problem?.detail.contains("did you mean \"\($0)\"?") == true } ?? true)
  }

  @Test(
    arguments: [
      ("/scrollDirection", "sideways"), ("/scrollDirection", 1), ("/interSectionSpacing", -1),
      ("/contentInsetsReference", "safearea"), ("/boundarySupplementaryItems", [:]), ("/sections", [:]),
      ("/sections", []), ("/sections/0", []), ("/sections/0/group", []),
      ("/sections/0/contentInsets", [1, 2]),
      ("/sections/0/interGroupSpacing", "5"), ("/sections/0/orthogonalScrollingBehavior", "page"),
      ("/sections/0/contentInsetsReference", "margins"),
      ("/sections/0/supplementariesFollowContentInsets", 1),
      ("/sections/0/supplementaryContentInsetsReference", true), ("/sections/0/visibleItems", [:]),
      ("/sections/0/visibleItems", []), ("/sections/0/visibleItems", "distance"),
      ("/sections/0/visibleItems/alpha", "1 - "), ("/sections/0/visibleItems/alpha", true),
      ("/sections/0/visibleItems/zIndex", "item.values.rank"), ("/sections/0/visibleItems/zIndex", "n"),
      ("/sections/0/visibleItems/zIndex", .string(String(repeating: "1+", count: 500) + "1")),
      ("/sections/0/visibleItems/transform", ["1", "0"]), ("/sections/0/visibleItems/transform", "distance"),
      ("/sections/0/visibleItems/transform/scale", "sqrt()"), ("/alternatives", [:]),
      ("/alternatives/0", []), ("/alternatives/0/minimumWidth", 0), ("/alternatives/0/minimumWidth", "600"),
      ("/alternatives/0/sections", []), ("/alternatives/0/sections/0/list", "plain"),
      ("/alternatives/0/sections/0/list", []), ("/alternatives/0/sections/0/list/style", "fancy"),
      ("/alternatives/0/sections/0/list/separator", true), ("/alternatives/0/sections/1/grid/columns", 0),
      ("/alternatives/0/sections/2/waterfall/columnCount", 0.5),
      ("/alternatives/0/sections/3/flow/itemSize", [1]),
      ("/sections/0/decorationItems", 1), ("/sections/0/decorationItems/0", 1),
      ("/sections/0/decorationItems/0/kind", ""), ("/sections/0/decorationItems/0/zIndex", 0.5),
      ("\(group)/axis", "diagonal"), ("\(group)/size", 5), ("\(group)/size", [1]),
      ("\(group)/size/width", "50%"),
      ("\(group)/size/width", -5), ("\(group)/size/width", [:]),
      ("\(group)/size/width", ["fractionalWidth": 1, "absolute": 5]),
      ("\(group)/size/width", ["fractionalWidth": -0.5]),
      ("\(group)/size/width", ["uniformAcrossSiblings": true]),
      ("\(group)/size/width", ["uniformAcrossSiblings": [:]]), ("\(group)/items", [:]),
      ("\(group)/items", []),
      ("\(group)/items/0", 1), ("\(group)/items/1/group", []), ("\(group)/items/1/group/items", []),
      ("\(group)/items/1/group/count", 0), ("\(group)/items/1/group/count", 1.5),
      ("\(group)/items/1/group/count", 10_001), ("\(group)/interItemSpacing", -1),
      ("\(group)/interItemSpacing", ["fixed": 1, "flexible": 2]), ("\(group)/interItemSpacing", [:]),
      ("\(group)/edgeSpacing", 5), ("\(group)/supplementaryItems", [:]), ("\(item)/size", true),
      ("\(item)/contentInsets", ["left": 1, "leading": 1]),
      ("\(item)/contentInsets", ["right": 1, "trailing": 1]),
      ("\(item)/edgeSpacing/leading", "wide"), ("\(item)/supplementaryItems/0/size", 5),
      ("\(item)/supplementaryItems/0/containerAnchor", []),
      ("\(item)/supplementaryItems/0/containerAnchor", ["edges": ["top", "bottom"]]),
      ("\(item)/supplementaryItems/0/containerAnchor", ["edges": ["leading", "trailing"]]),
      ("\(item)/supplementaryItems/0/containerAnchor", ["edges": ["left"]]),
      (
        "\(item)/supplementaryItems/0/containerAnchor",
        ["fractionalOffset": [0, 0], "absoluteOffset": [0, 0]]
      ),
      ("\(item)/supplementaryItems/0/itemAnchor", 1), ("\(item)/supplementaryItems/0/zIndex", 1e9),
      ("\(header)/alignment", "center"), ("\(header)/absoluteOffset", [1]), ("\(header)/extendsBoundary", 1),
      ("\(header)/pinToVisibleBounds", "yes"), ("\(header)/zIndex", "front"),
      ("\(header)/size", nil as JSONTree),
      ("/sections/1/group/frames", [[0, 0, -1, 1]]), ("/sections/1/group/frames", [:]),
    ] as [(String, JSONTree)])
  func `a value that a member does not take is rejected with a pointer`(pointer: String, value: JSONTree) {
    let problem = refused(pointer, value)
    #expect(problem?.code == .invalidRequest, "\(pointer) = \(value)")
    let here = "/layout" + pointer
    #expect(
      problem?.pointers.contains { $0.hasPrefix(here) || $0 == here.parent } == true,
      "\(pointer) = \(value): \(problem?.pointers ?? [])")
  }

  @Test(arguments: [
    ("", "sections"), ("/sections/0", "group"), (header, "kind"), (header, "size"),
    ("/alternatives/0", "minimumWidth"), ("/alternatives/0", "sections"),
    ("/sections/0/decorationItems/0", "kind"), ("\(item)/supplementaryItems/0", "kind"),
    ("\(item)/supplementaryItems/0", "size"), ("\(item)/supplementaryItems/0", "containerAnchor"),
  ])
  func `a member that has to be there is named where it is missing`(parent: String, name: String) {
    let problem = refused("\(parent)/\(name)", nil)
    #expect(problem?.pointers == ["/layout\(parent)"])
    #expect(problem?.detail.contains("\"\(name)\" is missing") == true)
  }

  @Test func `fields of one kind of group are refused on another`() {
    #expect(refused("\(Self.group)/frames", [[0, 0, 1, 1]])?.pointers == ["/layout\(Self.group)/frames"])
    #expect(refused("/sections/1/group/items", [[:]])?.pointers == ["/layout/sections/1/group/items"])
    #expect(refused("/sections/1/group/count", 2)?.pointers == ["/layout/sections/1/group/count"])
    #expect(refused("/sections/1/group/frames", nil)?.pointers == ["/layout/sections/1/group"])
    #expect(refused("\(Self.group)/items", nil)?.pointers == ["/layout\(Self.group)"])
    let two = refused("\(Self.group)/count", 2)
    #expect(two?.pointers == ["/layout\(Self.group)/count"])
    #expect(two?.detail.contains("this one has 2") == true)
  }

  @Test func `a kind that would name two views alike is refused`() {
    for (pointer, kind) in [
      ("\(Self.item)/supplementaryItems/0/kind", "header"),
      ("\(Self.group)/supplementaryItems/0/kind", "badge"),
      ("/boundarySupplementaryItems/0/kind", "mark"),
    ] as [(String, JSONTree)] {
      #expect(refused(pointer, kind)?.pointers == ["/layout/sections/0"])
    }
    let badge = Self.full.at("\(Self.item)/supplementaryItems/0")!
    let twice = refused("\(Self.item)/supplementaryItems", .array([badge, badge]))
    #expect(twice?.pointers == ["/layout\(Self.item)/supplementaryItems/1"])
    // Boundary items of one kind are numbered.
    let header = Self.full.at(Self.header)!
    #expect(refused("/sections/0/boundarySupplementaryItems", .array([header, header])) == nil)
  }

  @Test func `a section has groups, or is of one other kind without members of groups`() {
    let section = "/alternatives/0/sections/0"
    let two = refused(section + "/grid", [:])
    #expect(two?.pointers == ["/layout" + section])
    #expect(two?.detail.contains("this one has \"list\" and \"grid\"") == true)
    let group: JSONTree = ["items": [[:]]]
    #expect(refused(section + "/group", group)?.detail.contains("\"group\" and \"list\"") == true)
    for (name, value, usual) in [
      ("interGroupSpacing", 5, 0), ("orthogonalScrollingBehavior", "paging", "none"),
      ("boundarySupplementaryItems", [["kind": "badge", "size": ["height": 20]]], []),
      ("decorationItems", [["kind": "card"]], []),
    ] as [(String, JSONTree, JSONTree)] {
      #expect(refused(section + "/" + name, usual) == nil)
      let problem = refused(section + "/" + name, value)
      #expect(problem?.pointers == ["/layout\(section)/\(name)"])
      #expect(problem?.detail.contains("only a section with \"group\" has \"\(name)\"") == true)
    }
  }

  @Test func `headers of a section of another kind and of the whole layout have different names`() {
    let header: JSONTree = [["kind": "header", "size": ["height": 20]]]
    let problem = refusal(
      of: request(
        layout: ["kind": "compositional", "boundarySupplementaryItems": header, "sections": [["list": [:]]]]))
    #expect(problem?.pointers == ["/layout/sections/0"])
    #expect(problem?.detail.contains("headers and of boundary items of the whole layout") == true)
  }

  @Test func `a list cannot scroll horizontally`() {
    let problem = refusal(
      of: request(
        layout: ["kind": "compositional", "scrollDirection": "horizontal", "sections": [["list": [:]]]]))
    #expect(problem?.pointers == ["/layout/sections/0/list"])
  }

  @Test func `alternatives have widths of their own, and are few`() {
    func refused(_ widths: [Int]) -> Problem? {
      let alternatives = widths.map { width -> JSONTree in
        ["minimumWidth": .number(Double(width)), "sections": [["list": [:]]]]
      }
      return self.refused("/alternatives", .array(alternatives))
    }
    #expect(refused([400, 600, 400])?.pointers == ["/layout/alternatives/2/minimumWidth"])
    #expect(refused(Array(1...16).map { $0 * 1000 }) == nil)
    let many = refused(Array(1...18).map { $0 * 1000 })
    #expect(many?.pointers == ["/layout/alternatives/16"])
    #expect(many?.detail.contains("at most 16 alternatives") == true)
  }

  @Test func `a section of another kind has the elements of the kind, and the width chooses it`() throws {
    let list: JSONTree = ["sectionHeaderHeight": 28, "rowHeight": 40, "separator": [0, 16, 0, 0]]
    let sections: JSONTree = [["itemCount": 2]]
    func answer(_ layout: JSONTree) throws -> JSONTree {
      try APITests.answer(request(layout: layout, sections: sections, visibleRect: [0, 10, 320, 100]))
    }
    let alone = try answer(list.setting("/kind", to: "list"))
    let found = try answer(["kind": "compositional", "sections": [["list": list]]])
    #expect(found["attributes"] == alone["attributes"] && found["contentSize"] == alone["contentSize"])
    // The container is 320 wide: two rows of 40 below a header of 28, or one group of both items.
    for (width, height) in [(320, 108), (321, 9)] as [(JSONTree, JSONTree)] {
      let chosen = try answer([
        "kind": "compositional",
        "sections": [["group": ["size": ["height": 9], "items": [[:]], "count": 2]]],
        "alternatives": [["minimumWidth": width, "sections": [["list": list]]]],
      ])
      #expect(chosen.at("/contentSize/height") == height)
    }
  }

  @Test func `a group that would hold too much is refused with its place`() {
    let small: JSONTree = ["group": ["size": ["height": 10], "items": [["size": [0.001, 1]]]]]
    let problem = refused("/sections/1", small)
    #expect(problem?.pointers == [] || problem == nil)
    let both = refusal(
      of: request(
        layout: Self.full.setting("/sections/1", to: small), sections: [["itemCount": 1], ["itemCount": 1]]))
    #expect(both?.pointers == ["/layout/sections/1/group"])
    #expect(both?.detail.contains("more than 100000 items") == true)
  }

  @Test func `groups nest as deep as a document may, and no deeper`() throws {
    func nested(_ depth: Int) -> JSONTree {
      var group: JSONTree = ["items": [[:]]]
      for _ in 0..<depth { group = ["items": [["group": group]]] }
      return request(layout: ["kind": "compositional", "sections": [["group": group]]])
    }
    #expect(try answer(nested(18)).at("/attributes/0/frame/width") == 320)
    #expect(refusal(of: nested(40))?.code == .invalidRequest)
  }

  @Test func `sections have no metrics`() {
    let problem = refusal(
      of: request(
        layout: Self.full, sections: [["itemCount": 1, "metrics": ["sectionInset": [0, 0, 0, 0]]]]))
    #expect(problem?.pointers == ["/sections/0/metrics"])
  }

  @Test func `short forms mean what the long ones do`() throws {
    let short: JSONTree = [
      "kind": "compositional",
      "sections": [["group": ["size": ["height": 50], "items": [[:]], "count": 2, "interItemSpacing": 8]]],
    ]
    let long: JSONTree = [
      "kind": "compositional", "scrollDirection": "vertical",
      "sections": [
        [
          "group": [
            "axis": "horizontal", "size": ["width": ["fractionalWidth": 1], "height": ["absolute": 50]],
            "items": [["size": ["width": ["fractionalWidth": 1], "height": ["fractionalHeight": 1]]]],
            "count": 2,
            "interItemSpacing": ["fixed": 8],
          ]
        ]
      ],
    ]
    let sections: JSONTree = [["itemCount": 5]]
    let answer = try answer(request(layout: short, sections: sections))
    #expect(try APITests.answer(request(layout: long, sections: sections)) == answer)
    #expect(answer.at("/attributes/1/frame") == ["x": 164, "y": 0, "width": 156, "height": 50])
  }
}

extension String {
  /// The pointer to the value around a pointer's.
  fileprivate var parent: String { String(self[..<(lastIndex(of: "/") ?? startIndex)]) }
}
