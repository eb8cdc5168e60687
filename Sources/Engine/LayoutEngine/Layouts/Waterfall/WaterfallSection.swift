/// The solved cells of a waterfall section.
struct WaterfallSection: Sendable {
  enum Cells: Sendable {
    /// No item says anything of its size.
    case rows(WaterfallRows)
    case packed(SummaryTree<WaterfallChunk>)
  }

  private var sharedRule: Shared<WaterfallRule>
  let cells: Cells
  /// Whether some items take several columns.
  private let areSpanned: Bool
  /// Up to the lowest end of an item, in points. Without items one spacing less than nothing, as in the library:
  /// there a section ends one spacing before the place where its longest column would go on.
  let length: Double

  var rule: WaterfallRule { sharedRule.value }

  /// - Complexity: O(n log c) for n items in c columns, O(n c) where some take several; O(1) for one run of items alike.
  init(_ items: ItemSequence, rule: WaterfallRule) {
    sharedRule = Shared(rule)
    areSpanned = items.traits.contains(.spanning)
    let end: Double
    if items.count == 0 {
      cells = .packed(SummaryTree([]))
      end = -max(0, rule.spacing)
    } else if !items.traits.contains(.sized), !areSpanned {
      let rows = WaterfallRows(items, rule: rule)
      cells = .rows(rows)
      end = rows.end
    } else {
      var packer = WaterfallPacker(rule, itemCount: items.count, areSpanned: areSpanned)
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
      } else if rule.order == .shortest || pixels.upperBound == .infinity {
        addSorted(tree, meeting: pixels, to: &collector)
      } else {
        addColumns(tree, meeting: pixels, to: &collector)
      }
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
  private func add(
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
