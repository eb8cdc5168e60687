import Cancellation

/// The solved rows of a list section.
struct ListSection: Sendable {
  private var sharedRule: Shared<ListRowRule>
  let rows: SummaryTree<ListRowChunk>
  private let lastRow: RowHeight

  var rule: ListRowRule { sharedRule.value }

  /// - Complexity: O(n) for n rows that differ, O(1) for each run of rows alike.
  init(_ items: ItemSequence, rule: ListRowRule) {
    var chunks = ContiguousArray<ListRowChunk>()
    chunks.reserveCapacity(items.chunks.leafCount)
    var pace = Pace()
    items.chunks.forEachLeaf {
      chunks.append(ListRowChunk($0.leaf, rule: rule))
      return !pace.isOver(after: ItemChunk.pace)
    }
    self.init(SummaryTree(chunks), rule: Shared(rule))
  }

  /// The section after some of its items changed: chunks of rows that stay are shared with the old one.
  ///
  /// - Complexity: O(k (log n + c)) for k changed items of n, in chunks of c.
  init(_ old: ListSection, after edits: ItemEdits) {
    var rows = old.rows
    let rule = old.rule
    for splice in edits.splices {
      // Of the chunks that go, the rows of the first stay up to the first that changes.
      var known: ListRowChunk.Likeness?
      if !splice.range.isEmpty {
        let chunk = old.rows.leaf(at: splice.range.lowerBound).leaf
        let first = min(chunk.items.count, splice.items.lowerBound - splice.firstItem)
        known = ListRowChunk.Likeness(chunk: chunk, first: first, last: 0)
      }
      if splice.range.count == 1, splice.chunks.count == 1, var known {
        known.last = known.chunk.items.count - (splice.items.upperBound - splice.firstItem)
        rows = rows.replacing(
          splice.range.lowerBound, with: ListRowChunk(splice.chunks[0], rule: rule, like: known))
        continue
      }
      var chunks = ContiguousArray<ListRowChunk>()
      for chunk in splice.chunks {
        if let first = known?.first { known?.first = min(first, chunk.count) }
        chunks.append(ListRowChunk(chunk, rule: rule, like: chunks.isEmpty ? known : nil))
      }
      rows = rows.replacing(splice.range, with: chunks)
    }
    let isLastTheSame = edits.splices.allSatisfy { $0.range.upperBound < old.rows.leafCount }
    self.init(rows, rule: old.sharedRule, lastRow: isLastTheSame ? old.lastRow : nil)
  }

  private init(_ rows: SummaryTree<ListRowChunk>, rule: Shared<ListRowRule>, lastRow: RowHeight? = nil) {
    sharedRule = rule
    self.rows = rows
    if let lastRow {
      self.lastRow = lastRow
    } else if rows.leafCount > 0 {
      let last = rows.leaf(at: rows.leafCount - 1).leaf.items
      self.lastRow = rule.value.height(of: last.count - 1, in: last)
    } else {
      self.lastRow = RowHeight(points: 0, isEstimated: false)
    }
  }
}

extension ListSection: SectionBody {
  mutating func share(with other: ListSection) { sharedRule = sharedRule.sharing(other.sharedRule) }

  /// Up to the end of the last row.
  var length: Double {
    rows.leafCount == 0 ? 0 : rows.totals.length.value - rule.advance(lastRow) + lastRow.points
  }

  var overlap: Double { max(0, -rule.spacing) }

  /// Separators have insets of their own.
  var sideReach: Double { rule.separator.map { 2 * max($0.reachAcross, rows.totals.separatorReach) } ?? 0 }

  var warning: BodyWarning? { nil }

  /// A row is as broad as the section, and as high as its content.
  func fittingRoom(of element: LayoutAttributes, along axis: ScrollAxis, in breadth: Double) -> FittingRoom {
    FittingRoom(acrossOf: element.frame, along: axis)
  }

