import Cancellation

/// The solved cells of a justified section: its items and where their rows break.
///
/// No item's frame is stored. A row is found by bisection, and its items are placed when they are asked for,
/// from their aspect ratios and the row's rule.
struct JustifiedSection: Sendable {
  let items: ItemSequence
  let aspects: JustifiedAspects
  private var sharedRule: Shared<JustifiedRowRule>
  let rows: SummaryTree<JustifiedRowChunk>
  let length: Double
  /// The height at which items stand in the last row, where they do not fill it.
  private let widowHeight: Double?

  var rule: JustifiedRowRule { sharedRule.value }

  /// - Complexity: O(n) for n items that differ, O(1) for each run of items alike.
  init(_ items: ItemSequence, aspects: JustifiedAspects, rule: JustifiedRowRule) {
    self.items = items
    self.aspects = aspects
    sharedRule = Shared(rule)
    var breaker = JustifiedRowBreaker(rule: rule)
    if aspects.isForced, !items.traits.contains(.spanning) {
      breaker.take(items.count, of: aspects.unsized)
    } else {
      var pace = Pace()
      items.chunks.forEachLeaf {
        breaker.take($0.leaf, by: aspects)
        return !breaker.isDone && !pace.isOver(after: ItemChunk.pace)
      }
    }
    (rows, length, widowHeight) = breaker.finish()
  }
}

extension JustifiedRowBreaker {
  fileprivate mutating func take(_ chunk: ItemChunk, by aspects: JustifiedAspects) {
    if chunk.hasSpans {
      for place in 0..<chunk.count where !isDone {
        let aspect = aspects.aspect(of: place, in: chunk)
        if chunk.spans[place].hasAllColumns { takeWholeRow(aspect) } else { take(aspect) }
      }
    } else if chunk.isRun || aspects.isForced {
      take(chunk.count, of: aspects.unsized)
    } else if chunk.isFullySized, chunk.aspectRatios.isEmpty, chunk.estimatedSizes.isEmpty {
      take(chunk.sizes.lazy.map { JustifiedAspects.hasAspect($0) ? JustifiedAspects.ratio(of: $0) : 1 })
    } else {
      take((0..<chunk.count).lazy.map { aspects.aspect(of: $0, in: chunk) })
    }
  }
}

extension JustifiedSection: SectionBody {
  mutating func share(with other: JustifiedSection) { sharedRule = sharedRule.sharing(other.sharedRule) }

  var overlap: Double { max(0, -rule.rowSpacing) }

  /// The spacing of a last row that is not stretched may reach beyond its room, and any spacing may be broader than that.
  var sideReach: Double {
    let widows = (widowHeight ?? 0) * rule.minimumAspect
    return abs(rule.spacing) * Double(items.count) + widows
  }

  var warning: BodyWarning? { nil }

  /// Those beyond the last row, and widows that are not shown.
  var unplacedItemCount: Int { items.count - rows.totals.items }

  /// - Complexity: O(log n + f) for n items, of which f stand in the rows that are met.
  func addCells(meeting range: ClosedRange<Double>, to collector: inout ElementCollector) {
    let lowerBound = range.lowerBound - overlap
    guard let first = rows.leaf(beyond: lowerBound, by: { $0.length.value }) else { return }
    if range.upperBound == .infinity { collector.reserve(rows.totals.items) }
    guard var cursor = ItemCursor(items, at: first.before.items) else { return }
    var scratch = JustifiedRowScratch()
    rows.forEachLeaf(from: first.index) { position in
      let start = position.before.length
      for index in position.leaf.row(beyond: lowerBound - start.value)..<position.leaf.rowCount {
        let along = (start + position.leaf.offset(of: index)).value
        guard along <= range.upperBound, !collector.isStopped else { return false }
        let row = position.leaf.items(of: index).shifted(by: position.before.items)
        scratch.measure(row, of: &cursor, by: aspects)
        place(row, at: along, scratch, only: nil, &collector)
      }
      return true
    }
  }

  /// - Complexity: O(log n + r) for n items, of which r stand in the item's row.
  func addCell(_ item: Int, to collector: inout ElementCollector) {
    guard item < rows.totals.items, var cursor = ItemCursor(items, at: item),
      let position = rows.leaf(beyond: Double(item), by: { Double($0.items) })
    else { return }
    let index = position.leaf.row(of: item - position.before.items)
    let row = position.leaf.items(of: index).shifted(by: position.before.items)
    var scratch = JustifiedRowScratch()
    scratch.measure(row, of: &cursor, by: aspects)
    place(
      row, at: (position.before.length + position.leaf.offset(of: index)).value, scratch, only: item,
      &collector)
  }
}

extension JustifiedSection {
  /// Places the measured items of one row, or one of them.
  @inline(__always)
  private func place(
    _ range: Range<Int>, at along: Double, _ scratch: borrowing JustifiedRowScratch, only: Int?,
    _ collector: inout ElementCollector
  ) {
    var placement = placement(of: range, scratch)
    let isPlain = scratch.appearances.isEmpty
    for offset in 0..<scratch.aspects.count {
      let aspect = scratch.aspects[offset]
      let (across, breadth) = placement.next(aspect.ratio)
      guard only == nil || only == range.lowerBound + offset else { continue }
      collector.addCell(
        range.lowerBound + offset,
        AxialRect(along: along, across: across, length: placement.height, breadth: breadth),
        isEstimated: aspect.isEstimated, appearance: isPlain ? nil : scratch.appearances[offset])
    }
  }

  private func placement(
    of range: Range<Int>, _ scratch: borrowing JustifiedRowScratch
  ) -> JustifiedRowPlacement {
    if let widowHeight, range.upperBound == rows.totals.items {
      return JustifiedRowPlacement(widowsAt: widowHeight, scratch.aspects, rule: rule)
    }
    return JustifiedRowPlacement(scratch.row, rule: rule)
  }
}

extension Range<Int> {
  fileprivate func shifted(by distance: Int) -> Range<Int> {
    lowerBound + distance..<upperBound + distance
  }
}
