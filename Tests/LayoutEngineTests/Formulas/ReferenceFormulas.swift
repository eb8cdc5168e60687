@testable import LayoutEngine

/// The layouts of formulas the slow, obvious way: every centre in an array, by school geometry in the viewport.
struct ReferenceFormulas {
  let kind: LayoutKind
  let container: Container

  /// The layouts that place items by a formula.
  enum Formula {
    case stack(StackLayout)
    case circle(CircleLayout)
    case spiral(SpiralLayout)
    case coverFlow(CoverFlowLayout)
    case carousel(CarouselLayout)

    init?(_ kind: LayoutKind) {
      if let layout = kind.layout(StackLayout.self) {
        self = .stack(layout)
      } else if let layout = kind.layout(CircleLayout.self) {
        self = .circle(layout)
      } else if let layout = kind.layout(SpiralLayout.self) {
        self = .spiral(layout)
      } else if let layout = kind.layout(CoverFlowLayout.self) {
        self = .coverFlow(layout)
      } else if let layout = kind.layout(CarouselLayout.self) {
        self = .carousel(layout)
      } else {
        return nil
      }
    }
  }

  var formula: Formula? { Formula(kind) }

  /// One item: its extent across the viewport, and its position from the section's middle or start.
  struct Piece {
    var item: Item
    var size: Size
    var isEstimated: Bool
  }

  var axis: ScrollAxis {
    switch formula {
    case .stack(let layout): layout.scrollDirection
    case .circle(let layout): layout.scrollDirection
    case .spiral(let layout): layout.scrollDirection
    case .coverFlow(let layout): layout.scrollDirection
    case .carousel(let layout): layout.scrollDirection
    default: .vertical
    }
  }

  var isVertical: Bool { axis == .vertical }
  var isMirrored: Bool { container.direction == .rightToLeft }
  var stack: ReferenceStack { ReferenceStack(container: container, isVertical: isVertical) }

  var viewLength: Double {
    let insets = container.insets
    return isVertical
      ? max(0, container.size.height - insets.top - insets.bottom)
      : max(0, container.size.width - insets.left - insets.right)
  }

  func solve(_ sections: [Sample.Section], visible: Rect?) -> ReferenceStack.Answer {
    let filled = sections.indices.filter { !sections[$0].items.isEmpty }
    let solved = sections.enumerated().map { index, section in
      solve(section, isFirst: index == filled.first, isLast: index == filled.last)
    }
    var answer = stack.solve(solved, visible: visible)
    paint(&answer, sections, visible)
    return answer
  }

  func along(_ point: Point) -> Double { isVertical ? point.y : point.x }
  func across(_ point: Point) -> Double { isVertical ? point.x : point.y }
  func length(_ size: Size) -> Double { isVertical ? size.height : size.width }
  func breadth(_ size: Size) -> Double { isVertical ? size.width : size.height }
}

extension ReferenceFormulas {
  private func solve(_ section: Sample.Section, isFirst: Bool, isLast: Bool) -> ReferenceStack.Section {
    let (itemSize, inset) = common(section.metrics)
    let pieces = section.items.map { piece($0, itemSize) }
    var solved = ReferenceStack.Section()
    solved.header = stack.strip(section.header, otherwise: .init())
    solved.footer = stack.strip(section.footer, otherwise: .init())
    solved.before = isVertical ? inset.top : inset.left
    solved.after = isVertical ? inset.bottom : inset.right
    guard !pieces.isEmpty else { return solved }
    let leading = isVertical ? inset.left : inset.top
    let trailing = isVertical ? inset.right : inset.bottom
    let longest = pieces.map { length($0.size) }.max()!
    let broadest = pieces.map { breadth($0.size) }.max()!
    let room = max(0, stack.breadth - leading - trailing)
    let stretch = max(0, viewLength - solved.before - solved.after)

    var centers: [Point]
    if let places = ownPlaces(section.metrics, pieces.map { length($0.size) }) {
      let halves = pieces.map { length($0.size) / 2 }
      // The first and the last can come to the middle, and all are inside.
      let ends = [
        (isFirst, solved.before, halves.first!, zip(halves, places).map { $0 - $1 }.max()!),
        (isLast, solved.after, halves.last!, zip(halves, places).map { $0 + $1 - places.last! }.max()!),
      ].map { isOuter, inset, half, reach in
        max(reach, half + (isOuter ? max(0, up(viewLength / 2 - half) - inset) : 0))
      }
      let span = max(room, broadest)
      centers = places.map { axial(ends[0] + $0, leading + span / 2) }
      solved.length = ends[0] + places.last! + ends[1]
      solved.breadth = leading + span + trailing
    } else if let pitch = pitch(section.metrics, length(stack.pixelSize(itemSize))) {
      let slot = length(stack.pixelSize(itemSize))
      let ends = [(isFirst, solved.before), (isLast, solved.after)].map { isOuter, inset in
        let least = up((longest - slot) / 2)
        return slot / 2 + (isOuter ? max(least, up((viewLength - slot) / 2) - inset) : least)
      }
      let span = max(room, broadest)
      centers = pieces.indices.map { index in
        axial(ends[0] + Double(index) * pitch, leading + span / 2)
      }
      solved.length = ends[0] + Double(pieces.count - 1) * pitch + ends[1]
      solved.breadth = leading + span + trailing
    } else {
      let fitting = max(0, min(stretch - longest, room - broadest) / 2)
      let ways = ways(section.metrics, pieces.count, fitting)
      let reach = reach(section.metrics, ways, fitting)
      let span = max(room, 2 * across(reach) + broadest)
      solved.length = max(stretch, 2 * along(reach) + longest)
      solved.breadth = leading + span + trailing
      let middle = axial(solved.length / 2, leading + span / 2)
      centers = ways.map { Point(x: middle.x + $0.x, y: middle.y + $0.y) }
    }
    for (index, (piece, center)) in zip(pieces, centers).enumerated() {
      solved.cells.append(
        ReferenceStack.Element(
          kind: "cell", item: index, along: along(center) - length(piece.size) / 2,
          across: across(center) - breadth(piece.size) / 2, length: length(piece.size),
          breadth: breadth(piece.size), isEstimated: piece.isEstimated, appearance: piece.item.appearance))
    }
    return solved
  }

  private func axial(_ along: Double, _ across: Double) -> Point {
    isVertical ? Point(x: across, y: along) : Point(x: along, y: across)
  }

  /// To the next whole pixel, but for noise.
  private func up(_ length: Double) -> Double {
    guard let scale = container.scale else { return length }
    return (length * scale - 1e-9).rounded(.up) / scale
  }

  private func piece(_ item: Item, _ itemSize: Size) -> Piece {
    let common = stack.pixelSize(itemSize)
    if let size = item.size { return Piece(item: item, size: stack.pixelSize(size), isEstimated: false) }
    if let ratio = item.aspectRatio {
      // As wide as there is room for, unless it is then too high.
      var size = Size(width: common.width, height: common.width / ratio)
      if size.height > common.height { size = Size(width: common.height * ratio, height: common.height) }
      return Piece(item: item, size: stack.pixelSize(size), isEstimated: false)
    }
    if let size = item.estimatedSize {
      return Piece(item: item, size: stack.pixelSize(size), isEstimated: true)
    }
    return Piece(item: item, size: common, isEstimated: false)
  }
}

extension ReferenceStack {
  func pixelSize(_ size: Size) -> Size { Size(width: pixel(size.width), height: pixel(size.height)) }
}
