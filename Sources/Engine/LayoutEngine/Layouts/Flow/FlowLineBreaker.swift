/// Breaks the items of a section into lines, greedily: a line takes items until the next no longer fits.
///
/// Breadths are taken as the client gave them, unrounded, so that three items of a third fill a line at any scale; a
/// line's length is that of its longest item, snapped to the pixel.
struct FlowLineBreaker {
  private let axis: ScrollAxis
  private let grid: PixelGrid
  private let spacing: Double
  private let lineSpacing: Double
  /// The room of a line and the noise that sums of fractions may carry.
  private let limit: Double

  /// How many lines room is made for at once: many small sections would waste more.
  private static let linesAtOnce = 32

  /// The line that is being filled.
  private var lineItems = 0
  private var lineBreadth = 0.0
  private var lineLength = 0.0
  /// How many of the items with which it began have more breadth than it has room.
  private var lineOverflow = 0
  /// The breadth of the broadest of these.
  private var broadestOverflow = 0.0
  /// The lines before it.
  private(set) var lines = LineBuilder()

  init(axis: ScrollAxis, rule: FlowLineRule, lineSpacing: Double) {
    self.axis = axis
    grid = rule.grid
    spacing = rule.minimumSpacing
    self.lineSpacing = lineSpacing
    limit = rule.limit
  }

  /// Takes items one after the other.
  ///
  /// - Complexity: O(n).
  private mutating func take(_ sizes: some Sequence<Size>) {
    let (axis, spacing, limit) = (axis, spacing, limit)
    var items = lineItems
    var breadth = lineBreadth
    var length = lineLength
    var overflow = lineOverflow
    for size in sizes {
      let itemBreadth = axis.breadth(of: size)
      let itemLength = axis.length(of: size)
      let widened = breadth + spacing + itemBreadth
      if items > 0, widened <= limit {
        breadth = widened
        length = max(length, itemLength)
        items += 1
        continue
      }
      if items > 0 { closeLine(items: items, length: length, overflow: overflow) }
      overflow = itemBreadth > limit ? 1 : 0
      if overflow > 0 { broadestOverflow = itemBreadth }
      items = 1
      breadth = itemBreadth
      length = itemLength
    }
    lineItems = items
    lineBreadth = breadth
    lineLength = length
    lineOverflow = overflow
  }

  /// Takes items one after the other up to the first that is broader than a line, and returns how many it took.
  ///
  /// Almost no item is: this writes lines straight into the columns of a chunk.
  ///
  /// - Complexity: O(n).
  private mutating func takeNarrow(_ sizes: Span<Size>) -> Int {
    // A loop for each axis, instead of a question at each item.
    axis == .vertical
      ? takeNarrow(sizes) { AxialSize(length: $0.height, breadth: $0.width) }
      : takeNarrow(sizes) { AxialSize(length: $0.width, breadth: $0.height) }
  }

  @inline(__always)
  private mutating func takeNarrow(_ sizes: Span<Size>, axialSize: (Size) -> AxialSize) -> Int {
    guard lineOverflow == 0, !lines.hasOverflow, !sizes.isEmpty else { return 0 }
    let (grid, spacing, limit, lineSpacing) = (grid, spacing, limit, lineSpacing)
    var taken = 0
    var (items, breadth, length) = (lineItems, lineBreadth, lineLength)
    if items == 0 {
      let first = axialSize(sizes[0])
      guard first.breadth <= limit else { return 0 }
      (taken, items, breadth, length) = (1, 1, first.breadth, first.length)
    }
    var isNarrow = true
    while isNarrow, taken < sizes.count {
      let sizes = sizes.extracting(taken...)
      lines.append(upTo: min(sizes.count, Self.linesAtOnce)) { first, starts, advances in
        let firstItem = first &+ Int32(truncatingIfNeeded: items)
        var lineStart = -items
        var place = 0
        while place < sizes.count {
          let size = axialSize(sizes[place])
          let widened = breadth + spacing + size.breadth
          if widened <= limit {
            breadth = widened
            length = size.length > length ? size.length : length
          } else {
            isNarrow = size.breadth <= limit
            if !isNarrow || starts.isFull { break }
            starts.append(firstItem &+ Int32(truncatingIfNeeded: place))
            advances.append(max(0, grid.nearest(length) + lineSpacing))
            lineStart = place
            (breadth, length) = (size.breadth, size.length)
          }
          place += 1
        }
        taken += place
        items = place - lineStart
      }
    }
    (lineItems, lineBreadth, lineLength) = (items, breadth, length)
    return taken
  }

