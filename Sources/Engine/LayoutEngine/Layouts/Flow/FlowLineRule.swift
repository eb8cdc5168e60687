/// How the items of one line stand: the room they have, the spacing between them, where slack goes.
struct FlowLineRule: Equatable, Sendable {
  /// The extent of a line across the scroll direction.
  let room: Double
  /// Where a line begins, from the container's edge.
  let leadingInset: Double
  let minimumSpacing: Double
  let itemAlignment: FlowLayout.ItemAlignment
  let lineAlignment: FlowLayout.LineAlignment
  let grid: PixelGrid

  /// The extent of a full line in a section whose items are all of one size, snapped; nil where sizes are the
  /// items' own.
  var fullLine: LineBreadths?
  /// Whether the items of that line snap downward.
  var floorsFullLine = false

  /// The room, and the noise that sums of fractions may carry: a billionth of it.
  var limit: Double { room + room * 1e-9 }

  /// The first item's place in the line and the distance between items.
  struct Spread {
    var start = 0.0
    var spacing: Double
  }

  /// Whether the breadths of a line's items snap downward: each snapped to the nearest pixel they would not
  /// fit. Items of one size snap alike, on the last line as on a full one.
  @inline(__always)
  func floorsBreadths(_ nearest: LineBreadths) -> Bool {
    guard grid.isActive else { return false }
    return fullLine == nil ? isTooWide(nearest) : floorsFullLine
  }

  /// Spreads the slack of a line of snapped items by the item alignment.
  ///
  /// Justified, the last line is not stretched: it keeps the spacing of a full line where all items are of
  /// one size, so that columns align, and the minimum spacing where sizes are the items' own.
  @inline(__always)
  func spread(_ line: LineBreadths, isLast: Bool) -> Spread {
    let isStretched = itemAlignment == .justified && !(isLast && fullLine == nil)
    let model = isStretched && isLast ? fullLine! : line
    let gaps = Double(model.count - 1)
    let slack = room - model.sum
    var spread = Spread(spacing: minimumSpacing)
    switch itemAlignment {
    case .justified where !isStretched: break
    case .justified where gaps > 0: spread.spacing = slack / gaps
    case .justified: spread.start = max(0, slack / 2)
    case .leading: break
    case .center: spread.start = max(0, (slack - gaps * minimumSpacing) / 2)
    case .trailing: spread.start = max(0, slack - gaps * minimumSpacing)
    }
    return spread
  }

  @inline(__always)
  private func isTooWide(_ line: LineBreadths) -> Bool {
    line.count > 1 && line.sum + Double(line.count - 1) * minimumSpacing > limit
  }

  /// The rule of a section whose items are all of one size.
  func withFullLine(of breadth: Double, atMost itemCount: Int) -> FlowLineRule {
    // Where nothing limits a line (items and spacing without breadth), the items there are fill one. A line that would
    // hold more items than an `Int` of 32 bits counts is as one that holds so many.
    let count = FlowLineRule.count(
      of: breadth, spacing: minimumSpacing, in: limit,
      atMost: breadth + minimumSpacing > 0 ? Int(clamping: Int32.max) : itemCount)
    let nearest = LineBreadths(repeating: grid.nearest(breadth), count: count)
    var rule = self
    rule.floorsFullLine = grid.isActive && isTooWide(nearest)
    rule.fullLine =
      rule.floorsFullLine ? LineBreadths(repeating: grid.floor(breadth), count: count) : nearest
    return rule
  }

  /// The rule of a section whose items' sizes are their own.
  var withoutFullLine: FlowLineRule {
    guard fullLine != nil else { return self }
    var rule = self
    rule.fullLine = nil
    rule.floorsFullLine = false
    return rule
  }

  /// How far an item stands from its line's start along the scroll direction.
  func offset(of length: Double, in lineLength: Double) -> Double {
    switch lineAlignment {
    case .center: (lineLength - length) / 2
    case .top: 0
    case .bottom: lineLength - length
    }
  }

  /// How many items of one breadth a line holds: at least one, whatever its breadth, and at most `count`.
  static func count(of breadth: Double, spacing: Double, in limit: Double, atMost count: Int) -> Int {
    let pitch = breadth + spacing
    guard pitch > 0 else { return breadth > limit ? 1 : max(1, count) }
    return Int(clamping: max(1, min(Double(count), (limit + spacing) / pitch)))
  }
}

/// The sum of the breadths of a line's items, each snapped to the pixel.
struct LineBreadths: Equatable {
  private(set) var count = 0
  private(set) var sum = 0.0

  init() {}

  init(repeating breadth: Double, count: Int) {
    self.count = count
    sum = breadth * Double(count)
  }

  @inline(__always)
  mutating func add(_ breadth: Double) {
    count += 1
    sum += breadth
  }
}
