import CollectionTestSupport
import LayoutEngine
import TestSupport
import Testing

@testable import CollectionModel

/// Random changes around readers, in every layout kind, in both directions, with pinned views, insets and policies: about
/// 100,000 changes in all rounds.
@Suite("The place of a reader in random changes")
struct ReadingWalkTests {
  private static let kinds: [(name: String, layout: LayoutKind)] =
    Moving.kinds + [
      ("horizontal flow", Reader.flow(.horizontal, header: 30)),
      ("pinned flow", Reader.flow(.vertical, header: 30)),
    ]

  @Test(arguments: kinds.indices)
  func `the held element stays, and a mirrored twin goes the same way`(number: Int) throws {
    let (name, layout) = Self.kinds[number]
    var changes = RandomChanges(seed: 4711)
    var heldCount = 0
    for round in 0..<TestEffort.part(of: 3_600) {
      let sections = changes.sections(3, items: 6...14)
      let change = changes.change(of: sections)
      let distance = Double(changes.random.integer(0...900))
      let insets = changes.insets()
      let policy = changes.policy()
      let twins = try [Container.Direction.leftToRight, .rightToLeft].compactMap {
        try Self.placed(layout, sections, change, at: distance, insets, policy, $0)
      }
      guard twins.count == 2 else { continue }
      let (a, b) = (twins[0], twins[1])
      #expect(abs(a.along - b.along) < 1e-6, "\(name), round \(round)")
      #expect(a.placement.held == b.placement.held, "\(name), round \(round)")
      for twin in twins {
        #expect(twin.missedEdge == nil, "\(name), round \(round): \(twin)")
        guard let moved = twin.moved else { continue }
        heldCount += 1
        #expect(abs(moved) < 0.01 || twin.isLimited, "\(name), round \(round): \(twin)")
      }
    }
    // Others are held by their centres.
    #expect(heldCount > 20 || ["coverFlow", "carousel"].contains(name))
  }

  private struct Placed {
    var placement: Placement
    /// The content offset in reading coordinates.
    var along: Double
    /// How far the held element has moved in the viewport; nil if none is held by its start.
    var moved: Double?
    /// Whether an end of the content decides.
    var isLimited: Bool
    /// The followed edge that the viewport was at before the change, and is not at after it.
    var missedEdge: ReadingPolicy.Follow?
  }

  /// A viewport at a distance from the start of the content, after a change; nil if the change makes no version, or if the
  /// contents of twins differ.
  private static func placed(
    _ layout: LayoutKind, _ sections: SectionList, _ change: CollectionChange, at distance: Double,
    _ insets: Insets, _ policy: ReadingPolicy, _ direction: Container.Direction
  ) throws -> Placed? {
    var (container, insets) = (Container(size: Size(width: 200, height: 300), direction: direction), insets)
    if direction == .rightToLeft { (insets.left, insets.right) = (insets.right, insets.left) }
    container.insets = insets
    var state = CollectionState(
      sections: sections, layout: LayoutChoice(kind: layout, jsonText: Array("own".utf8)),
      main: Viewport(container: container, containerJSON: []))
    var solved = try SolvedCollection(solving: state)
    let start = DiffSide(layout: solved.layout, container: container, bounds: nil)
    let range = start.scrollRange(policy)
    let offset = min(max(distance, range.lowerBound), range.upperBound)
    let space = start.readingSpace
    let view = space.axis.axialSize(container.size)
    state.main.bounds = space.rect(
      AxialRect(
        along: offset, across: start.scrollRangeAcross.lowerBound, length: view.length, breadth: view.breadth)
    )
    state.main.policy = policy
    solved = try SolvedCollection(solving: state)
    let step = try solved.applying(change)
    guard step.change != nil else { return nil }
    let placement = try #require(step.placement(in: step.after))
    let (before, after) = (
      solved.side(solved.state.main, of: "main"), step.after.side(step.after.state.main, of: "main")
    )
    let next = after.readingSpace
    let along = next.axialRect(placement.bounds).along
    var moved: Double?
    if let held = placement.held, held.kind == .cell,
      !before.comesToRest
    {
      moved = try Self.move(of: held, step, before, after, offset, along)
    }
    let isLimited =
      abs(along - placement.range.lowerBound) < 1e-6 || abs(along - placement.range.upperBound) < 1e-6
    var missedEdge: ReadingPolicy.Follow?
    switch policy.follow {
    case .start? where offset <= range.lowerBound + policy.followDistance:
      if abs(along - placement.range.lowerBound) > 1e-6 { missedEdge = .start }
    case .end? where offset >= range.upperBound - policy.followDistance:
      if abs(along - placement.range.upperBound) > 1e-6 { missedEdge = .end }
    default: break
    }
    return Placed(
      placement: placement, along: along, moved: moved, isLimited: isLimited, missedEdge: missedEdge)
  }

  /// How far an element has moved in the viewport, by its id; nil if it takes the place of lost ones.
  private static func move(
    of held: ElementPath, _ step: CollectionStep, _ before: DiffSide, _ after: DiffSide, _ from: Double,
    _ to: Double
  ) throws -> Double? {
    let area = try #require(before.seen())
    guard let seen = before.seenElements(in: area).first(where: { $0.path == held }),
      let id = step.before.state.sections[held.indexPath.section].items.id(at: held.indexPath.item),
      case .one(let path) = step.after.state.sections.path(ofItem: id),
      let new = after.layout.attributes(of: .cell(path.section, path.item), visible: nil)
    else { return nil }
    return after.readingSpace.axialRect(new.frame).along - to - (seen.frame.along - from)
  }
}
