import LayoutEngine

/// A content offset in reading coordinates, and the element that it holds.
struct HeldOffset: Sendable {
  var along: Double
  var across: Double
  var held: ElementPath?
}

/// An edge of the content at which a viewport stays; the middle of content that is shorter than the viewport.
enum ContentEdge {
  case start, center, end
}

/// One change of a viewport, for which its reader's place is sought.
struct ReadingChange<Fates: ItemFates> {
  let before: DiffSide
  let bounds: Rect
  /// At the old content offset, in its new size.
  var after: DiffSide
  let policy: ReadingPolicy
  let policyAfter: ReadingPolicy
  let fates: Fates
  let isLaidOutAnew: Bool
  let isScrolled: Bool

  var old: AxialRect { before.readingSpace.axialRect(bounds) }

  /// The extents of the bounds after the change.
  var view: AxialSize { after.readingSpace.axis.axialSize(after.viewSize) }

  /// The place that an anchor gives.
  func placement(_ anchor: DiffAnchor) -> Placement {
    var search = AnchorSearch(self)
    let hold: HeldOffset
    switch anchor {
    case .none: return placement(at: Rect(origin: bounds.origin, size: after.viewSize))
    case .start: hold = edge == .start ? at(.start) : still
    case .end: hold = fromEnd
    case .item(let path): hold = holding(before.shown(path)) ?? automatic(&search)
    case .automatic: hold = automatic(&search)
    }
    var placement = placement(at: limited(hold))
    placement.held = hold.held
    return placement
  }

  /// The place in given bounds.
  func placement(at bounds: Rect) -> Placement {
    Placement(
      bounds: bounds, orthogonalOffsets: after.orthogonalOffsets, range: after.scrollRange(policyAfter))
  }

  /// The place at an edge of the content, whatever the reader sees.
  func placement(at edge: ScrollEdge) -> Placement {
    let range = after.scrollRange(policyAfter)
    let along = edge == .start ? range.lowerBound : range.upperBound
    return placement(at: limited(HeldOffset(along: along, across: old.across)))
  }

  /// The first element that the reader saw, if the bounds after do not leave it where it was along the scroll direction.
  func displaced(at bounds: Rect) -> DisplacedElement? {
    var search = AnchorSearch(self)
    let found = search.hold()
    guard let seen = search.firstSeen else { return nil }
    if let hold = search.hold(seen) {
      let offset = after.readingSpace.axialRect(bounds).along
      guard abs(hold.along - offset) > ReadingPosition.tolerance else { return nil }
      let automatic = limited(edge.map { at($0) } ?? found ?? still)
      guard bounds.isAt(automatic.origin) else { return DisplacedElement(seen.path, .asked) }
    }
    if let first = search.first, first.element == seen.path { return first }
    return DisplacedElement(seen.path, .edge)
  }

  private func automatic(_ search: inout AnchorSearch<Fates>) -> HeldOffset {
    if let edge { return at(edge) }
    return search.hold() ?? still
  }

  /// The offset of before.
  private var still: HeldOffset { HeldOffset(along: old.along, across: old.across) }
}

/// The edges of the content.
extension ReadingChange {
  private var range: ClosedRange<Double> { before.scrollRange(policy) }

  /// The edge of the content at which the viewport stays; nil if it is at none.
  var edge: ContentEdge? {
    let range = range
    switch policy.follow {
    case .nothing?: return nil
    case .start?: if old.along <= range.lowerBound + policy.followDistance { return .start }
    case .end?: if old.along >= range.upperBound - policy.followDistance { return .end }
    case nil: break
    }
    if range.upperBound - range.lowerBound <= ReadingPosition.tolerance {
      switch policy.contentAlignment {
      case .start: return .start
      case .center: return .center
      case .end: return .end
      }
    }
    return policy.follow == nil && old.along <= range.lowerBound + ReadingPosition.tolerance ? .start : nil
  }

  /// The offset at an edge, as far beyond it as before.
  func at(_ edge: ContentEdge) -> HeldOffset {
    let (range, next) = (range, after.scrollRange(policyAfter))
    let overscroll = beyond(old.along, range)
    let isShort = next.upperBound - next.lowerBound <= ReadingPosition.tolerance
    let along =
      switch edge {
      case .start: next.lowerBound + (isShort ? overscroll : min(0, overscroll))
      case .end: next.upperBound + (isShort ? overscroll : max(0, overscroll))
      case .center: next.lowerBound + (isShort ? overscroll : 0)
      }
    return HeldOffset(along: along, across: acrossFromStart)
  }

  /// The offset that keeps the distance from the end of the content.
  private var fromEnd: HeldOffset {
    let distance = range.upperBound - old.along
    return HeldOffset(along: after.scrollRange(policyAfter).upperBound - distance, across: acrossFromStart)
  }

  private var acrossFromStart: Double {
    after.scrollRangeAcross.lowerBound + old.across - before.scrollRangeAcross.lowerBound
  }

  /// How far an offset is beyond a range; below 0 before it.
  private func beyond(_ offset: Double, _ range: ClosedRange<Double>) -> Double {
    offset < range.lowerBound
      ? offset - range.lowerBound : offset > range.upperBound ? offset - range.upperBound : 0
  }

