import CollectionModel
import CollectionTestSupport
import LayoutEngine
import TestSupport
import Testing

/// Random changes around a reader over HTTP, under random policies and insets. `ReadingWalkTests` makes many more of them
/// without a service.
@Suite("The place of a reader in random changes, over HTTP")
struct ReadingWalkServiceTests {
  private static let layouts: [(name: String, layout: JSONTree)] = [
    (
      "list",
      ["kind": "list", "rowHeight": "automatic", "sectionHeaderHeight": 22, "sectionFooterHeight": 18]
    ),
    (
      "flow", ["kind": "flow", "headerReferenceSize": [0, 30], "sectionHeadersPinToVisibleBounds": true]
    ),
    ("grid", ["kind": "grid", "columns": 2, "rowHeight": "automatic"]),
    ("waterfall", ["kind": "waterfall"]),
  ]

  @Test(arguments: layouts.indices)
  func `the row that is read stays on screen where it is, or the response says why not`(number: Int) throws {
    let (name, layout) = Self.layouts[number]
    let service = RunningService.shared.value
    var changes = RandomChanges(seed: 815)
    var (heldCount, movedCount) = (0, 0)
    for round in 0..<TestEffort.part(of: 40) {
      var reader = try RemoteReader(service, "walk-\(name)-\(round)", layout, &changes)
      for step in 0..<8 {
        switch try reader.step(&changes, "\(name), round \(round), step \(step)") {
        case true?: heldCount += 1
        case false?: movedCount += 1
        case nil: break
        }
      }
      #expect(try service.ask("DELETE", reader.path).status == 204)
    }
    // Some have a reason, and many have none.
    #expect(heldCount > 15 && movedCount > 2, "\(name): \(heldCount) and \(movedCount)")
  }
}

/// The client of a collection, with a copy of its items.
private struct RemoteReader {
  let path: String
  private let service: RunningService
  private var sections: SectionList
  private let policy: ReadingPolicy
  private let insets: Insets

  private static let size = Size(width: 200, height: 300)

  init(_ service: RunningService, _ id: String, _ layout: JSONTree, _ changes: inout RandomChanges) throws {
    self.service = service
    path = "/v1/collections/\(id)"
    sections = changes.sections(3, items: 6...14)
    (policy, insets) = (changes.policy(), changes.insets())
    var body: JSONTree = [
      "id": .string(id), "layout": layout, "sections": JSONTree(sections: sections),
      "container": ["width": 200, "height": 300, "insets": JSONTree(insets: insets)],
      "bounds": [.number(-insets.left), .number(-insets.top), 200, 300],
      "followDistance": .number(policy.followDistance),
      "contentAlignment": .string(policy.contentAlignment.rawValue),
    ]
    if let follow = policy.follow { body["follow"] = .string(follow.rawValue) }
    let created = try service.send("POST", "/v1/collections", body)
    try #require(created.status == 201, "\(created.text)")
  }

  /// Scrolls, has another client change the collection, and checks the row that is read.
  ///
  /// - Returns: whether it stayed where it was; nil if the change makes no version, or if no row was seen.
  mutating func step(_ changes: inout RandomChanges, _ place: String) throws -> Bool? {
    let range = try screen().range
    let offset = min(max(Double(changes.random.integer(-50...900)), range.lowerBound), range.upperBound)
    let bounds: JSONTree = ["bounds": [.number(-insets.left), .number(offset), 200, 300]]
    #expect(try service.send("PUT", path + "/bounds", bounds).status == 200, "\(place)")
    let before = try screen()
    guard let response = try change(&changes, place) else { return nil }
    let after = try screen()
    #expect(response.at("/contentOffset/from/y")?.number == before.offset, "\(place)")
    #expect(response.at("/contentOffset/to/y")?.number == after.offset, "\(place)")
    checkEdges(before, after, place)
    guard let seen = before.firstSeen else { return nil }
    guard let anchor = response["anchor"] else {
      let now = after.row(after: response, seen)
      let moved = now.map { $0.frame.y - after.offset - (seen.frame.y - before.offset) }
      #expect(moved.map { abs($0) < 0.01 } == true, "\(place): \(seen) has moved by \(moved ?? .nan)")
      return true
    }
    #expect(anchor["id"]?.string == seen.id && anchor["indexPath"] == JSONTree(path: seen.path), "\(place)")
    let isThere = after.rows.contains { $0.id == seen.id }
    switch anchor["reason"]?.string {
    case "deleted": #expect(!isThere, "\(place)")
    case "moved": #expect(isThere, "\(place)")
    case "edge": #expect(after.isAtEdge, "\(place): \(after.offset) of \(after.range)")
    case let reason: Issue.record("\(place): the reason is \(reason ?? "none")")
    }
    return false
  }

