import CollectionModel
import CollectionTestSupport
import LayoutEngine
import TestSupport
import Testing

@testable import PageEngine

/// Random changes around a reader whose viewport is a session in a page, under random policies and insets: those of others,
/// and those of the page that the service orders afterwards.
struct ReadingWalkPageTests {
  @Test(arguments: ReadScreen.layouts.indices)
  func `the row that is read stays on screen where it is, or the response says why not`(number: Int) throws {
    let (name, layout) = ReadScreen.layouts[number]
    var changes = RandomChanges(seed: 815)
    var (heldCount, movedCount) = (0, 0)
    for round in 0..<TestEffort.part(of: 40) {
      var reader = try PageReader(layout, &changes)
      for step in 0..<8 {
        switch try reader.step(&changes, "\(name), round \(round), step \(step)") {
        case true?: heldCount += 1
        case false?: movedCount += 1
        case nil: break
        }
      }
    }
    // Some have a reason, and many have none.
    #expect(heldCount > 15 && movedCount > 2, "\(name): \(heldCount) and \(movedCount)")
  }
}

/// A page that shows a collection by a session, with all elements in its window.
private struct PageReader {
  private var twins: Twins
  private let policy: ReadingPolicy
  private let insets: Insets

  init(_ layout: JSONTree, _ changes: inout RandomChanges) throws {
    let sections = changes.sections(3, items: 6...14)
    (policy, insets) = (changes.policy(), changes.insets())
    var opening: JSONTree = [
      "container": ["width": 200, "height": 300, "insets": JSONTree(insets: insets)],
      "overscan": ["top": 10_000, "left": 1000, "bottom": 10_000, "right": 1000],
      "followDistance": .number(policy.followDistance),
      "contentAlignment": .string(policy.contentAlignment.rawValue),
    ]
    if let follow = policy.follow { opening["follow"] = .string(follow.rawValue) }
    let body: JSONTree = [
      "container": ["width": 200, "height": 300], "layout": layout, "sections": JSONTree(sections: sections),
    ]
    twins = try Twins(
      body, prefetches: false,
      screen: Rect(origin: Point(x: -insets.left, y: -insets.top), size: ReadScreen.size), opening: opening)
  }

  /// Scrolls, changes the collection or has another client change it, and checks the row that is read.
  ///
  /// - Returns: whether it stayed where it was; nil if the change makes no version, or if no row was seen.
  mutating func step(_ changes: inout RandomChanges, _ place: String) throws -> Bool? {
    let range = try screen().range
    let offset = min(max(Double(changes.random.integer(-50...900)), range.lowerBound), range.upperBound)
    try twins.move(Rect(origin: Point(x: -insets.left, y: offset), size: ReadScreen.size))
    let before = try screen()
    guard let (kind, body) = change(&changes) else { return nil }
    let isOwn = changes.random.chance(1, in: 2)
    do {
      if isOwn {
        #expect(try twins.change(body, kind) == nil, "\(place)")
      } else {
        try twins.order(Array(body.description.utf8), kind)
      }
    } catch is Origin.NoVersion {
      return nil
    }
    let (delta, response) = twins.last
    guard let delta, response["version"] != response["fromVersion"] else { return nil }
    let after = try screen()
    #expect(delta.double(.offsetFrom, 1) == before.offset, "\(place)")
    #expect(delta.double(.bounds, 1) == after.offset, "\(place)")
    let (isHeld, faults) = after.compare(with: before, by: response)
    #expect(faults == [], "\(place)")
    if isOwn {
      // The page has shown already what the service orders now.
      try twins.order(Array(body.description.utf8), kind, id: "change")
      let settled = try screen()
      #expect(settled.offset == after.offset && twins.page.proposalCount == 0, "\(place)")
    }
    return isHeld
  }

  /// A random change of the collection as the service has it, as a body; nil if it would change nothing.
  private func change(_ changes: inout RandomChanges) -> (PageRequest.Kind, JSONTree)? {
    switch changes.change(of: twins.origin.solved.state.sections) {
    case .updates(let batch):
      guard !batch.isEmpty else { return nil }
      return (.updates, ["updates": .array(batch.map { JSONTree(update: $0) })])
    case .snapshot(let next): return (.snapshot, ["sections": JSONTree(sections: next)])
    default: return nil
    }
  }

  /// The elements that the page has by the deltas of its session.
  private func screen() throws -> ReadScreen {
    let shown = twins.page.shown
    let viewport = try #require(shown.viewport("mine"))
    let elements = twins.picture.elements.values.map {
      ReadScreen.Element(
        isCell: $0.category == "cell", isPinned: $0.look.isAway, id: $0.id, path: $0.path,
        frame: $0.look.frame)
    }
    return ReadScreen(
      elements, at: try #require(viewport.bounds).y,
      of: shown.layout(shownOn: "mine", viewport).contentSize.height, insets, policy)
  }
}
