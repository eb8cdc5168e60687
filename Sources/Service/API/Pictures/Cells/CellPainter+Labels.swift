import LayoutEngine

extension CellPainter {
  private static let fontSize = 8.0
  private static let labelHeight = 10.0
  private static let padding = 3.0

  /// Writes the names of views into their corners. A name is left out if it does not fit, or would cover a text,
  /// another name or a view that does not contain its own.
  ///
  /// - Complexity: O(v · (v + l)) for v views and l lines.
  func drawLabels(of cell: MeasuredCell, clearOf ink: [Rect], to writer: inout MarkupWriter) {
    var taken = ink
    for (place, view) in cell.views.enumerated() {
      guard let style = CellViewStyle(view), let (name, width) = label(of: view) else { continue }
      let corner = places(in: view, width: width).first { candidate in
        taken.allSatisfy { !$0.intersects(candidate) }
          && cell.views.enumerated().allSatisfy { other, covering in
            other == place || covering.frame.contains(view.frame) || !covering.frame.intersects(candidate)
          }
      }
      guard let corner else { continue }
      taken.append(corner)
      write(name, style, at: corner, to: &writer)
    }
  }

  /// Returns the name as it is written, and its width with padding in points; nil if it does not fit into the view.
  private func label(of view: MeasuredCell.View) -> (name: FittedText, width: Double)? {
    let room = view.frame.width / unit - 2 * Self.padding
    guard room > 0, view.frame.height >= Self.labelHeight * unit,
      view.name.contains(where: { !$0.isWhitespace }),
      let name = FittedText(view.name, room: room / Self.fontSize), !name.isCut
    else { return nil }
    return (name, (name.ems * Self.fontSize + 2 * Self.padding) * unit)
  }

  /// Returns the positions in a view for its name, the best one first: the middle of a view without text, then the
  /// corners, beginning with those away from the start of its text.
  private func places(in view: MeasuredCell.View, width: Double) -> [Rect] {
    let height = Self.labelHeight * unit
    let (left, top) = (view.frame.x, view.frame.y)
    let (right, bottom) = (view.frame.maxX - width, view.frame.maxY - height)
    let corners =
      isRightToLeft
      ? [(left, bottom), (left, top), (right, bottom), (right, top)]
      : [(right, bottom), (right, top), (left, bottom), (left, top)]
    let middle = view.text == nil ? [(view.frame.midX - width / 2, view.frame.midY - height / 2)] : []
    return (middle + corners).map { Rect(x: $0.0, y: $0.1, width: width, height: height) }
  }

  private func write(
    _ name: FittedText, _ style: CellViewStyle, at place: Rect, to writer: inout MarkupWriter
  ) {
    writer.raw("<text")
    writer.attribute("class", "label middle \(style.rawValue)")
    writer.attribute("font-size", Self.fontSize * unit)
    writer.attribute("x", place.midX)
    writer.attribute("y", place.y + 7.6 * unit)
    writer.raw(">")
    writer.text(name)
    writer.raw("</text>\n")
  }
}

extension Rect {
  /// Returns whether the rect contains all of another one.
  fileprivate func contains(_ other: Rect) -> Bool {
    other.x >= x && other.maxX <= maxX && other.y >= y && other.maxY <= maxY
  }
}