  /// - Complexity: O(log n + f) for n rows, f of which are met.
  func addCells(meeting range: ClosedRange<Double>, to collector: inout ElementCollector) {
    if range.upperBound == .infinity { collector.reserve(rows.totals.rows) }
    forEachChunk(meeting: range) { addRows($0, at: $1, to: &collector) }
  }

  /// - Complexity: O(r log n) for n rows, of which r are not skipped.
  func addCells(except skipped: [Range<Int>], to collector: inout ElementCollector) {
    var row = 0
    for range in skipped {
      for row in row..<max(row, range.lowerBound) { addCell(row, to: &collector) }
      row = range.upperBound
    }
    for row in row..<max(row, rows.totals.rows) { addCell(row, to: &collector) }
  }

  /// Sections with separators share no rows: a separator is an element of its own for each row.
  ///
  /// - Complexity: O(k log² n) for k changed chunks of n rows.
  func sharedRows(with old: ListSection, _ kept: KeptItems) -> [SharedRows] {
    guard rule == old.rule, rule.separator == nil else { return [] }
    return SharedRowFinder(rows, and: old.rows, kept).found
  }

  /// - Complexity: O(log n) for n rows.
  func addCell(_ item: Int, to collector: inout ElementCollector) {
    guard let position = find(item) else { return }
    addRow(item - position.before.rows, at: position, to: &collector)
  }

  /// - Complexity: O(log n + f) for n rows, f of which are met.
  func addDecorations(meeting range: ClosedRange<Double>, to collector: inout ElementCollector) {
    guard rule.separator != nil else { return }
    let kind = collector.code(of: .separator)
    forEachChunk(meeting: range) { rows, position in
      for row in rows { addSeparator(row, at: position, kind, to: &collector) }
    }
  }

  /// - Complexity: O(log n) for n rows.
  func addElement(_ kind: ElementKind, _ item: Int, to collector: inout ElementCollector) {
    guard kind == .separator, let position = find(item) else { return }
    addSeparator(item - position.before.rows, at: position, collector.code(of: kind), to: &collector)
  }
}

extension ListSection {
  private func find(_ row: Int) -> Position? {
    guard row >= 0, row < rows.totals.rows else { return nil }
    return rows.leaf(beyond: Double(row), by: { Double($0.rows) })
  }

  /// Visits the chunks with rows that may meet `range`, each with these rows, by their places in the chunk.
  @inline(__always)
  private func forEachChunk(meeting range: ClosedRange<Double>, _ visit: (Range<Int>, Position) -> Void) {
    let lowerBound = range.lowerBound - overlap
    guard let first = rows.leaf(beyond: lowerBound, by: { $0.length.value }) else { return }
    rows.forEachLeaf(from: first.index) { position in
      let (chunk, start) = (position.leaf, position.before.length)
      let rows = chunk.rows(
        from: chunk.row(beyond: lowerBound - start.value), beginningUpTo: range.upperBound, in: start)
      if !rows.isEmpty { visit(rows, position) }
      return rows.upperBound == chunk.items.count
    }
  }

  /// Adds the hairline at the bottom of a row, inside it.
  private func addSeparator(
    _ row: Int, at position: Position, _ kind: UInt16, to collector: inout ElementCollector
  ) {
    let chunk = position.leaf
    let item = position.before.rows + row
    guard let insets = rule.separator(of: row, in: chunk.items), rule.hasSeparator(item, of: rows.totals.rows)
    else { return }
    let height = rule.height(of: row, in: chunk.items)
    let bottom = (position.before.length + chunk.offset(of: row)).value + height.points
    let thickness = min(rule.grid.hairline, height.points)
    collector.add(
      kind: kind, item: item,
      AxialRect(
        along: bottom - thickness, across: rule.leadingInset + insets.left, length: thickness,
        breadth: max(0, rule.grid.nearest(rule.breadth - insets.left - insets.right))),
      isEstimated: false)
  }
}