  /// Checks that a viewport at the edge that it follows is there after a change.
  private func checkEdges(_ before: Screen, _ after: Screen, _ place: String) {
    switch policy.follow {
    case .start? where before.offset <= before.range.lowerBound + policy.followDistance:
      #expect(abs(after.offset - after.range.lowerBound) < 1e-6, "\(place)")
    case .end? where before.offset >= before.range.upperBound - policy.followDistance:
      #expect(abs(after.offset - after.range.upperBound) < 1e-6, "\(place)")
    default: break
    }
  }

  /// Changes the collection at random; returns the response, or nil if the change makes no version.
  private mutating func change(_ changes: inout RandomChanges, _ place: String) throws -> JSONTree? {
    let answer: HTTPResponse
    switch changes.change(of: sections) {
    case .updates(let batch):
      guard !batch.isEmpty else { return nil }
      sections = try sections.applying(batch).sections
      answer = try service.send(
        "POST", path + "/updates", ["updates": .array(batch.map { JSONTree(update: $0) })])
    case .snapshot(let next):
      sections = next
      answer = try service.send("PUT", path + "/snapshot", ["sections": JSONTree(sections: next)])
    default: return nil
    }
    try #require(answer.status == 200, "\(place): \(answer.text)")
    guard let response = answer.json, response["version"] != response["fromVersion"] else { return nil }
    return response
  }

  private func screen() throws -> Screen {
    let response = try service.ask("GET", path + "/attributes?rect=-100,-1000,1000,100000")
    let described = try service.ask("GET", path)
    let offset = try #require(described.json?.at("/bounds/y")?.number, "\(described.text)")
    let length = try #require(response.json?.at("/contentSize/height")?.number, "\(response.text)")
    return Screen(
      elements: (response.json?["attributes"]?.elements ?? []).map { Element($0) }, offset: offset,
      insets: insets, range: Self.range(of: length, insets, policy))
  }

  /// The content offsets at which content of a length rests, by the documented rule.
  private static func range(
    of length: Double, _ insets: Insets, _ policy: ReadingPolicy
  ) -> ClosedRange<Double> {
    let (least, most) = (-insets.top, length + insets.bottom - size.height)
    if most >= least { return least...most }
    return switch policy.contentAlignment {
    case .start: least...least
    case .center: (least + most) / 2...(least + most) / 2
    case .end: most...most
    }
  }
}

/// An element as a response has it.
private struct Element {
  let isCell: Bool
  let isPinned: Bool
  let id: String?
  let path: IndexPath
  let frame: Rect

  init(_ json: JSONTree) {
    isCell = json["category"] == "cell"
    isPinned = json["pinned"] == true
    id = json["id"]?.string
    let numbers = json["indexPath"]?.elements?.compactMap(\.int) ?? []
    path = IndexPath(section: numbers.first ?? 0, item: numbers.last ?? 0)
    let lengths = ["x", "y", "width", "height"].map { json["frame"]?[$0]?.number ?? .nan }
    frame = Rect(x: lengths[0], y: lengths[1], width: lengths[2], height: lengths[3])
  }

  var end: Double { frame.y + frame.height }
}

/// The elements of a collection, and the part of them on screen.
private struct Screen {
  let elements: [Element]
  /// The content offset.
  let offset: Double
  let insets: Insets
  let range: ClosedRange<Double>

  var rows: [Element] { elements.filter(\.isCell) }

  var isAtEdge: Bool {
    abs(offset - range.lowerBound) < 0.01 || abs(offset - range.upperBound) < 0.01
  }

  /// The first row that is seen, beside the insets and the views that are pinned.
  var firstSeen: Element? {
    let whole = offset + insets.top...offset + 300 - insets.bottom
    var (start, end) = (whole.lowerBound, whole.upperBound)
    let strips = elements.filter(\.isPinned)
    for strip in strips.sorted(by: { $0.frame.y < $1.frame.y }) where strip.frame.y <= start + 0.5 {
      start = max(start, strip.end)
    }
    for strip in strips.sorted(by: { $0.end > $1.end }) where strip.end >= end - 0.5 {
      end = min(end, strip.frame.y)
    }
    if end - start <= 1 { (start, end) = (whole.lowerBound, whole.upperBound) }
    let seen = rows.filter { row in
      let across = min(row.frame.x + row.frame.width, 200 - insets.left - insets.right) - max(row.frame.x, 0)
      return min(row.end, end) - max(row.frame.y, start) > 1 && across > 1
    }
    return seen.min { a, b in
      (a.frame.y, a.frame.x) == (b.frame.y, b.frame.x)
        ? a.path < b.path : (a.frame.y, a.frame.x) < (b.frame.y, b.frame.x)
    }
  }

  /// A row of the screen before a change: where the response has it now, or by its id.
  func row(after response: JSONTree, _ row: Element) -> Element? {
    let changes = response["changes"]?.elements ?? []
    let own = changes.first { $0["category"] == "cell" && $0["from"] == JSONTree(path: row.path) }
    if let to = own?["to"] { return rows.first { JSONTree(path: $0.path) == to } }
    return rows.first { $0.id == row.id }
  }
}
