@testable import LayoutEngine

/// Stacks sections the slow, obvious way: one pass from the top, every number stored.
///
/// `along` runs with the scroll direction, `across` over it; both are unrounded until the very end.
struct ReferenceStack {
  struct Element {
    var kind: String
    var section = 0
    var item = 0
    var along: Double
    var across = 0.0
    var length: Double
    var breadth: Double
    var isEstimated = false
    var isPinned = false
    var pins: PinnedEdge?
    var appearance = Appearance.plain
  }

  struct Strip {
    var length = 0.0
    var isEstimated = false
    /// The space around it.
    var before = 0.0
    var after = 0.0
    var leading = 0.0
    var trailing = 0.0

    var extent: Double { before + length + after }
  }

  struct Section {
    var header = Strip()
    var footer = Strip()
    var before = 0.0
    var after = 0.0
    /// Cells and decorations, `along` counted from the body's start.
    var cells: [Element] = []
    var decorations: [Element] = []
    var length = 0.0
    /// The extent that the cells need across the scroll direction, if that is more than the container has.
    var breadth = 0.0
  }

  let container: Container
  let isVertical: Bool
  var pinsHeaders = false
  var pinsFooters = false
  var tableHeader = 0.0
  var tableFooter = 0.0
  var minimumLength = 0.0

  /// The room across the scroll direction.
  var breadth: Double {
    isVertical
      ? max(0, container.size.width - container.insets.left - container.insets.right)
      : max(0, container.size.height - container.insets.top - container.insets.bottom)
  }

  static func pixel(_ value: Double, _ scale: Double?) -> Double {
    guard let scale else { return value }
    return (value * scale).rounded() / scale
  }

  func pixel(_ value: Double) -> Double { ReferenceStack.pixel(value, container.scale) }

  func strip(_ view: Supplementary?, otherwise fallback: Strip) -> Strip {
    var strip = fallback
    if let size = view?.size {
      strip.length = isVertical ? size.height : size.width
      strip.isEstimated = false
    } else if let size = view?.estimatedSize {
      strip.length = isVertical ? size.height : size.width
      strip.isEstimated = true
    }
    strip.length = pixel(strip.length)
    if let view, view.content != nil, view.size == nil {
      if strip.length == 0 { strip.length = pixel(fallback.length) }
      if strip.length == 0 { strip.length = pixel(44) }
      strip.isEstimated = true
    }
    return strip
  }
}

extension ReferenceStack {
  struct Answer {
    var contentSize: Size
    var elements: [Element]
    /// The frames of `elements`, not yet rounded, their sizes snapped.
    var frames: [Rect]
  }

  func solve(_ sections: [Section], visible: Rect?) -> Answer {
    let lengths = sections.map { section in
      max(0, section.header.extent + section.before + section.length + section.after + section.footer.extent)
    }
    let total = max(tableHeader + lengths.reduce(0, +) + tableFooter, minimumLength)
    let across = sections.map(\.breadth).reduce(breadth, max)
    let contentSize =
      isVertical ? Size(width: across, height: total) : Size(width: total, height: across)
    let window = visible.map { pinWindow($0, contentSize) }

    var elements: [Element] = []
    if tableHeader > 0 { elements.append(strip("tableHeader", 0, 0, Strip(length: tableHeader))) }
    var start = tableHeader
    for (index, section) in sections.enumerated() {
      let body = start + section.header.extent + section.before
      let footerTop = body + section.length + section.after
      var header = strip("header", index, start, section.header)
      var footer = strip("footer", index, footerTop, section.footer)
      if pinsHeaders { header.pins = .start }
      if pinsFooters { footer.pins = .end }
      if let window {
        pin(&header, &footer, window)
      }
      if header.length > 0 { elements.append(header) }
      elements += section.cells.map { $0.moved(to: index, by: body) }
      if footer.length > 0 { elements.append(footer) }
      elements += section.decorations.map { $0.moved(to: index, by: body) }
      start += lengths[index]
    }
    if tableFooter > 0 { elements.append(strip("tableFooter", 0, start, Strip(length: tableFooter))) }
    return Answer(
      contentSize: contentSize, elements: elements, frames: elements.map { frame($0, contentSize) })
  }

  private func strip(_ kind: String, _ section: Int, _ along: Double, _ strip: Strip) -> Element {
    Element(
      kind: kind, section: section, along: along + strip.before, across: strip.leading, length: strip.length,
      breadth: pixel(max(0, breadth - strip.leading - strip.trailing)), isEstimated: strip.isEstimated)
  }

  /// The visible stretch along the scroll direction, less the adjusted insets.
  private func pinWindow(_ visible: Rect, _ contentSize: Size) -> (start: Double, end: Double) {
    let insets = container.insets
    if isVertical {
      let start = visible.y + insets.top
      return (start, start + max(0, visible.height - insets.top - insets.bottom))
    }
    let start = visible.x + insets.left
    let end = start + max(0, visible.width - insets.left - insets.right)
    return container.direction == .leftToRight
      ? (start, end) : (contentSize.width - end, contentSize.width - start)
  }

  private func pin(_ header: inout Element, _ footer: inout Element, _ window: (start: Double, end: Double)) {
    let footerTop = footer.along
    if pinsHeaders, header.length > 0 {
      let natural = header.along
      header.along = max(natural, min(window.start, footerTop - header.length))
      header.markPinned(from: natural)
    }
    if pinsFooters, footer.length > 0 {
      footer.along = min(footerTop, max(window.end - footer.length, header.along + header.length))
      footer.markPinned(from: footerTop)
    }
  }

  private func frame(_ element: Element, _ contentSize: Size) -> Rect {
    var rect =
      isVertical
      ? Rect(x: element.across, y: element.along, width: element.breadth, height: element.length)
      : Rect(x: element.along, y: element.across, width: element.length, height: element.breadth)
    if container.direction == .rightToLeft { rect.x = contentSize.width - rect.x - rect.width }
    return rect
  }
}

extension ReferenceStack.Element {
  func moved(to section: Int, by distance: Double) -> Self {
    var element = self
    element.section = section
    element.along += distance
    return element
  }

  mutating func markPinned(from natural: Double) {
    guard abs(along - natural) > 1e-9 else { return }
    isPinned = true
    appearance.zIndex = Pinning.zIndex
  }
}
