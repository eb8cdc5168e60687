/// The solved cells of a flow section: its items and where their lines break.
///
/// No item's frame is stored. A line is found by bisection, and its items are placed when they are asked
/// for, from their sizes and the line's rule.
struct FlowSection: Sendable {
  let items: ItemSequence
  let sizing: FlowSizing
  let line: FlowLineRule
  let lineSpacing: Double
  let lines: SummaryTree<FlowLineChunk>
  let length: Double
  let warning: BodyWarning?

  /// - Complexity: O(n) for n items that differ, O(1) for each run of items alike.
  init(_ items: ItemSequence, sizing: FlowSizing, line: FlowLineRule, lineSpacing: Double) {
    self.items = items
    self.sizing = sizing
    self.lineSpacing = lineSpacing
    var breaker = FlowLineBreaker(axis: sizing.axis, rule: line, lineSpacing: lineSpacing)
    var isUniform = sizing.estimate == nil
    items.chunks.forEachLeaf { position in
      let chunk = position.leaf
      if chunk.isRun {
        breaker.take(chunk.count, of: sizing.unsized.size)
      } else {
        isUniform = false
        if chunk.isFullySized {
          breaker.take(chunk.sizes)
        } else {
          breaker.take((0..<chunk.count).lazy.map { sizing.size(of: $0, in: chunk).size })
        }
      }
      return true
    }
    self.line = isUniform ? line.withFullLine(of: sizing.unsizedBreadth, atMost: items.count) : line
    warning = breaker.overflow
    (lines, length) = breaker.finish()
  }
}

extension FlowLineRule {
  /// The rule of a section whose items are all of one size.
  func withFullLine(of breadth: Double, atMost itemCount: Int) -> FlowLineRule {
    // Where nothing limits a line (items and spacing without breadth), the items there are fill one.
    let count = FlowLineRule.count(
      of: breadth, spacing: minimumSpacing, in: limit,
      atMost: breadth + minimumSpacing > 0 ? FlowLineRule.mostItems : itemCount)
    var rule = self
    rule.fullLine = LineBreadths(repeating: breadth, count: count, grid: grid)
    return rule
  }
}

extension FlowSection: SectionBody {
  var overlap: Double { max(0, -lineSpacing) }

  /// - Complexity: O(log n + f) for n items, of which f stand on the lines that are met.
  func addCells(meeting range: ClosedRange<Double>, to collector: inout ElementCollector) {
    let lowerBound = range.lowerBound - overlap
    guard let first = lines.leaf(beyond: lowerBound, by: { $0.length }) else { return }
    if range.upperBound == .infinity { collector.reserveCapacity(collector.list.count + items.count) }
    var scratch = FlowLineScratch()
    lines.forEachLeaf(from: first.index) { position in
      let start = position.before.length
      for index in position.leaf.line(beyond: lowerBound - start)..<position.leaf.lineCount {
        let along = start + position.leaf.offset(of: index)
        guard along <= range.upperBound else { return false }
        let items = position.leaf.items(of: index)
        let first = position.before.items
        place(first + items.lowerBound..<first + items.upperBound, at: along, &scratch, only: nil, &collector)
      }
      return true
    }
  }

  /// - Complexity: O(log n + l) for n items, of which l stand on the item's line.
  func addCell(_ item: Int, to collector: inout ElementCollector) {
    guard item >= 0, item < items.count,
      let position = lines.leaf(beyond: Double(item), by: { Double($0.items) })
    else { return }
    let first = position.before.items
    let index = position.leaf.line(of: item - first)
    let items = position.leaf.items(of: index)
    var scratch = FlowLineScratch()
    place(
      first + items.lowerBound..<first + items.upperBound,
      at: position.before.length + position.leaf.offset(of: index), &scratch, only: item, &collector)
  }
}

extension FlowSection {
  /// Places the items of one line, or one of them.
  private func place(
    _ range: Range<Int>, at along: Double, _ scratch: inout FlowLineScratch, only: Int?,
    _ collector: inout ElementCollector
  ) {
    scratch.measure(range, of: items, by: sizing, on: line.grid)
    let spread = line.spread(scratch.breadths, isLast: range.upperBound == items.count)
    var across = line.leadingInset + spread.start
    for (offset, entry) in scratch.entries.enumerated() {
      let breadth =
        spread.floorsBreadths ? line.grid.floor(entry.breadth) : line.grid.nearest(entry.breadth)
      if only == nil || only == range.lowerBound + offset {
        collector.addCell(
          range.lowerBound + offset,
          AxialRect(
            along: along + line.offset(of: entry.length, in: scratch.lineLength), across: across,
            length: entry.length, breadth: breadth),
          isEstimated: entry.isEstimated, appearance: scratch.appearances[offset])
      }
      across += breadth + spread.spacing
    }
  }
}

extension FlowSizing {
  var unsizedBreadth: Double { axis.breadth(of: unsized.size) }
}
