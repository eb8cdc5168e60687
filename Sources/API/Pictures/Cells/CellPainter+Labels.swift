import LayoutEngine

extension CellPainter {
  private static let fontSize = 8.0
  private static let labelHeight = 10.0
  private static let padding = 3.0

  /// Writes the names of views into their corners, each where it fits and covers no text, no other name and none of
  /// the views that do not contain its own.
  ///
  /// - Complexity: O(v · (v + l)) for v views and l lines.
  func drawLabels(of cell: MeasuredCell, clearOf ink: [Rect], to writer: inout MarkupWriter) {
    var taken = ink
    for (place, view) in cell.views.enumerated() {
      guard let (name, width) = label(of: view) else { continue }
      let corner = places(in: view, width: width).first { candidate in
        taken.allSatisfy { !$0.intersects(candidate) }
          && cell.views.enumerated().allSatisfy { other, covering in
            other == place || covering.frame.contains(view.frame) || !covering.frame.intersects(candidate)
          }
      }
      guard let corner else { continue }
      taken.append(corner)
      write(name, of: view, at: corner, to: &writer)
    }
  }

  /// The name as it is written, and how many points it takes; nil where it does not fit into the view.
  private func label(of view: MeasuredCell.View) -> (name: FittedText, width: Double)? {
    let room = view.frame.width / unit - 2 * Self.padding
    guard room > 0, view.frame.height >= Self.labelHeight * unit,
      view.name.contains(where: { !$0.isWhitespace }),
      let name = FittedText(view.name, room: room / Self.fontSize), !name.isCut
    else { return nil }
    return (name, (name.ems * Self.fontSize + 2 * Self.padding) * unit)
  }

  /// Where in a view its name may stand, the best place first: away from where its text begins, or in the middle.
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
    _ name: FittedText, of view: MeasuredCell.View, at place: Rect, to writer: inout MarkupWriter
  ) {
    writer.raw("<text")
    writer.attribute("class", "label middle \(CellViewStyle(view.kind).rawValue)")
    writer.attribute("font-size", Self.fontSize * unit)
    writer.attribute("x", place.midX)
    writer.attribute("y", place.y + 7.6 * unit)
    writer.raw(">")
    writer.text(name)
    writer.raw("</text>\n")
  }
}

extension Rect {
  /// Whether all of another lies in it.
  fileprivate func contains(_ other: Rect) -> Bool {
    other.x >= x && other.maxX <= maxX && other.y >= y && other.maxY <= maxY
  }
}
