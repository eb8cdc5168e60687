/// The solved cells of a grid section.
///
/// Items of one cell each are counted off: only the lengths of their lines are stored, where those differ. Of items
/// that span cells the position is stored.
struct GridSection: Sendable {
  let items: ItemSequence
  private var sharedSizing: Shared<GridSizing>
  let lines: GridLines
  /// Nil where every item takes one cell.
  let places: GridPlaces?

  var sizing: GridSizing { sharedSizing.value }

  /// - Complexity: O(1) for items of one cell in lines of fixed length and for items alike; else O(n) for n
  ///   items, and O(n·c) at worst where they span some of c columns.
  init(_ items: ItemSequence, sizing: GridSizing, packing: GridMetrics.Packing) {
    self.items = items
    sharedSizing = Shared(sizing)
    places =
      items.traits.contains(.spanning)
      ? GridPlaces(items, columns: sizing.tracks.count, packing: packing) : nil
    lines = GridLines(of: items, at: places, sizing: sizing)
  }
}

extension GridSection: SectionBody {
  mutating func share(with other: GridSection) { sharedSizing = sharedSizing.sharing(other.sharedSizing) }

  var length: Double { lines.length }

  var overlap: Double { 0 }

  var warning: BodyWarning? { nil }

  /// A cell is as broad as its columns, and its line as long as its content.
  func fittingRoom(of element: LayoutAttributes, along axis: ScrollAxis, in breadth: Double) -> FittingRoom {
    FittingRoom(acrossOf: element.frame, along: axis)
  }

  /// - Complexity: O(log n + f) for n items, of which f are met; where they span cells, O(b log n) for b
  ///   groups of items near each other in number that are met.
  func addCells(meeting range: ClosedRange<Double>, to collector: inout ElementCollector) {
    guard let met = lines.lines(meeting: range) else { return }
    if met.count == lines.count { collector.reserve(items.count) }
    if let places {
      addSpanningCells(on: met, places, to: &collector)
    } else {
      addCells(on: met, to: &collector)
    }
  }

  /// - Complexity: O(log n) for n items.
  func addCell(_ item: Int, to collector: inout ElementCollector) {
    guard let cursor = ItemCursor(items, at: item), var lineCursor = GridLineCursor(lines) else { return }
    let columns = sizing.tracks.count
    addCell(
      item, at: places?[item] ?? GridPlace(line: item / columns, rows: 1, column: item % columns), cursor,
      &lineCursor, to: &collector)
  }
}

extension GridSection {
  /// Adds the items on some lines, each of one cell.
  private func addCells(on met: ClosedRange<Int>, to collector: inout ElementCollector) {
    let columns = sizing.tracks.count
    guard var cursor = ItemCursor(items, at: met.lowerBound * columns) else { return }
    lines.forEachLine(in: met) { line, along, length in
      let first = line * columns
      for column in 0..<min(columns, items.count - first) {
        let item = first + column
        cursor.move(to: item)
        let (across, breadth) = sizing.tracks.place(column, 1)
        collector.addCell(
          item, AxialRect(along: along, across: across, length: length, breadth: breadth),
          isEstimated: sizing.isEstimated(item - cursor.first, in: cursor.chunk),
          appearance: cursor.appearance(of: item))
      }
    }
  }

  /// Adds the items that take cells on some lines.
  private func addSpanningCells(
    on met: ClosedRange<Int>, _ places: GridPlaces, to collector: inout ElementCollector
  ) {
    guard var cursor = ItemCursor(items, at: 0), var lineCursor = GridLineCursor(lines) else { return }
    places.forEachItem(on: met) { item in
      cursor.move(to: item)
      addCell(item, at: places[item], cursor, &lineCursor, to: &collector)
    }
  }

  @inline(__always)
  private func addCell(
    _ item: Int, at place: GridPlace, _ cursor: ItemCursor, _ lineCursor: inout GridLineCursor,
    to collector: inout ElementCollector
  ) {
    let columns = cursor.chunk.span(of: item - cursor.first, in: sizing.tracks.count).columns
    let (across, breadth) = sizing.tracks.place(place.column, columns)
    let (along, length) = lineCursor.place(place.line, place.rows)
    collector.addCell(
      item,
      // Spacing off the pixel grid may end between two pixels: an item across it ends before the next line.
      AxialRect(
        along: along, across: across, length: place.rows == 1 ? length : sizing.grid.floor(length),
        breadth: breadth),
      isEstimated: sizing.isEstimated(item - cursor.first, in: cursor.chunk),
      appearance: cursor.appearance(of: item))
  }
}

extension ItemCursor {
  /// How an item of the chunk looks where that is not plain.
  @inline(__always)
  fileprivate func appearance(of item: Int) -> Appearance? {
    chunk.appearances.isEmpty ? nil : chunk.appearances[item - first]
  }
}
