import LayoutEngine

/// Where an element is to be on the screen (`UICollectionView.ScrollPosition`).
public enum ScrollPosition: String, CaseIterable, Sendable {
  case top, centeredVertically, bottom
  case left, centeredHorizontally, right
  /// Wherever it is seen with the least scrolling.
  case nearest

  /// The axis that the position is about; nil is both.
  fileprivate var axis: ScrollAxis? {
    switch self {
    case .top, .centeredVertically, .bottom: .vertical
    case .left, .centeredHorizontally, .right: .horizontal
    case .nearest: nil
    }
  }
}

/// The content offset that brings an item somewhere on a screen.
public struct ScrollTarget: Sendable {
  public var contentOffset: Point
  /// Whether nothing that is still estimated can change it.
  public var isExact: Bool
  /// About how far off it may be, in points: an honest guess, no bound. What the estimated items before it extend over,
  /// times how far off estimates were so far (`LearnedEstimate.spread`); all of it where none was replaced yet.
  public var error: Double
  /// Items to measure for it to be exact: those that will be on the screen, then those before, the nearest first.
  public var measureFirst: [IndexPath]

  /// Items that are named at most.
  public static let itemLimit = 100
}

extension SolvedCollection {
  /// Where a viewport has to be scrolled to for an item to be at a position; nil where there is no such item.
  ///
  /// - Complexity: O(s + log n + v) for s sections of n items and v elements on the screen; what is estimated is
  ///   counted by the totals of trees.
  public func scrollTarget(
    for path: IndexPath, at position: ScrollPosition, in viewport: Viewport
  ) -> ScrollTarget? {
    let solvedViewport = solvedViewport(of: viewport)
    let layout = solvedViewport.layout
    guard let cell = layout.attributes(of: .cell(path.section, path.item), visible: nil) else { return nil }
    let insets = viewport.container.insets
    let bounds =
      viewport.bounds
      ?? Rect(
        x: -insets.left, y: -insets.top, width: viewport.container.size.width,
        height: viewport.container.size.height)
    let seen = bounds.inset(by: insets)
    let wanted = Point(
      x: bounds.x
        + position.distance(of: cell.frame.x, cell.frame.width, in: seen.x, seen.width, along: .horizontal),
      y: bounds.y
        + position.distance(of: cell.frame.y, cell.frame.height, in: seen.y, seen.height, along: .vertical))
    let range = viewport.container.scrollRange(of: layout.contentSize, in: bounds.size)
    let offset = Point(
      x: min(max(wanted.x, range.least.x), range.most.x), y: min(max(wanted.y, range.least.y), range.most.y))

    let axis = solvedViewport.kind.scrollAxis
    let isVertical = axis == .vertical
    // What the end of the content holds back depends on all of it; what stays where it is depends on nothing.
    let isHeldBack = isVertical ? wanted.y > range.most.y : wanted.x > range.most.x
    let isStill = offset == bounds.origin && position == .nearest
    let isAlong = position.axis == nil || position.axis == axis
    var target = ScrollTarget(contentOffset: offset, isExact: true, error: 0, measureFirst: [])
    let reach = Rect(x: offset.x, y: offset.y, width: bounds.width, height: bounds.height)
    var missing = itemsOnScreen(reach, near: cell.frame, isVertical, in: layout)
    if isAlong, !isStill, solvedViewport.kind.itemsPushOthers {
      let end = isHeldBack ? state.sections.end : path
      let frame = isHeldBack ? layout.contentSize.frame : cell.frame
      let uncertainty = uncertainty(before: end, at: isVertical ? frame.y : frame.x, of: solvedViewport)
      let dependsOnSize = cell.isEstimated && position != .top && position != .left
      target.isExact = uncertainty == nil && !dependsOnSize
      target.error =
        (uncertainty ?? 0)
        + (dependsOnSize
          ? (isVertical ? cell.frame.height : cell.frame.width) * share(of: solvedViewport) : 0)
      if uncertainty != nil { missing += itemsBefore(end, of: solvedViewport, but: Set(missing)) }
    } else if cell.isEstimated, position != .top, position != .left, !isStill {
      target.isExact = false
      target.error = (position.axis ?? axis) == .vertical ? cell.frame.height : cell.frame.width
    }
    target.measureFirst = Array(missing.prefix(ScrollTarget.itemLimit))
    return target
  }

