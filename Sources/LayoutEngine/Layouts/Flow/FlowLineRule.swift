/// How the items of one line stand: the room they have, the spacing between them, where slack goes.
struct FlowLineRule: Sendable {
  /// What a line has across the scroll direction.
  let room: Double
  /// Where a line begins, from the container's edge.
  let leadingInset: Double
  let minimumSpacing: Double
  let itemAlignment: FlowLayout.ItemAlignment
  let lineAlignment: FlowLayout.LineAlignment
  let grid: PixelGrid

  /// What a full line takes in a section whose items are all of one size; nil where sizes are the items' own.
  var fullLine: LineBreadths?

  /// The room, and the noise that sums of fractions may carry: a billionth of it.
  var limit: Double { room + room * 1e-9 }

  /// The first item's place in the line and the distance between items.
  struct Spread {
    var start = 0.0
    var spacing: Double
    /// Whether breadths snap downward: snapped to the nearest pixel they would not fit.
    var floorsBreadths: Bool
  }

  /// Spreads the slack of a line by the item alignment.
  ///
  /// Justified, the last line is not stretched: it keeps the spacing of a full line where all items are of
  /// one size, so that columns align, and the minimum spacing where sizes are the items' own.
  func spread(_ line: LineBreadths, isLast: Bool) -> Spread {
    let isStretched = itemAlignment == .justified && !(isLast && fullLine == nil)
    let model = isStretched && isLast ? fullLine! : line
    let gaps = Double(model.count - 1)
    // Items of one size snap alike, on the last line as on a full one.
    var spread = Spread(spacing: minimumSpacing, floorsBreadths: isTooWideSnapped(fullLine ?? line))
    let slack = room - (spread.floorsBreadths ? model.floored : model.snapped)
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

  /// Whether items that fit as the client gave them no longer do once each is snapped to the nearest pixel.
  private func isTooWideSnapped(_ line: LineBreadths) -> Bool {
    line.count > 1 && line.snapped + Double(line.count - 1) * minimumSpacing > limit
  }

  /// How far an item stands from its line's start along the scroll direction.
  func offset(of length: Double, in lineLength: Double) -> Double {
    switch lineAlignment {
    case .center: (lineLength - length) / 2
    case .top: 0
    case .bottom: lineLength - length
    }
  }

  /// As many items as a `Double` counts one by one.
  static let mostItems = 1 << 53

  /// How many items of one breadth a line holds: at least one, whatever its breadth, and at most `count`.
  static func count(of breadth: Double, spacing: Double, in limit: Double, atMost count: Int) -> Int {
    let pitch = breadth + spacing
    guard pitch > 0 else { return breadth > limit ? 1 : max(1, count) }
    return Int(max(1, min(Double(count), ((limit + spacing) / pitch).rounded(.down))))
  }
}

/// What the items of a line take together, snapped to the nearest pixel each and snapped downward each.
struct LineBreadths {
  private(set) var count = 0
  private(set) var snapped = 0.0
  private(set) var floored = 0.0

  init() {}

  init(repeating breadth: Double, count: Int, grid: PixelGrid) {
    self.count = count
    snapped = grid.nearest(breadth) * Double(count)
    floored = grid.floor(breadth) * Double(count)
  }

  @inline(__always)
  mutating func add(_ breadth: Double, _ grid: PixelGrid) {
    count += 1
    snapped += grid.nearest(breadth)
    floored += grid.floor(breadth)
  }
}
