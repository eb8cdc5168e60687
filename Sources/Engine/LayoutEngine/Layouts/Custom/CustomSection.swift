import Cancellation

/// A section's items, and an index that spares queries from computing all of them again.
struct CustomSection: Sendable {
  let items: ItemSequence
  private let index: BoundsIndex

  /// - Throws: the first failure of any formula for any of the items.
  /// - Complexity: O(n) for n items.
  init(_ items: ItemSequence, section: Int, _ placer: inout CustomPlacer) throws(LayoutError) {
    self.items = items
    placer.enter(section: section, of: items.count)
    let drawsPlainly = placer.formulas.appearance == nil
    var cursor = ItemCursor(items, at: 0)
    var pace = Pace()
    let steps = 8 + placer.formulas.cost
    index = try BoundsIndex(count: items.count) { (item) throws(LayoutError) in
      if pace.isOver(after: steps) { throw .cancelled }
      cursor!.move(to: item)
      placer.move(to: item, at: item - cursor!.first, in: cursor!.chunk)
      let frame = try placer.frame()
      if drawsPlainly { return frame }
      _ = try placer.appearance()
      return frame
    }
  }

  /// Adds the cells that may meet the ranges, in order; the collector drops those that do not.
  ///
  /// - Complexity: O(b log n) for n items where b boxes are met.
  func addCells(
    along: ClosedRange<Double>, across: ClosedRange<Double>, _ placer: inout CustomPlacer,
    to collector: inout ElementCollector
  ) {
    placer.enter(section: collector.section, of: items.count)
    var cursor = ItemCursor(items, at: 0)
    index.forEachItem(along: along, across: across) { item in
      if collector.isStopped { return }
      cursor!.move(to: item)
      Self.addCell(item, at: item - cursor!.first, in: cursor!.chunk, &placer, to: &collector)
    }
  }

  /// Adds one cell.
  ///
  /// - Complexity: O(log n) for n items.
  func addCell(_ item: Int, _ placer: inout CustomPlacer, to collector: inout ElementCollector) {
    guard let (chunk, place) = items.find(item) else { return }
    placer.enter(section: collector.section, of: items.count)
    Self.addCell(item, at: place, in: chunk, &placer, to: &collector)
  }

  private static func addCell(
    _ item: Int, at place: Int, in chunk: ItemChunk, _ placer: inout CustomPlacer,
    to collector: inout ElementCollector
  ) {
    placer.move(to: item, at: place, in: chunk)
    // What failed would have failed before: then there was no solution to ask.
    guard let frame = try? placer.frame() else { return }
    if placer.formulas.appearance == nil, chunk.appearances.isEmpty {
      return collector.addCell(item, frame, isEstimated: placer.frameIsEstimated, appearance: nil)
    }
    var appearance = try? placer.appearance()
    if collector.isMirrored { appearance = appearance?.mirrored }
    if let own = chunk.appearances[place] { appearance = own.overriding(appearance ?? .plain) }
    collector.addCell(item, frame, isEstimated: placer.frameIsEstimated, appearance: appearance)
  }
}

extension CustomSection: Summarized {
  var totals: BoundsTotals { index.totals }
}

extension Appearance {
  /// The appearance that an item gives, or else the layout's.
  fileprivate func overriding(_ layout: Appearance) -> Appearance {
    Appearance(
      zIndex: zIndex == 0 ? layout.zIndex : zIndex, alpha: alpha == 1 ? layout.alpha : alpha,
      isHidden: isHidden || layout.isHidden,
      transform: transform == .identity ? layout.transform : transform,
      transform3D: transform3D == .identity ? layout.transform3D : transform3D)
  }
}