  /// How far off estimates are likely to be, as a share of them.
  private func share(of solvedViewport: SolvedViewport) -> Double {
    state.measured[solvedViewport.measuringKey]?.learned.spread(along: solvedViewport.kind.scrollAxis) ?? 1
  }

  /// How far off the start of an item may be; nil where nothing before it is estimated.
  ///
  /// Few elements are looked at one by one, many are counted by the totals: then an item that is open counts as
  /// estimated, though a compositional or magazine layout may know its size.
  private func uncertainty(before path: IndexPath, at start: Double, of solvedViewport: SolvedViewport)
    -> Double?
  {
    let sections = sections(of: solvedViewport)
    let isVertical = solvedViewport.kind.scrollAxis == .vertical
    let count = sections.openItemCount(before: path, as: solvedViewport.kind)
    var share = count.all > 0 ? Double(count.open) / Double(count.all) : 0
    var hasEstimates = count.open > 0
    if count.all <= Self.lookLimit, path.section < Self.lookLimit {
      let size = solvedViewport.layout.contentSize
      let before = Rect(
        x: 0, y: 0, width: isVertical ? size.width : max(0, start),
        height: isVertical ? max(0, start) : size.height)
      var (all, estimated) = (0.0, 0.0)
      for record in solvedViewport.layout.elements(in: before, visible: nil).records {
        let place = IndexPath(section: Int(record.section), item: Int(record.item))
        guard (isVertical ? record.frame.y : record.frame.x) < start, record.kind != 0 || place < path else {
          continue
        }
        let length = isVertical ? record.frame.height : record.frame.width
        all += length
        if record.isEstimated { estimated += length }
        hasEstimates = hasEstimates || record.isEstimated
      }
      if all > 0 { share = estimated / all }
      hasEstimates = share > 0
    }
    return hasEstimates ? max(0, start) * min(1, share) * self.share(of: solvedViewport) : nil
  }

  private static var lookLimit: Int { 4096 }

  private func itemsOnScreen(
    _ rect: Rect, near frame: Rect, _ isVertical: Bool, in layout: any SolvedLayout
  ) -> [IndexPath] {
    let found = layout.elements(in: rect, visible: rect).records.filter { $0.kind == 0 && $0.isEstimated }
    func distance(_ other: Rect) -> Double { isVertical ? abs(other.y - frame.y) : abs(other.x - frame.x) }
    return found.map { (distance($0.frame), IndexPath(section: Int($0.section), item: Int($0.item))) }
      .sorted { $0 < $1 }.map(\.1)
  }

  private func itemsBefore(
    _ path: IndexPath, of solvedViewport: SolvedViewport, but known: Set<IndexPath>
  ) -> [IndexPath] {
    let sections = sections(of: solvedViewport)
    var paths: [IndexPath] = []
    var looks = 0
    sections.forEachOpenItem(before: path, as: solvedViewport.kind) { path in
      looks += 1
      if !known.contains(path),
        solvedViewport.layout.attributes(of: .cell(path.section, path.item), visible: nil)?.isEstimated
          == true
      {
        paths.append(path)
      }
      return paths.count < ScrollTarget.itemLimit && looks < Self.lookLimit
    }
    return paths
  }
}

extension ScrollPosition {
  /// How far to scroll along an axis.
  ///
  /// - Parameters:
  ///   - start: where the item begins; `low` where the part of the screen begins that the insets leave.
  fileprivate func distance(
    of start: Double, _ length: Double, in low: Double, _ room: Double, along axis: ScrollAxis
  ) -> Double {
    switch self {
    case .top where axis == .vertical, .left where axis == .horizontal: return start - low
    case .bottom where axis == .vertical, .right where axis == .horizontal: return start + length - low - room
    case .centeredVertically where axis == .vertical, .centeredHorizontally where axis == .horizontal:
      return start + length / 2 - low - room / 2
    case .nearest:
      let (before, after) = (start - low, start + length - low - room)
      // Within the screen, or all around it: nothing is to be gained.
      if before >= 0 && after <= 0 || before <= 0 && after >= 0 { return 0 }
      return abs(before) < abs(after) ? before : after
    default: return 0
    }
  }
}

extension SectionList {
  /// The place behind the last item.
  fileprivate var end: IndexPath { IndexPath(section: count, item: 0) }
}

extension Size {
  /// A frame that begins where content of the size ends.
  fileprivate var frame: Rect { Rect(x: width, y: height, width: 0, height: 0) }
}
