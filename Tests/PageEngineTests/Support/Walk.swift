import LayoutEngine
import TestSupport

@testable import PageEngine

/// Random steps of twins: scrolls, resizes, batches as numbers and as JSON, other layouts, measurements, drags, and changes
/// of others.
struct Walk {
  var twins: Twins
  /// The step that was made last.
  private(set) var what = ""
  private var random: SeededGenerator
  private var bounds = Rect(x: 0, y: 0, width: 320, height: 480)
  private var isDragging = false
  private var made = 0

  init(_ twins: Twins, seed: UInt64) {
    self.twins = twins
    random = SeededGenerator(seed: seed)
  }

  mutating func step() throws {
    if let shown = twins.page.shown.viewport("mine")?.bounds { bounds = shown }
    // During a drag, responses as JSON to other changes do not say where the item is.
    if isDragging { return random.chance(1, in: 3) ? try scroll() : try drag() }
    if twins.page.shown.state.sections.hasOutlines, random.chance(2, in: 5) { return try outline() }
    switch random.integer(0...15) {
    case 0...5: try scroll()
    case 6...8: try batch()
    case 9: try changeAsJSON()
    case 10: try resize()
    case 11, 12: try drag()
    case 13: try orderOther()
    case 14 where random.chance(1, in: 2): try measure()
    case 14:
      what = "resync"
      try twins.move(bounds, isResync: true)
    default: try jump()
    }
  }

  private mutating func scroll() throws {
    if !isDragging, let section = twins.picture.stripSections.first, random.chance(1, in: 3) {
      return try scrollAcross(section)
    }
    what = "scroll"
    bounds.x += Double(random.integer(-30...30))
    bounds.y += Double(random.integer(-120...160))
    let velocity = Point(x: 0, y: Double(random.integer(-30...30)) / 10)
    try twins.move(bounds, velocity: random.chance(1, in: 2) ? velocity : nil)
  }

  private mutating func scrollAcross(_ section: Int) throws {
    what = "scroll across"
    let offset = JSONTree.number(Double(random.integer(0...3000)))
    let scrolled: JSONTree = ["section": .number(Double(section)), "offset": offset]
    try twins.move(bounds, more: ["orthogonalOffsets": [scrolled]])
  }

  private mutating func jump() throws {
    what = "jump"
    bounds.y = Double(random.integer(-200...2500))
    try twins.move(bounds)
  }

  private mutating func resize() throws {
    what = "resize"
    let width = Double(random.integer(200...400))
    bounds.width = width
    try twins.move(bounds, more: ["container": ["width": .number(width), "height": 480]])
  }

  /// Moves the viewport with sizes that the page has measured, so that the bounds may move further.
  private mutating func measure() throws {
    what = "measured move"
    bounds.y += 20
    let measurements = ids.prefix(6).map { id -> JSONTree in
      ["id": .string(id), "size": [50, .number(Double(random.integer(20...60)))]]
    }
    try twins.move(bounds, more: ["measurements": .array(Array(measurements))])
  }

  /// The ids of the items in the window, in order.
  private var ids: [String] {
    twins.picture.elements.values.filter { $0.category == "cell" }.compactMap(\.id).sorted()
  }

