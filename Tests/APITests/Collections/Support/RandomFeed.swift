import TestSupport

/// A collection as JSON, and random changes of it.
struct RandomFeed {
  static let layouts: [JSONTree] = [
    ["kind": "list", "sectionHeaderHeight": 12, "separator": [0, 4, 0, 0]],
    ["kind": "flow", "headerReferenceSize": [0, 12], "sectionHeadersPinToVisibleBounds": true],
    ["kind": "grid", "columns": 3, "rowHeight": "automatic"], ["kind": "waterfall", "footerHeight": 8],
    ["kind": "waterfall", "columnAssignment": "kept"],
    ["kind": "justified", "targetRowHeight": 40], ["kind": "magazine"], ["kind": "carousel"],
    [
      "kind": "compositional",
      "sections": [
        [
          "group": [
            "axis": "horizontal", "size": ["width": ["fractionalWidth": 1], "height": ["estimated": 30]],
            "items": [["size": ["width": ["estimated": 60], "height": ["estimated": 30]]]],
          ],
          "boundarySupplementaryItems": [
            [
              "kind": "header", "alignment": "top", "pinToVisibleBounds": true,
              "size": ["width": ["fractionalWidth": 1], "height": ["absolute": 14]],
            ]
          ],
        ]
      ],
    ],
  ]

  let layout: JSONTree
  var random: SeededGenerator
  var sections: [JSONTree] = []
  private var made = 0

  init(_ layout: JSONTree, seed: UInt64) {
    self.layout = layout
    random = SeededGenerator(seed: seed)
    sections = (0..<3).map { _ in section(random.integer(4...12)) }
  }

  func body(bounds: JSONTree? = nil) -> JSONTree {
    var body: JSONTree = [
      "container": ["width": 200, "height": 150], "layout": layout, "sections": .array(sections),
    ]
    if let bounds { body["bounds"] = bounds }
    return body
  }

  private mutating func name(_ letter: String) -> JSONTree {
    made += 1
    return .string("\(letter)\(made)")
  }

  mutating func described(_ id: JSONTree) -> JSONTree {
    let size: JSONTree = [
      .number(Double(random.pick([30, 60, 90, 180]))), .number(Double(random.integer(8...50))),
    ]
    return ["id": id, "size": size]
  }

  mutating func item() -> JSONTree { described(name("i")) }

  mutating func section(_ count: Int) -> JSONTree {
    ["id": name("s"), "items": .array((0..<count).map { _ in item() })]
  }

  /// Some operations; they may contradict each other.
  mutating func operations() -> [JSONTree] { (0..<random.integer(0...3)).map { _ in operation() } }

  private mutating func operation() -> JSONTree {
    let section = random.integer(0...max(0, sections.count - 1))
    let count = sections.isEmpty ? 0 : sections[section]["items"]!.elements!.count
    let item = random.integer(0...max(0, count - (random.chance(1, in: 9) ? 0 : 1)))
    let path: JSONTree = [.number(Double(section)), .number(Double(item))]
    let other = JSONTree.number(Double(random.integer(0...max(0, sections.count - 1))))
    let place = JSONTree.number(Double(section))
    let animation = JSONTree.string(random.pick(["automatic", "fade", "left", "none", "middle"]))
    switch random.integer(0...10) {
    case 0, 1: return ["op": "deleteItems", "at": [path], "animation": animation]
    case 2, 3, 4: return ["op": "insertItems", "at": [path], "items": [self.item()], "animation": animation]
    case 5: return ["op": "moveItem", "from": path, "to": [other, .number(Double(random.integer(0...3)))]]
    case 6: return ["op": "reloadItems", "at": [path], "items": [self.item()]]
    case 7: return ["op": "reconfigureItems", "at": [path]]
    case 8 where sections.count > 2: return ["op": "deleteSections", "at": [place]]
    case 9: return ["op": "insertSections", "at": [place], "sections": [self.section(3)]]
    case 10: return ["op": "moveSection", "from": place, "to": other]
    default: return ["op": "reloadSections", "at": [place], "sections": [self.section(2)]]
    }
  }

  /// Another state with some of the items, in the same or other sections, with the same or new descriptions, and with
  /// new items.
  mutating func next() -> [JSONTree] {
    var next = sections
    if random.chance(1, in: 4) { next.shuffle(using: &random) }
    if random.chance(1, in: 5) { next.removeLast() }
    if random.chance(1, in: 5) || next.isEmpty { next.insert(section(3), at: random.integer(0...next.count)) }
    for _ in 0..<random.integer(0...6) {
      let (from, to) = (random.integer(0...next.count - 1), random.integer(0...next.count - 1))
      var items = next[from]["items"]!.elements!
      let taken: JSONTree? = items.isEmpty ? .none : items.remove(at: random.integer(0...items.count - 1))
      next[from]["items"] = .array(items)
      var others = next[to]["items"]!.elements!
      let place = random.integer(0...others.count)
      switch random.integer(0...3) {
      case 0: others.insert(item(), at: place)
      case 1: if let taken { others.insert(taken, at: place) }
      case 2: if let taken { others.insert(described(taken["id"]!), at: place) }
      default: break
      }
      next[to]["items"] = .array(others)
    }
    return next
  }
}
