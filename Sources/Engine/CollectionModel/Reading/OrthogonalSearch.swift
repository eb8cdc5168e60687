import LayoutEngine

/// Finds how far a section that scrolls across is scrolled after a change, so that its seen elements stay in place.
struct OrthogonalSearch<Fates: ItemFates> {
  private typealias Pair = (old: AxialRect, new: AxialRect)

  private let change: ReadingChange<Fates>
  private let section: Int
  private let offset: Double
  private let destination: Int
  private let old: OrthogonalSection
  private let new: OrthogonalSection

  /// - Returns: nil if the section, or what there was of it to scroll, is gone.
  init?(_ change: ReadingChange<Fates>, of scrolled: OrthogonalOffset) {
    guard let old = change.before.layout.orthogonalSection(scrolled.section),
      let destination = change.fates.fate(ofSection: scrolled.section).destination,
      let new = change.after.layout.orthogonalSection(destination)
    else { return nil }
    (self.change, self.destination, self.old, self.new) = (change, destination, old, new)
    (section, offset) = (scrolled.section, scrolled.offset)
  }

  /// The offset after the change.
  ///
  /// - Complexity: O(log n + v) for v seen cells of n.
  var placed: OrthogonalOffset {
    let (range, next) = (
      old.scrollRange(along: change.before.layout.axis), new.scrollRange(along: change.after.layout.axis)
    )
    let overscroll = min(0, offset - range.lowerBound) + max(0, offset - range.upperBound)
    let isAtStart = offset <= range.lowerBound + ReadingPosition.tolerance
    let wanted = isAtStart ? next.lowerBound + min(0, overscroll) : held ?? offset
    let limited = min(max(wanted, next.lowerBound + min(0, overscroll)), next.upperBound + max(0, overscroll))
    return OrthogonalOffset(section: destination, offset: resting(limited.or(offset)))
  }

  /// The nearest offset at which the section comes to rest, if it was at rest or is laid out anew.
  private func resting(_ offset: Double) -> Double {
    guard let snapping = new.snapping else { return offset }
    let wasAtRest =
      old.snapping.map { abs($0.nearest(to: self.offset) - self.offset) <= ReadingPosition.tolerance }
      ?? false
    return wasAtRest || change.isLaidOutAnew ? snapping.nearest(to: offset) : offset
  }

  /// The stretch of the section's content that is seen, in reading coordinates at offset 0.
  private var seen: ClosedRange<Double> {
    change.before.readingSpace.axialRect(old.frame).stretchAcross.moved(by: offset)
  }

  /// The offset that holds the first seen cell that stays where it is in the section; nil if the reader saw none.
  private var held: Double? {
    let space = change.before.readingSpace
    let found = change.before.layout.elements(in: old.frame, visible: nil)
    let cells = found.records.filter { $0.kind == 0 && $0.section == Int32(truncatingIfNeeded: section) }
      .map { (path: $0.indexPath, isEstimated: $0.isEstimated, frame: space.axialRect($0.frame)) }
      .filter {
        min($0.frame.stretchAcross.upperBound, seen.upperBound) - max($0.frame.across, seen.lowerBound)
          > space.hairline
      }
      .sorted { ($0.frame.across, $0.path) < ($1.frame.across, $1.path) }
    var (spare, moved): (Pair?, Pair?) = (nil, nil)
    for cell in cells {
      let fate = change.fates.fate(ofItem: cell.path)
      guard let path = fate.destination, path.section == destination, let new = frame(after: path) else {
        continue
      }
      let pair = (cell.frame, new)
      switch fate {
      case .kept, .carried:
        let isCut = cell.frame.across < seen.lowerBound - 1e-6
        guard cell.isEstimated, isCut, abs(new.breadth - cell.frame.breadth) > 1e-6 else { return hold(pair) }
        spare = spare ?? pair
      case .replaced: spare = spare ?? pair
      case .moved: moved = moved ?? pair
      case .deleted: break
      }
    }
    return spare.map(hold) ?? cells.first.flatMap { neighbour(of: $0.path, $0.frame) } ?? moved.map(hold)
  }

  private func frame(after path: IndexPath) -> AxialRect? {
    change.after.layout.attributes(of: .cell(path.section, path.item), visible: nil)
      .map { change.after.readingSpace.axialRect($0.frame) }
  }

  /// The offset that leaves a cell's leading edge where it is. If it would be out of sight, because it became smaller, the
  /// same share of it is cut.
  private func hold(_ pair: Pair) -> Double {
    let wanted = offset(bringing: pair.new.across, to: pair.old.across)
    let cut = seen.lowerBound - pair.old.across
    guard change.isLaidOutAnew, cut > 0, pair.old.breadth > 0, pair.new.breadth <= cut else { return wanted }
    return offset(bringing: pair.new.across + cut / pair.old.breadth * pair.new.breadth, to: seen.lowerBound)
  }

  /// The offset at which the nearest item that is kept takes the place of those that were seen.
  private func neighbour(of path: IndexPath, _ frame: AxialRect) -> Double? {
    for side in [NeighbourSide.after, .before] {
      guard let path = change.fates.neighbour(of: path, side), path.section == section,
        let destination = change.fates.fate(ofItem: path).destination,
        let new = self.frame(after: destination)
      else { continue }
      let edge = side == .after ? new.across : new.across + new.breadth
      return offset(bringing: edge, to: max(frame.across, seen.lowerBound))
    }
    return nil
  }

  /// The offset that brings a place of the content after the change to where another one was before.
  private func offset(bringing place: Double, to old: Double) -> Double {
    let start = change.after.readingSpace.axialRect(new.frame).across
    return place - start - (old - seen.lowerBound)
  }
}

extension ReadingChange {
  /// How far sections are scrolled across after the change.
  var orthogonalOffsets: OrthogonalOffsets {
    var offsets = OrthogonalOffsets()
    for scrolled in before.orthogonalOffsets.all {
      guard let placed = OrthogonalSearch(self, of: scrolled)?.placed else { continue }
      offsets[placed.section] = placed.offset
    }
    return offsets
  }
}
