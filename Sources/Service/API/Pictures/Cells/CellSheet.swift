import LayoutEngine

/// The positions of cells in a picture, in points: in lines from the top, each cell below its caption. The first line
/// begins at the origin.
struct CellSheet {
  /// The position of a cell.
  struct Slot {
    /// The top left of the caption.
    var origin: Point
    /// The top left of the cell itself.
    var cell: Point
    /// Nil in a picture without captions.
    var caption: CellCaption?
  }

  /// The length of a pixel of the viewer's screen, in points: the unit of the picture's own text and strokes.
  let unit: Double
  let slots: [Slot]
  let width: Double
  let height: Double

  /// The longest line and the gaps, in pixels.
  private static let lineWidth = 812.0
  private static let gap = 28.0
  static let lineGap = 24.0

  /// - Complexity: O(v) for v views.
  init(_ cells: [MeasuredCell], hasCaptions: Bool = true) {
    let reaches = cells.map(\.reach)
    let widest = reaches.reduce(0) { max($0, $1.width) }
    let first = Placement(
      cells, reaches, unit: max(1, widest / PictureFrame.shortestSide), hasCaptions: hasCaptions)
    // At a smaller scale more cells fit on a line, so that captions take no more height than before.
    let least = PictureFrame.longestSide - first.captionHeight
    let second =
      first.cellHeight / first.unit <= least
      ? first
      : Placement(cells, reaches, unit: first.cellHeight / least, hasCaptions: hasCaptions)
    unit = second.unit
    slots = second.slots
    width = second.width
    height = second.height
  }

  /// Returns the bounds of a picture that has the cells below a heading.
  func bounds(under heading: PictureHeading) -> Rect {
    let margin = PictureCanvas.margin * unit
    let top = margin + (heading.height + 10) * unit
    return Rect(
      x: -margin, y: -top, width: max(width, PictureCanvas.leastWidth * unit) + 2 * margin,
      height: top + height + margin)
  }

  /// The cells in lines, at a scale.
  private struct Placement {
    let unit: Double
    /// The height of a caption, in pixels.
    let caption: Double
    var slots: [Slot] = []
    var width = 0.0
    var height = 0.0
    /// The part of the height for captions and gaps, in pixels.
    var captionHeight = 0.0
    /// The part of the height for cells, in points.
    var cellHeight = 0.0

    init(_ cells: [MeasuredCell], _ reaches: [Rect], unit: Double, hasCaptions: Bool) {
      self.unit = unit
      caption = hasCaptions ? CellCaption.height : 0
      var x = 0.0
      var lineHeight = 0.0
      for (cell, reach) in zip(cells, reaches) {
        let caption = hasCaptions ? CellCaption(cell, room: reach.width / unit) : nil
        let breadth = max(reach.width, (caption?.width ?? 0) * unit)
        if x > 0, x + breadth > CellSheet.lineWidth * unit {
          endLine(lineHeight)
          (x, lineHeight) = (0, 0)
        }
        slots.append(
          Slot(
            origin: Point(x: x, y: height),
            cell: Point(x: x - reach.x, y: height - reach.y + self.caption * unit), caption: caption))
        width = max(width, x + breadth)
        lineHeight = max(lineHeight, reach.height)
        x += breadth + CellSheet.gap * unit
      }
      if !slots.isEmpty { endLine(lineHeight) }
    }

    private mutating func endLine(_ lineHeight: Double) {
      cellHeight += lineHeight
      captionHeight += caption + CellSheet.lineGap
      height += lineHeight + (caption + CellSheet.lineGap) * unit
    }
  }
}

extension MeasuredCell {
  /// The smallest rect that contains the cell and all of its views.
  fileprivate var reach: Rect {
    views.reduce(Rect(x: 0, y: 0, width: size.width, height: size.height)) {
      $1.frame.isFinite ? $0.union($1.frame) : $0
    }
  }
}
