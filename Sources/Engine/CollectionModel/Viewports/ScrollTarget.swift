import LayoutEngine

/// The position in the viewport to which an element is scrolled (`UICollectionView.ScrollPosition`).
public enum ScrollPosition: String, CaseIterable, Sendable {
  case top, centeredVertically, bottom
  case left, centeredHorizontally, right
  /// Along the scroll direction: the edges by the reading direction, so that `start` is the right one of a horizontal
  /// layout from right to left.
  case start, center, end
  /// The position that makes it visible with the least scrolling.
  case nearest
}

/// An edge of the content to which a viewport is scrolled, by the reading direction.
public enum ScrollEdge: String, CaseIterable, Sendable {
  case start, end
}

/// The content offset that brings an item or a section to a position in a viewport.
public struct ScrollTarget: Sendable {
  /// In points.
  public var contentOffset: Point
  /// How far the item's section has to be scrolled across, if it scrolls across.
  public var orthogonalOffset: OrthogonalOffset?
  /// Whether no estimated size can still change the offset.
  public var isExact: Bool
  /// The standard error of the offset in whole points: the exact offset is within twice of it in 95 of 100 cases. It follows
  /// from the spread of the measured sizes (`MeasuredMoments.standardError`); while there are none, it is the length that
  /// estimated items before the item take.
  public var error: Double
  /// The items to measure to make the offset exact: those that will be visible, then those before, the nearest first.
  public var measureFirst: [IndexPath]

  /// The largest number of items in `measureFirst`.
  public static let itemLimit = 100
}

extension SolvedCollection {
  /// The content offset that brings an item, or the beginning of a section, to a position in a viewport; nil if it has no
  /// place.
  ///
  /// - Parameter target: the index path of an item, or of a section.
  /// - Complexity: O(s + log n + v) for s sections of n items and v visible elements; the totals of trees count
  ///   estimated items.
  public func scrollTarget(
    for target: IndexPath, at position: ScrollPosition, in viewport: Viewport
  ) -> ScrollTarget? {
    if viewport.ownOutline != nil {
      return shown(on: viewport).scrollTarget(for: target, at: position, in: viewport.withoutOutline)
    }
    let path = IndexPath(section: target.section, item: max(0, target.item))
    let solved = solvedViewport(of: viewport)
    let axis = solved.kind.scrollAxis
    var side = DiffSide(
      layout: solved.layout, container: viewport.container, bounds: viewport.bounds,
      orthogonalOffsets: viewport.orthogonalOffsets)
    guard let place = side.place(of: target, at: position, under: readingPolicy(of: viewport)) else {
      return nil
    }
    let (cell, offset) = (place.cell, place.contentOffset)
    if let own = place.orthogonalOffset {
      var offsets = side.orthogonalOffsets
      offsets[own.section] = own.offset
      side.scroll(across: offsets)
    }
    let layout = side.layout
    var found = ScrollTarget(
      contentOffset: offset, orthogonalOffset: place.orthogonalOffset, isExact: true, error: 0,
      measureFirst: [])
    var missing = estimatedItems(
      in: Rect(origin: offset, size: side.viewSize), nearest: cell.frame, along: axis, of: layout)
    // A viewport that does not move depends on no size.
    let isStill = offset == viewport.bounds?.origin && position == .nearest
    let dependsOnSize = cell.isEstimated && place.edges.along != .start && place.edges.across != .start
    if place.edges.along != nil, !isStill, solved.kind.itemsPushOthers {
      // If the end of the content limits the offset, the offset depends on all of the content.
      let end = place.isAtEnd ? state.sections.end : path
      let start =
        place.isAtEnd ? axis.length(of: layout.contentSize) : side.readingSpace.axialRect(cell.frame).along
      let uncertainty = uncertainty(before: end, at: start, of: solved)
      found.isExact = uncertainty == nil && !dependsOnSize
      let own = dependsOnSize ? sizeError(of: cell, of: solved) : 0
      found.error = ((uncertainty ?? 0) * (uncertainty ?? 0) + own * own).squareRoot().rounded(.up)
      if uncertainty != nil { missing += estimatedItems(before: end, of: solved, except: Set(missing)) }
    } else if dependsOnSize, !isStill {
      found.isExact = false
      found.error =
        place.edges.along == nil
        ? axis.breadth(of: cell.frame.size) : axis.length(of: cell.frame.size)
    }
    // Cells before the item in its section push it across.
    let start = IndexPath(section: path.section, item: 0)
    if place.orthogonalOffset != nil,
      cell.isEstimated
        || sections(of: solved).openItemCount(before: path, as: solved.kind).open
          > sections(of: solved).openItemCount(before: start, as: solved.kind).open
    {
      found.isExact = false
    }
    found.measureFirst = Array(missing.prefix(ScrollTarget.itemLimit))
    return found
  }

