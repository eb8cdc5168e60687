/// Breaks the items of a section into lines, greedily: a line takes items until the next no longer fits.
///
/// Breadths are taken as the client gave them, unrounded, so that three items of a third fill a line at
/// any scale; a line's length is that of its longest item, snapped to the pixel.
struct FlowLineBreaker {
  private let axis: ScrollAxis
  private let grid: PixelGrid
  private let spacing: Double
  private let lineSpacing: Double
  /// The room of a line and the noise that sums of fractions may carry.
  private let limit: Double

  /// The line that is being filled.
  private var lineItems = 0
  private var lineBreadth = 0.0
  private var lineLength = 0.0
  private var lines = LineBuilder()
  /// Items with more breadth than a line has room.
  private(set) var overflow: BodyWarning?

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
  mutating func take(_ sizes: some Sequence<Size>) {
    let (axis, spacing, limit) = (axis, spacing, limit)
    var items = lineItems
    var breadth = lineBreadth
    var length = lineLength
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
      if items > 0 { closeLine(items: items, length: length) }
      if itemBreadth > limit { noteOverflow(count: 1) }
      items = 1
      breadth = itemBreadth
      length = itemLength
    }
    lineItems = items
    lineBreadth = breadth
    lineLength = length
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
      closeLine(items: lineItems, length: lineLength)
      lineItems = 0
    }
    if axis.breadth(of: size) > limit { noteOverflow(count: left) }
    // The last line stays open: what follows the run may still fit on it.
    let full = (left - 1) / perLine
    if full > 0 {
      let pitch = advance(grid.nearest(axis.length(of: size)))
      lines.append(run: full, itemsPerLine: perLine, pitch: pitch)
      left -= full * perLine
    }
    lineItems = left
    lineBreadth = Double(left) * axis.breadth(of: size) + Double(left - 1) * spacing
    lineLength = axis.length(of: size)
  }

  /// The lines, and what they take along the scroll direction: up to the end of the last.
  consuming func finish() -> (lines: SummaryTree<LineChunk>, length: Double) {
    guard lineItems > 0 else { return (SummaryTree([]), 0) }
    closeLine(items: lineItems, length: lineLength)
    let lines = lines.finish()
    let last = grid.nearest(lineLength)
    return (lines, lines.totals.length - advance(last) + last)
  }
}

extension FlowLineBreaker {
  /// From the start of a line of that length to the start of the next, which never lies before it.
  private func advance(_ snappedLength: Double) -> Double { max(0, snappedLength + lineSpacing) }

  /// How many items of one breadth a line holds: at least one, whatever its breadth.
  private func itemsPerLine(of breadth: Double, atMost count: Int) -> Int {
    FlowLineRule.count(of: breadth, spacing: spacing, in: limit, atMost: count)
  }

  /// Puts items of one size on the open line as far as they fit; answers how many did.
  private mutating func fillLine(with count: Int, of size: Size) -> Int {
    let pitch = axis.breadth(of: size) + spacing
    let room = limit - lineBreadth
    let fitting = pitch > 0 ? Int(min(Double(count), max(0, room / pitch))) : pitch <= room ? count : 0
    guard fitting > 0 else { return 0 }
    lineItems += fitting
    lineBreadth += Double(fitting) * pitch
    lineLength = max(lineLength, axis.length(of: size))
    return fitting
  }

  @inline(never)
  private mutating func closeLine(items: Int, length: Double) {
    lines.append(items: items, advance: advance(grid.nearest(length)))
  }

  private mutating func noteOverflow(count: Int) {
    if overflow == nil {
      overflow = BodyWarning(code: .itemWiderThanLine, firstItem: lines.itemCount, count: 0)
    }
    overflow!.count += count
  }
}