  /// Takes some consecutive items of a chunk.
  ///
  /// - Complexity: O(n), O(1) for items of a run.
  mutating func take(_ places: Range<Int>, of chunk: ItemChunk, by sizing: FlowSizing) {
    if chunk.isRun {
      take(places.count, of: sizing.unsized.size)
    } else if chunk.isFullySized {
      let narrow = takeNarrow(chunk.sizes.span.extracting(places))
      if narrow < places.count { take(chunk.sizes[places.dropFirst(narrow)]) }
    } else {
      take(places.lazy.map { sizing.sizeRegardlessOfContent(of: $0, in: chunk).size })
    }
  }

  /// Takes `count` items of one size.
  ///
  /// - Complexity: O(1).
  mutating func take(_ count: Int, of size: Size) {
    var left = count
    let perLine = itemsPerLine(of: axis.breadth(of: size), atMost: count)
    if lineItems > 0 {
      left -= fillLine(with: left, of: size)
      guard left > 0 else { return }
      closeOpenLine()
    }
    let overflows = axis.breadth(of: size) > limit
    // The last line stays open: the items after the run may still fit on it.
    let full = (left - 1) / perLine
    if full > 0 {
      let pitch = advance(grid.nearest(axis.length(of: size)))
      lines.append(
        run: full, itemsPerLine: perLine, pitch: pitch, overflowPerLine: overflows ? perLine : 0,
        broadestOverflow: overflows ? axis.breadth(of: size) : 0)
      left -= full * perLine
    }
    lineItems = left
    lineBreadth = Double(left) * axis.breadth(of: size) + Double(left - 1) * spacing
    lineLength = axis.length(of: size)
    lineOverflow = overflows ? left : 0
    if overflows { broadestOverflow = axis.breadth(of: size) }
  }

  /// Takes lines that are broken already, while no line is open.
  mutating func take(_ lines: Range<Int>, of chunk: LineChunk) { self.lines.append(lines, of: chunk) }

  /// The number of the item, of all that were taken, with which the open line begins; nil where none is open.
  var openLine: Int? { lineItems > 0 ? lines.itemCount : nil }

  /// Forgets the items of the open line.
  mutating func dropOpenLine() { lineItems = 0 }

  /// Closes the last line and returns its length, snapped.
  @discardableResult
  mutating func closeOpenLine() -> Double {
    closeLine(items: lineItems, length: lineLength, overflow: lineOverflow)
    lineItems = 0
    return grid.nearest(lineLength)
  }
}

extension FlowLineBreaker {
  /// From the start of a line of that length to the start of the next, which never lies before it.
  func advance(_ snappedLength: Double) -> Double { max(0, snappedLength + lineSpacing) }

  /// How many items of one breadth a line holds: at least one, whatever its breadth.
  private func itemsPerLine(of breadth: Double, atMost count: Int) -> Int {
    FlowLineRule.count(of: breadth, spacing: spacing, in: limit, atMost: count)
  }

  /// Puts items of one size on the open line as far as they fit, and returns their number.
  private mutating func fillLine(with count: Int, of size: Size) -> Int {
    let pitch = axis.breadth(of: size) + spacing
    let room = limit - lineBreadth
    let fitting =
      pitch > 0 ? Int(clamping: min(Double(count), max(0, room / pitch))) : pitch <= room ? count : 0
    guard fitting > 0 else { return 0 }
    lineItems += fitting
    lineBreadth += Double(fitting) * pitch
    lineLength = max(lineLength, axis.length(of: size))
    return fitting
  }

  @inline(never)
  private mutating func closeLine(items: Int, length: Double, overflow: Int) {
    lines.append(
      items: items, advance: advance(grid.nearest(length)), overflow: overflow,
      broadestOverflow: overflow > 0 ? broadestOverflow : 0)
  }
}