  /// The statistics of the sizes measured for a viewport; nil if nothing was measured.
  private func learned(for solved: SolvedViewport) -> LearnedEstimate? {
    guard let learned = state.measured[solved.measuringKey]?.learned, learned.count > 0 else { return nil }
    return learned
  }

  /// The standard error of the size of an estimated cell, in points.
  private func sizeError(of cell: LayoutAttributes, of solved: SolvedViewport) -> Double {
    let axis = solved.kind.scrollAxis
    return learned(for: solved)?.moments(along: axis).standardErrorOfItem ?? axis.length(of: cell.frame.size)
  }

  /// The standard error of the start of an item, in points; nil if nothing before it is estimated.
  ///
  /// Looks at few elements one by one, and counts many by their totals. In a count, every item whose size is open is
  /// estimated, though a compositional or magazine layout may know its size.
  private func uncertainty(before path: IndexPath, at start: Double, of solved: SolvedViewport) -> Double? {
    let count = sections(of: solved).openItemCount(before: path, as: solved.kind)
    var items = count.open
    var share = count.all > 0 ? Double(count.open) / Double(count.all) : 0
    let axis = solved.kind.scrollAxis
    if count.all <= Self.lookLimit, path.section < Self.lookLimit {
      items = 0
      let space = ReadingSpace(solved.layout, solved.container)
      let before = AxialRect(
        along: 0, across: 0, length: max(0, start), breadth: axis.breadth(of: solved.layout.contentSize))
      var (all, estimated) = (0.0, 0.0)
      for record in solved.layout.elements(in: space.rect(before), visible: nil).records {
        let position = IndexPath(section: Int(record.section), item: Int(record.item))
        let frame = space.axialRect(record.frame)
        guard frame.along < start, record.kind != 0 || position < path else { continue }
        all += frame.length
        if record.isEstimated {
          estimated += frame.length
          items += 1
        }
      }
      if all > 0 { share = estimated / all }
    }
    guard items > 0 else { return nil }
    guard let learned = learned(for: solved) else { return max(0, start) * min(1, share) }
    let stretch = EstimatedStretch(
      items: Double(items), itemsAcross: itemsAcross(at: start / 2, of: solved), packing: solved.kind.packing)
    return learned.moments(along: axis).standardError(
      of: stretch, across: learned.moments(along: axis == .vertical ? .horizontal : .vertical))
  }

  /// The mean number of cells side by side about a position along the scroll direction; at least 1.
  private func itemsAcross(at position: Double, of solved: SolvedViewport) -> Double {
    let (layout, axis) = (solved.layout, solved.kind.scrollAxis)
    let band = AxialRect(
      along: position, across: 0, length: axis.length(of: solved.container.size),
      breadth: axis.breadth(of: layout.contentSize))
    let space = ReadingSpace(layout, solved.container)
    let cells = layout.elements(in: space.rect(band), visible: nil).records.filter { $0.kind == 0 }
      .map { axis.axialRect($0.frame) }
    guard !cells.isEmpty else { return 1 }
    if solved.kind.packing == .columns { return Double(Set(cells.map({ $0.across })).count) }
    return Double(cells.count) / Double(Set(cells.map { $0.along }).count)
  }

  private static var lookLimit: Int { 4096 }

  /// The estimated items in a rect, those nearest to a frame first.
  private func estimatedItems(
    in rect: Rect, nearest frame: Rect, along axis: ScrollAxis, of layout: any SolvedLayout
  ) -> [IndexPath] {
    let found = layout.elements(in: rect, visible: rect).records.filter { $0.kind == 0 && $0.isEstimated }
    let start = axis.axialRect(frame).along
    return found.map { record in
      let path = IndexPath(section: Int(record.section), item: Int(record.item))
      return (abs(axis.axialRect(record.frame).along - start), path)
    }
    .sorted { $0 < $1 }.map { $0.1 }
  }

  /// The estimated items before one, the nearest first.
  private func estimatedItems(
    before path: IndexPath, of solved: SolvedViewport, except known: Set<IndexPath>
  ) -> [IndexPath] {
    var paths: [IndexPath] = []
    var looks = 0
    sections(of: solved).forEachOpenItem(before: path, as: solved.kind) { path in
      looks += 1
      if !known.contains(path),
        solved.layout.attributes(of: .cell(path.section, path.item), visible: nil)?.isEstimated == true
      {
        paths.append(path)
      }
      return paths.count < ScrollTarget.itemLimit && looks < Self.lookLimit
    }
    return paths
  }
}

extension SectionList {
  /// The position behind the last item.
  fileprivate var end: IndexPath { IndexPath(section: count, item: 0) }
}