  /// The bounds at an offset, limited by the ends of the content, beyond which the client may have pulled it.
  func limited(_ hold: HeldOffset) -> Rect {
    func limit(
      _ offset: Double, _ old: Double, _ before: ClosedRange<Double>, _ after: ClosedRange<Double>
    ) -> Double {
      let overscroll = beyond(old, before)
      return min(max(offset, after.lowerBound + min(0, overscroll)), after.upperBound + max(0, overscroll))
    }
    let along = limit(hold.along, old.along, range, after.scrollRange(policyAfter))
    let across = limit(hold.across, old.across, before.scrollRangeAcross, after.scrollRangeAcross)
    var placed = after.readingSpace.rect(
      AxialRect(along: along, across: across, length: view.length, breadth: view.breadth))
    (placed.width, placed.height) = (after.viewSize.width, after.viewSize.height)
    // Sums of fractions must not move an element that stays.
    (placed.x, placed.y) = (placed.x.or(bounds.x), placed.y.or(bounds.y))
    return placed
  }
}

/// Elements that are held.
extension ReadingChange {
  /// The offset that holds an item whose index path the request names; nil if the change deletes the item.
  private func holding(_ path: IndexPath) -> HeldOffset? {
    guard let destination = fates.fate(ofItem: path).destination,
      let old = before.layout.attributes(of: .cell(path.section, path.item), visible: nil),
      let new = after.layout.attributes(of: .cell(destination.section, destination.item), visible: nil)
    else { return nil }
    return hold(old, new)
  }

  /// The offset that leaves an element where it is in the viewport: by its start edge, or in layouts that come to rest
  /// with an element in the middle, by its centre.
  ///
  /// - Parameter start: where the element's seen part began; nil if it was not looked for.
  func hold(_ old: LayoutAttributes, _ new: LayoutAttributes, seenFrom start: Double? = nil) -> HeldOffset {
    let from = before.readingSpace.axialRect(old.frame)
    let to = after.readingSpace.axialRect(new.frame)
    var hold = HeldOffset(
      along: self.old.along + to.along - from.along, across: across(holding: old, from, to),
      held: ElementPath(kind: old.kind, indexPath: old.indexPath))
    if before.comesToRest || after.comesToRest {
      let distance = before.comesToRest ? middle(of: from) - focus(of: self.old, on: before) : 0
      hold.along = centring(to) - distance
      return resting(hold)
    }
    // Outside the seen part, a share of the element is nearer to the place of the reader than its start.
    guard isLaidOutAnew, let start, !isInBounds(to, at: hold) else { return hold }
    let share = from.length > 0 ? max(0, start - from.along) / from.length : 0
    let margin = after.target(of: new.indexPath)?.margins.start ?? 0
    hold.along = to.along + share * to.length - margin
    return hold
  }

  /// The offset across that leaves an element where it is. One in a section that scrolls across is held there.
  func across(holding element: LayoutAttributes, _ from: AxialRect, _ to: AxialRect) -> Double {
    let isOrthogonal = before.layout.orthogonalSection(element.indexPath.section) != nil
    return old.across + (isOrthogonal ? 0 : to.across - from.across)
  }

  /// The offset that brings an element to the middle of the bounds.
  func centring(_ frame: AxialRect) -> Double {
    let bounds = AxialRect(along: 0, across: 0, length: view.length, breadth: view.breadth)
    return middle(of: frame) - focus(of: bounds, on: after)
  }

  /// Whether an element would be in the bounds at an offset. An inset that comes to cover it moves nothing.
  private func isInBounds(_ frame: AxialRect, at hold: HeldOffset) -> Bool {
    let bounds = after.readingSpace.axialRect(limited(hold))
    return min(frame.end, bounds.end) - max(frame.along, bounds.along) > after.readingSpace.hairline
  }

  func middle(of frame: AxialRect) -> Double { frame.along + frame.length / 2 }

  /// The middle of the bounds less the insets.
  func focus(of bounds: AxialRect, on side: DiffSide) -> Double {
    let insets = side.readingSpace.axialInsets(side.container.insets)
    return bounds.along + insets.before + (bounds.length - insets.before - insets.after) / 2
  }

  /// The nearest offset at which the layout comes to rest, if the viewport was at rest or is laid out anew.
  func resting(_ hold: HeldOffset) -> HeldOffset {
    guard after.comesToRest, isLaidOutAnew || isAtRest else { return hold }
    let proposed = limited(hold)
    guard let target = after.layout.targetContentOffset(forProposed: proposed, velocity: .zero) else {
      return hold
    }
    var resting = hold
    resting.along = after.readingSpace.axialRect(Rect(origin: target, size: after.viewSize)).along
    return resting
  }

  /// Whether the viewport stands where its layout comes to rest.
  private var isAtRest: Bool {
    guard let target = before.layout.targetContentOffset(forProposed: bounds, velocity: .zero) else {
      return false
    }
    let tolerance = ReadingPosition.tolerance
    return abs(target.x - bounds.x) <= tolerance && abs(target.y - bounds.y) <= tolerance
  }
}

extension DiffSide {
  /// Whether scrolling comes to rest with an element in the middle.
  var comesToRest: Bool {
    layout.targetContentOffset(
      forProposed: bounds ?? Rect(origin: .zero, size: viewSize), velocity: .zero) != nil
  }
}
