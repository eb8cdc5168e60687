import LayoutEngine

/// Finds the element that stays in its place in the viewport.
///
/// The first seen one that the change leaves in place among the others; `hold` lists the next choices if there is none.
struct AnchorSearch<Fates: ItemFates> {
  typealias Pair = (old: SeenElement, new: LayoutAttributes)

  private let change: ReadingChange<Fates>
  /// The first seen element, if it is passed over.
  private(set) var first: DisplacedElement?
  private(set) var firstSeen: SeenElement?
  private var kept: Pair?
  private var measured: Pair?
  private var carried: Pair?
  private var moved: Pair?
  /// The first one whose section is replaced by one that has its item.
  private var replaced: Pair?
  private var replacedSection: (old: Int, new: Int)?

  init(_ change: ReadingChange<Fates>) { self.change = change }

  /// The offset that holds an element; nil if the reader saw none.
  mutating func hold() -> HeldOffset? {
    guard let area = change.before.seen() else { return nil }
    for landmark in [Landmark.cells, .views] {
      look(for: landmark, in: area)
      if firstSeen != nil { break }
    }
    guard let firstSeen else { return nil }
    if let pair = kept ?? measured ?? carried ?? replaced { return hold(pair) }
    return sameDistance ?? neighbour(of: firstSeen, within: change.old.length, in: area)
      ?? moved.map { hold($0) } ?? neighbour(of: firstSeen, within: .infinity, in: area) ?? start
  }

  /// The offset that leaves an element where it is in the viewport; nil if it is gone.
  func hold(_ element: SeenElement) -> HeldOffset? {
    guard let destination = fate(of: element.attributes).destination else { return nil }
    let path = ElementPath(kind: element.attributes.kind, indexPath: destination)
    return change.after.layout.attributes(of: path, visible: nil).map { hold((element, $0)) }
  }

  private func hold(_ pair: Pair) -> HeldOffset {
    change.hold(pair.old.attributes, pair.new, seenFrom: pair.old.seen.lowerBound)
  }

  /// Looks at the seen elements, in order, until one is kept.
  private mutating func look(for landmark: Landmark, in area: SeenArea) {
    guard change.before.comesToRest else {
      _ = change.before.first(of: landmark, in: area) { take($0) }
      return
    }
    let focus = change.focus(of: change.old, on: change.before)
    let elements = change.before.seenElements(of: landmark, in: area)
      .map { (distance: abs(change.middle(of: $0.frame) - focus), element: $0) }
      .enumerated().sorted { ($0.element.distance, $0.offset) < ($1.element.distance, $1.offset) }
    _ = elements.first { take($0.element.element) }
  }

  /// Notes an element; returns whether it is kept.
  private mutating func take(_ element: SeenElement) -> Bool {
    if firstSeen == nil { firstSeen = element }
    let fate = fate(of: element.attributes)
    guard let destination = fate.destination else {
      if case .replaced(_, let section) = fate, replacedSection == nil {
        replacedSection = (element.attributes.indexPath.section, section)
      }
      return pass(element, .deleted)
    }
    let path = ElementPath(kind: element.attributes.kind, indexPath: destination)
    guard let new = change.after.layout.attributes(of: path, visible: nil) else {
      return pass(element, .notPlaced)
    }
    switch fate {
    case .kept:
      // Where the start of an estimate is out of sight, its seen part says nothing.
      if element.attributes.isEstimated, element.isCut || change.isScrolled,
        change.changesLength(element, new)
      {
        if measured?.old.isCut ?? true { measured = (element, new) }
        return pass(element, .measured)
      }
      kept = (element, new)
      return true
    case .carried:
      carried = carried ?? (element, new)
      return pass(element, .moved)
    case .moved:
      moved = moved ?? (element, new)
      return pass(element, .moved)
    case .replaced:
      replaced = replaced ?? (element, new)
      return pass(element, .deleted)
    case .deleted: return false
    }
  }

  private mutating func pass(_ element: SeenElement, _ reason: DisplacedElement.Reason) -> Bool {
    if first == nil { first = DisplacedElement(element.path, reason) }
    return false
  }

  private func fate(of element: LayoutAttributes) -> Fate<IndexPath> {
    let path = element.indexPath
    guard element.kind != .cell, !change.before.layout.followsItem(element.kind, inSection: path.section)
    else {
      return change.fates.fate(ofItem: path)
    }
    func view(in section: Int) -> IndexPath { IndexPath(section: section, item: path.item) }
    switch change.fates.fate(ofSection: path.section) {
    case .kept(let new): return .kept(view(in: new))
    case .carried(let new): return .carried(view(in: new))
    case .moved(let new): return .moved(view(in: new))
    case .replaced, .deleted: return .deleted
    }
  }
}

extension AnchorSearch {
  /// The offset that keeps the distance from the start of a section that was replaced.
  private var sameDistance: HeldOffset? {
    guard let replacedSection,
      let old = change.before.start(ofSection: replacedSection.old),
      let new = change.after.start(ofSection: replacedSection.new)
    else { return nil }
    return HeldOffset(
      along: change.old.along + new.along - old.along, across: change.old.across + new.across - old.across)
  }

  /// The offset at which the nearest item that is kept takes the place of those that were seen: the next one begins where
  /// they began to be seen, or the one before ends there.
  ///
  /// - Parameter distance: how far it may be from the seen part, in points.
  private func neighbour(
    of element: SeenElement, within distance: Double, in area: SeenArea
  ) -> HeldOffset? {
    let space = change.after.readingSpace
    for side in [NeighbourSide.after, .before] {
      guard let path = change.fates.neighbour(of: element.attributes.indexPath, side),
        let old = change.before.layout.attributes(of: .cell(path.section, path.item), visible: nil),
        let destination = change.fates.fate(ofItem: path).destination,
        let new = change.after.layout.attributes(
          of: .cell(destination.section, destination.item), visible: nil)
      else { continue }
      let from = change.before.readingSpace.axialRect(old.frame)
      let seen = area.stretch
      guard max(from.along - seen.upperBound, seen.lowerBound - from.end) <= distance else { continue }
      let frame = space.axialRect(new.frame)
      let edge = side == .after ? frame.along : frame.end
      var hold = HeldOffset(
        along: edge - (element.seen.lowerBound - change.old.along),
        across: change.old.across + frame.across - from.across,
        held: ElementPath(kind: .cell, indexPath: path))
      if change.after.comesToRest { hold.along = change.centring(frame) }
      return change.resting(hold)
    }
    return nil
  }

  private var start: HeldOffset { change.at(.start) }
}

extension ReadingChange {
  /// Whether an element has another length after the change.
  fileprivate func changesLength(_ element: SeenElement, _ new: LayoutAttributes) -> Bool {
    abs(after.readingSpace.axialRect(new.frame).length - element.frame.length) > 1e-6
  }
}

extension DiffSide {
  /// The frame of a section's first element along the scroll direction; nil for an empty section.
  fileprivate func start(ofSection section: Int) -> AxialRect? {
    let header = ElementPath(kind: .header, indexPath: IndexPath(section: section, item: 0))
    let first =
      layout.attributes(of: header, visible: nil) ?? layout.attributes(of: .cell(section, 0), visible: nil)
    return first.map { readingSpace.axialRect($0.frame) }
  }
}
