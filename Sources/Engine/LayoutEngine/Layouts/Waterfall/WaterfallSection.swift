/// The solved cells of a waterfall section.
struct WaterfallSection: Sendable {
  enum Cells: Sendable {
    /// No item says anything of its size.
    case rows(WaterfallRows)
    case packed(SummaryTree<WaterfallChunk>)
    /// Every item takes one column and keeps it, and some have theirs already.
    case kept(KeptColumns)
  }

  private var sharedRule: Shared<WaterfallRule>
  let cells: Cells
  /// Whether some items take several columns.
  private let areSpanned: Bool
  /// Whether items keep their columns, and some got theirs only here.
  let choosesColumns: Bool
  /// Up to the lowest end of an item, in points. Without items one spacing less than nothing, as in the library:
  /// there a section ends one spacing before the place where its longest column would go on.
  let length: Double

  var rule: WaterfallRule { sharedRule.value }

  /// - Complexity: O(n log c) for n items in c columns, O(n c) where some take several; O(1) for one run of items alike.
  init(_ items: ItemSequence, rule: WaterfallRule) {
    sharedRule = Shared(rule)
    areSpanned = items.traits.contains(.spanning)
    let hasPlaced = rule.order.isKept && items.traits.contains(.placed)
    let end: Double
    if items.count == 0 {
      cells = .packed(SummaryTree([]))
      end = -max(0, rule.spacing)
      choosesColumns = false
    } else if hasPlaced, !areSpanned {
      let columns = KeptColumns(items, rule: rule)
      cells = .kept(columns)
      end = columns.end
      choosesColumns = columns.tree.totals.newItems > 0
    } else if !items.traits.contains(.sized), !areSpanned {
      let rows = WaterfallRows(items, rule: rule)
      cells = .rows(rows)
      end = rows.end
      choosesColumns = rule.order.isKept
    } else {
      let placed = hasPlaced ? SpannedColumns(items, rule: rule) : nil
      choosesColumns = rule.order.isKept && placed?.hasNewItems ?? true
      var packer = WaterfallPacker(
        rule, itemCount: items.count, areSpanned: areSpanned, keeping: placed?.columns ?? [])
      items.chunks.forEachLeaf {
        packer.take($0.leaf)
        return !packer.isStopped
      }
      let tree = packer.finish()
      cells = .packed(tree)
      end = tree.totals.end
    }
    length = end / rule.grid.pixelsPerPoint
  }

  /// The section after some of its items changed; nil if it must be solved anew.
  ///
  /// - Complexity: O(k c log n) for k changed chunks of n items in c columns.
  init?(_ old: WaterfallSection, _ items: ItemSequence, after edits: ItemEdits) {
    guard case .kept(let columns) = old.cells, items.count > 0, !items.traits.contains(.spanning) else {
      return nil
    }
    sharedRule = old.sharedRule
    areSpanned = false
    let followed = KeptColumns(columns, after: edits, rule: sharedRule.value)
    // Items that do not keep the columns chosen for them choose anew together, not only those of the changed chunks.
    guard !old.choosesColumns || followed.tree.totals.newItems == 0 else { return nil }
    cells = .kept(followed)
    choosesColumns = followed.tree.totals.newItems > 0
    length = followed.end / sharedRule.value.grid.pixelsPerPoint
  }
}

extension WaterfallSection: SectionBody {
  mutating func share(with other: WaterfallSection) { sharedRule = sharedRule.sharing(other.sharedRule) }

  /// The length is that of the column that reaches lowest: no cell lies beyond it.
  var overlap: Double { 0 }
  var sideReach: Double { rule.reach }

  var warning: BodyWarning? { nil }

  /// A cell is as broad as its column, and as high as its content.
  func fittingRoom(of element: LayoutAttributes, along axis: ScrollAxis, in breadth: Double) -> FittingRoom {
    FittingRoom(acrossOf: element.frame, along: axis)
  }

  func addCells(meeting range: ClosedRange<Double>, to collector: inout ElementCollector) {
    let scale = rule.grid.pixelsPerPoint
    let pixels = ClosedRange(ordered: range.lowerBound * scale, range.upperBound * scale)
    switch cells {
    case .rows(let rows):
      add(rows.items(meeting: pixels), of: rows, to: &collector)
    case .packed(let tree):
      if pixels.upperBound == .infinity { collector.reserve(tree.totals.items) }
      if areSpanned {
        addUnsorted(tree, meeting: pixels, to: &collector)
      } else if rule.order.seeksShortest || pixels.upperBound == .infinity {
        addSorted(tree, meeting: pixels, to: &collector)
      } else {
        addColumns(tree, meeting: pixels, to: &collector)
      }
    case .kept(let columns): addKept(columns, meeting: pixels, to: &collector)
    }
  }

  /// - Complexity: O(log n) for n items.
  func addCell(_ item: Int, to collector: inout ElementCollector) {
    switch cells {
    case .rows(let rows):
      if item >= 0, item < rows.items.count { add(item..<item + 1, of: rows, to: &collector) }
    case .packed(let tree):
      guard item >= 0, item < tree.totals.items,
        let position = tree.leaf(beyond: Double(item), by: { Double($0.items) })
      else { return }
      let place = item - position.before.items
      let length = rule.length(of: place, in: position.leaf.items)
      add(place, length, of: position, to: &collector)
    case .kept(let columns):
      if let position = columns.position(of: item) { add(position, at: position.offset, to: &collector) }
    }
  }
}

extension WaterfallSection {
  typealias Position = SummaryTree<WaterfallChunk>.Position

  /// Adds the item at a place of a chunk.
  @inline(__always)
  func add(
    _ place: Int, _ length: WaterfallLength, of position: Position, to collector: inout ElementCollector
  ) {
    let chunk = position.leaf
    let item = position.before.items + place
    let column = chunk.columns.isEmpty ? item % rule.columnCount : Int(chunk.columns[place])
    add(
      item, in: column, over: rule.span(of: place, in: chunk.items), at: chunk.offsets[place], length,
      of: chunk.items, place, to: &collector)
  }

  private func add(_ items: Range<Int>, of rows: WaterfallRows, to collector: inout ElementCollector) {
    guard var cursor = ItemCursor(rows.items, at: items.lowerBound) else { return }
    collector.reserve(items.count)
    let length = WaterfallLength(pixels: rule.unsized, isEstimated: true)
    for item in items {
      cursor.move(to: item)
      add(
        item, in: rows.column(of: item), over: 1, at: rows.offset(of: item), length, of: cursor.chunk,
        item - cursor.first, to: &collector)
    }
  }

  @inline(__always)
  func add(
    _ item: Int, in column: Int, over span: Int, at offset: Double, _ length: WaterfallLength,
    of chunk: ItemChunk, _ place: Int, to collector: inout ElementCollector
  ) {
    let scale = rule.grid.pixelsPerPoint
    collector.addCell(
      item,
      AxialRect(
        along: offset / scale, across: rule.across(ofColumn: column, over: span),
        length: length.pixels / scale, breadth: rule.breadth(over: span)),
      isEstimated: length.isEstimated,
      appearance: chunk.appearances.isEmpty ? nil : chunk.appearances[place])
  }
}