  private mutating func batch() throws {
    what = "batch"
    var record = BatchRecord()
    var operations: [JSONTree] = []
    let cells = twins.picture.elements.filter { $0.value.category == "cell" && $0.key != twins.picture.held }
    let sorted = cells.sorted { $0.key < $1.key }
    guard let (key, cell) = sorted.isEmpty ? nil : random.pick(sorted), let id = cell.id else { return }
    made += 1
    let new = "new \(made)"
    let size = Size(width: 50, height: Double(random.integer(20...60)))
    let item = BatchRecord.NewItem(id: new, size: size, template: "t", content: #"{"made":true}"#)
    let described: JSONTree = [
      "id": .string(new), "size": [.number(size.width), .number(size.height)], "template": "t",
      "content": ["made": true],
    ]
    let path = cell.path
    let place: JSONTree = [.number(Double(path.section)), .number(Double(path.item))]
    let form = random.integer(0...8)
    what += " \(form)"
    switch form {
    case 0:
      record.add(.deleteItems, [.key(key)])
      operations = [["op": "deleteItems", "ids": [.string(id)]]]
    case 1:
      record.add(.insertItems, [.path(path.section, path.item)], items: [item], animation: 1)
      operations = [["op": "insertItems", "at": [place], "items": [described], "animation": "fade"]]
    case 2:
      record.add(.insertItems, [], .after, beside: .key(key), items: [item])
      operations = [["op": "insertItems", "after": .string(id), "items": [described]]]
    case 3:
      record.add(.moveItem, [.key(key), .path(0, 0)])
      operations = [["op": "moveItem", "id": .string(id), "to": [0, 0]]]
    case 4:
      record.add(.reloadItems, [.id(id)], items: [item])
      operations = [["op": "reloadItems", "ids": [.string(id)], "items": [described]]]
    case 5:
      record.add(.reconfigureItems, [.key(key)])
      operations = [["op": "reconfigureItems", "ids": [.string(id)]]]
    case 8:
      record.add(.moveItem, [.key(key), .path(0, 0)])
      record.add(.reconfigureItems, [.key(key)], items: [BatchRecord.NewItem(id: id, size: size)])
      let given: JSONTree = ["id": .string(id), "size": described["size"] ?? .null]
      operations = [
        ["op": "moveItem", "id": .string(id), "to": [0, 0]],
        ["op": "reconfigureItems", "ids": [.string(id)], "items": [given]],
      ]
    case 6:
      record.add(.moveSection, [.sectionID("section 1")], .start)
      operations = [["op": "moveSection", "id": "section 1", "edge": "start"]]
    default:
      record.add(.insertItems, [], .end, beside: .sectionID("section 2"), items: [item])
      operations = [["op": "insertItems", "section": "section 2", "edge": "end", "items": [described]]]
    }
    let body = ["updates": .array(operations)] as JSONTree
    try twins.change(record.bytes(), Array(body.description.utf8))
  }

  private mutating func changeAsJSON() throws {
    let ids = ids
    switch random.integer(0...2) {
    case 0:
      what = "measurements"
      guard !ids.isEmpty else { return }
      let size: JSONTree = [50, .number(Double(random.integer(20...60)))]
      try twins.change(["measurements": [["id": .string(random.pick(ids)), "size": size]]], .measurements)
    case 1:
      what = "layout"
      try twins.change(["layout": random.pick(DeltaTests.kinds).layout], .layout)
    default:
      what = "two operations"
      guard ids.count > 1 else { return }
      made += 1
      try twins.change([
        "updates": [
          ["op": "deleteItems", "ids": [.string(ids[0])]],
          ["op": "insertItems", "before": .string(ids[1]), "items": [["id": .string("new \(made)")]]],
        ]
      ])
    }
  }

  /// Changes an outline, in the page or as another client.
  private mutating func outline() throws {
    what = "outline"
    let ids = ids.filter { $0.hasPrefix("0-") || $0.hasPrefix("new") }
    guard !ids.isEmpty else { return }
    made += 1
    let (id, other) = (JSONTree.string(random.pick(ids)), JSONTree.string(random.pick(ids)))
    let operation: JSONTree =
      switch random.integer(0...6) {
      case 0, 1: ["op": "expandItems", "ids": [id], "descendants": .bool(random.chance(1, in: 3))]
      case 2: ["op": "collapseItems", "ids": [id]]
      case 3: ["op": "moveItem", "id": id, "into": other]
      case 4: ["op": "moveItem", "id": id, "before": other]
      case 5: ["op": "insertItems", "into": id, "items": [["id": .string("new \(made)"), "template": "t"]]]
      default: ["op": "deleteItems", "ids": [id]]
      }
    what += " \(operation)"
    guard random.chance(1, in: 3) else {
      try twins.change(["updates": [operation]])
      return
    }
    // Another client knows the service's version alone, which may refuse the change.
    _ = try? twins.order(.updates(operation))
  }

  private mutating func drag() throws {
    let ids = ids
    guard !ids.isEmpty else { return }
    if !isDragging {
      what = "begin a drag"
      isDragging = try twins.change(["id": .string(random.pick(ids))], .movementBeginning) == nil
      return
    }
    switch random.integer(0...3) {
    case 0:
      what = "drop"
      try twins.change([:], .movementEnd)
      isDragging = false
    case 1:
      what = "cancel a drag"
      try twins.change([:], .movementCancellation)
      isDragging = false
    default:
      what = "drag"
      let place = Point(x: bounds.x + 100, y: bounds.y + Double(random.integer(0...400)))
      let problem = try twins.change(["targetPosition": [.number(place.x), .number(place.y)]], .movement)
      if problem != nil { isDragging = false }
    }
  }

  private mutating func orderOther() throws {
    if twins.page.shown.state.sections.hasOutlines { return try outline() }
    what = "another's change"
    made += 1
    try twins.order(.updates(.insert("theirs \(made)", at: random.integer(0...5))))
  }
}
