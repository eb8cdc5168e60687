@testable import LayoutEngine

/// The seen part and its elements, found by looking at every element of the layout.
struct ReferenceReading {
  let side: DiffSide
  private let space: ReadingSpace
  private let elements: [LayoutAttributes]
  private var ignoresPins = false

  /// - Parameter side: one with bounds.
  init(_ side: DiffSide) {
    self.side = side
    space = side.readingSpace
    let all = side.layout.elements(in: nil, visible: side.bounds)
    elements = (0..<all.count).map { all[$0] }
    let spanning = pins.filter {
      $0.frame.across <= bounds.across + hairline
        && $0.frame.across + $0.frame.breadth >= bounds.across + bounds.breadth - hairline
    }
    let left = uncovered(by: spanning)
    ignoresPins = left.upperBound - left.lowerBound <= hairline
  }

  private var hairline: Double { side.container.scale.map { 1 / $0 } ?? 1 }

  /// The bounds less the insets, of those that leave something.
  private var bounds: AxialRect {
    let visible = side.bounds!
    let insets = side.container.insets
    var rect = visible
    if visible.width - insets.left - insets.right > hairline {
      (rect.x, rect.width) = (visible.x + insets.left, visible.width - insets.left - insets.right)
    }
    if visible.height - insets.top - insets.bottom > hairline {
      (rect.y, rect.height) = (visible.y + insets.top, visible.height - insets.top - insets.bottom)
    }
    return space.axialRect(rect)
  }

  private var pins: [(frame: AxialRect, zIndex: Int)] {
    let insets = side.layout.axis.axialInsets(side.container.insets)
    let length = side.layout.axis.length(of: side.bounds!.size)
    guard !ignoresPins, length - insets.before - insets.after > hairline else { return [] }
    return elements.filter { $0.isPinned && !$0.appearance.isHidden }
      .map { (space.axialRect($0.frame), $0.appearance.zIndex) }
  }

  /// The rest when elements take away their stretch at either end, again and again.
  private func uncovered(by pins: [(frame: AxialRect, zIndex: Int)]) -> ClosedRange<Double> {
    var (start, end) = (bounds.along, bounds.end)
    var hasChanged = true
    while hasChanged {
      hasChanged = false
      for (frame, _) in pins {
        if frame.along <= start + hairline / 2, frame.end > start {
          (start, hasChanged) = (frame.end, true)
        }
        if frame.end >= end - hairline / 2, frame.along < end { (end, hasChanged) = (frame.along, true) }
      }
    }
    return start < end ? start...end : start...start
  }

  /// The seen cells, by start, then across, then index path.
  var cells: [IndexPath] {
    func isSeen(_ cell: LayoutAttributes) -> Bool {
      let frame = space.axialRect(cell.frame)
      let left = uncovered(
        by: pins.filter { pin in
          pin.zIndex >= cell.appearance.zIndex && pin.frame.across < frame.across + frame.breadth
            && pin.frame.across + pin.frame.breadth > frame.across
        })
      let across = min(frame.across + frame.breadth, bounds.across + bounds.breadth)
      return min(frame.end, left.upperBound) - max(frame.along, left.lowerBound) > hairline
        && across - max(frame.across, bounds.across) > hairline
    }
    func steps(_ coordinate: Double) -> Double { (coordinate * 1024).rounded() }
    return elements.filter { $0.kind == .cell && !$0.appearance.isHidden && isSeen($0) }
      .map { (steps(space.axialRect($0.frame).along), steps(space.axialRect($0.frame).across), $0.indexPath) }
      .sorted { $0 < $1 }.map(\.2)
  }
}
