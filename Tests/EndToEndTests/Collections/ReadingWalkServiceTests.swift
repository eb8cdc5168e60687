import CollectionModel
import CollectionTestSupport
import LayoutEngine
import TestSupport
import Testing

/// Random changes around a reader over HTTP, under random policies and insets. `ReadingWalkTests` makes many more of them
/// without a service.
@Suite("The place of a reader in random changes, over HTTP")
struct ReadingWalkServiceTests {
  @Test(arguments: ReadScreen.layouts.indices)
  func `the row that is read stays on screen where it is, or the response says why not`(number: Int) throws {
    let (name, layout) = ReadScreen.layouts[number]
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
    let (isHeld, faults) = after.compare(with: before, by: response)
    #expect(faults == [], "\(place)")
    return isHeld
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

  private func screen() throws -> ReadScreen {
    let response = try service.ask("GET", path + "/attributes?rect=-100,-1000,1000,100000")
    let described = try service.ask("GET", path)
    let offset = try #require(described.json?.at("/bounds/y")?.number, "\(described.text)")
    let length = try #require(response.json?.at("/contentSize/height")?.number, "\(response.text)")
    return ReadScreen(
      (response.json?["attributes"]?.elements ?? []).map { ReadScreen.Element($0) }, at: offset, of: length,
      insets, policy)
  }
}

extension ReadScreen.Element {
  /// An element as a response has it.
  fileprivate init(_ json: JSONTree) {
    let numbers = json["indexPath"]?.elements?.compactMap(\.int) ?? []
    let lengths = ["x", "y", "width", "height"].map { json["frame"]?[$0]?.number ?? .nan }
    self.init(
      isCell: json["category"] == "cell", isPinned: json["pinned"] == true, id: json["id"]?.string,
      path: IndexPath(section: numbers.first ?? 0, item: numbers.last ?? 0),
      frame: Rect(x: lengths[0], y: lengths[1], width: lengths[2], height: lengths[3]))
  }
}
