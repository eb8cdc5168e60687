import Cancellation

/// The solved cells of a flow section: its items and where their lines break.
///
/// No item's frame is stored. A line is found by bisection, and its items are placed when they are asked for, from
/// their sizes and the line's rule.
struct FlowSection: Sendable {
  let items: ItemSequence
  private var rules: Shared<FlowRules>
  let lines: SummaryTree<LineChunk>
  /// Of the last line, snapped; 0 without lines.
  let lastLineLength: Double
  let length: Double
  let warning: BodyWarning?

  var sizing: FlowSizing { rules.value.sizing }
  var line: FlowLineRule { rules.value.line }
  var lineSpacing: Double { rules.value.lineSpacing }

  /// - Complexity: O(n) for n items that differ, O(1) for each run of items alike.
  init(_ items: ItemSequence, sizing: FlowSizing, line: FlowLineRule, lineSpacing: Double) {
    var breaker = FlowLineBreaker(axis: sizing.axis, rule: line, lineSpacing: lineSpacing)
    var pace = Pace()
    items.chunks.forEachLeaf {
      breaker.take(0..<$0.leaf.count, of: $0.leaf, by: sizing)
      return !pace.isOver(after: ItemChunk.pace)
    }
    let last = breaker.openLine == nil ? 0 : breaker.closeOpenLine()
    let rules = FlowRules(sizing: sizing, line: line, lineSpacing: lineSpacing)
    self.init(items, rules: Shared(rules), lines: breaker.lines.finish(), lastLineLength: last)
  }

  /// The section after some of its items changed: lines that break as before are shared with the old one.
  ///
  /// - Complexity: O(k log n + f) for k changed items of n, where f items stand on lines before the breaks fall
  ///   back into step with the old ones: mostly a few lines' worth, at worst all behind the first change.
  init(_ old: FlowSection, of items: ItemSequence, after edits: ItemEdits) {
    let (lines, last) = FlowReflow(old, of: items).lines(after: edits)
    self.init(items, rules: old.rules, lines: lines, lastLineLength: last)
  }

  /// - Complexity: O(log n).
  private init(
    _ items: ItemSequence, rules: Shared<FlowRules>, lines: SummaryTree<LineChunk>, lastLineLength: Double
  ) {
    self.items = items
    let (sizing, line, lineSpacing) = (rules.value.sizing, rules.value.line, rules.value.lineSpacing)
    self.lines = lines
    self.lastLineLength = lastLineLength
    // The extent of the lines, up to the end of the last.
    length =
      lines.leafCount == 0
      ? 0 : lines.totals.length.value - max(0, lastLineLength + lineSpacing) + lastLineLength
    let isUniform = sizing.estimate == nil && !items.traits.contains(.sized)
    let own = FlowRules(
      sizing: sizing,
      line: isUniform
        ? line.withFullLine(of: sizing.unsizedBreadth, atMost: items.count) : line.withoutFullLine,
      lineSpacing: lineSpacing)
    self.rules = Shared(own).sharing(rules)
    warning = FlowSection.warning(of: lines)
  }

  /// The warning about items that are broader than a line.
  private static func warning(of lines: SummaryTree<LineChunk>) -> BodyWarning? {
    let count = lines.totals.overflow
    guard count > 0, let position = lines.leaf(beyond: 0, by: { Double($0.overflow) }),
      let line = position.leaf.firstOverflow
    else { return nil }
    return BodyWarning(
      code: .itemWiderThanLine, firstItem: position.before.items + position.leaf.items(of: line).lowerBound,
      count: count)
  }
}

/// How the items of a section are measured, and how their lines stand.
struct FlowRules: Equatable, Sendable {
  var sizing: FlowSizing
  var line: FlowLineRule
  var lineSpacing: Double
}

extension FlowSection: SectionBody {
  mutating func share(with other: FlowSection) { rules = rules.sharing(other.rules) }

  var overlap: Double { max(0, -lineSpacing) }

  /// Items may be broader than their lines.
  var sideReach: Double { lines.totals.broadestOverflow }

  /// A cell is as large as its content, and no broader than a line.
  func fittingRoom(of element: LayoutAttributes, along axis: ScrollAxis, in breadth: Double) -> FittingRoom {
    FittingRoom(upTo: line.room, along: axis)
  }

  /// - Complexity: O(log n + f) for n items, of which f stand on the lines that are met.
  func addCells(meeting range: ClosedRange<Double>, to collector: inout ElementCollector) {
    let lowerBound = range.lowerBound - overlap
    guard let first = lines.leaf(beyond: lowerBound, by: { $0.length.value }) else { return }
    if range.upperBound == .infinity { collector.reserve(items.count) }
    guard var placer = FlowLinePlacer(self, from: first.before.items, for: collector) else { return }
    lines.forEachLeaf(from: first.index) { position in
      let start = position.before.length
      for index in position.leaf.line(beyond: lowerBound - start.value)..<position.leaf.lineCount {
        let along = (start + position.leaf.offset(of: index)).value
        guard along <= range.upperBound, !collector.isStopped else { return false }
        let items = position.leaf.items(of: index)
        let first = position.before.items
        placer.addLine(
          of: first + items.lowerBound..<first + items.upperBound, at: along, to: &collector)
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
    let range = position.leaf.items(of: index)
    guard var placer = FlowLinePlacer(self, from: first + range.lowerBound, for: collector) else {
      return
    }
    placer.addCell(
      item, of: first + range.lowerBound..<first + range.upperBound,
      at: (position.before.length + position.leaf.offset(of: index)).value, to: &collector)
  }
}

extension FlowSizing {
  var unsizedBreadth: Double { axis.breadth(of: unsized.size) }
}
