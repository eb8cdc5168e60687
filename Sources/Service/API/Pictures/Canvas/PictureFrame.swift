import LayoutEngine

/// The part of the content that a picture shows, and its scale.
struct PictureFrame {
  /// In content coordinates.
  let rect: Rect
  /// The length of a pixel of the viewer's screen before any zooming, in points: the unit of text and strokes, so
  /// that they look alike in every picture.
  let unit: Double

  /// The longest short side of a picture, in pixels; larger content is scaled down.
  static let shortestSide = 1200.0
  /// The longest side, in pixels: renderers stop at 32,767, and the rest is for the title and the legend.
  static let longestSide = 30_000.0
  /// The least longer side, in pixels; smaller content is scaled up.
  static let leastSide = 240.0
  /// The length of a side without extent in a picture without elements, so that it has space for the text that says
  /// so.
  static let emptySide = 96.0
  static let greatestEnlargement = 240.0

  init(_ rect: Rect) {
    self.rect = rect
    unit = 1 / PictureFrame.scale(of: rect)
  }

  private init(_ rect: Rect, unit: Double) {
    self.rect = rect
    self.unit = unit
  }

  private static func scale(of rect: Rect) -> Double {
    let long = max(rect.width, rect.height)
    let short = min(rect.width, rect.height)
    guard long > 0 else { return 1 }
    if long < leastSide { return min(greatestEnlargement, leastSide / long) }
    return min(1, shortestSide / max(short, 1), longestSide / long)
  }
}

extension PictureFrame {
  private var withExtent: PictureFrame {
    var rect = rect
    if rect.width == 0 { rect.width = PictureFrame.emptySide * unit }
    if rect.height == 0 { rect.height = PictureFrame.emptySide * unit }
    return PictureFrame(rect, unit: unit)
  }

  /// Without a visible rect: the whole content, and all elements that reach out of it.
  ///
  /// With one: the visible rect and the parts around it of elements that meet it, at most half a viewport to each
  /// side, so that a header as long as a million rows does not make the rest small.
  ///
  /// - Complexity: O(n) for n rows.
  static func around(
    _ elements: ElementList, rows: [Int32], contentSize: Size, visibleRect: Rect?
  ) -> PictureFrame {
    let isWhole = rows.count == elements.count
    let content = Rect(x: 0, y: 0, width: contentSize.width, height: contentSize.height)
    var rect = visibleRect ?? (isWhole ? content : nil)
    let limit = visibleRect.map {
      Rect(
        x: $0.x - $0.width / 2, y: $0.y - $0.height / 2, width: $0.width * 2, height: $0.height * 2)
    }
    for row in rows {
      var bounds = elements.bounds(of: elements.records[Int(row)])
      guard bounds.isFinite else { continue }
      if let limit {
        guard bounds.intersects(limit) else { continue }
        bounds = bounds.intersection(limit)
      }
      rect = rect?.union(bounds) ?? bounds
    }
    let frame = PictureFrame(rect ?? content)
    return elements.count == 0 ? frame.withExtent : frame
  }
}

extension ElementList {
  /// The smallest upright rect that contains the element as it is drawn.
  func bounds(of record: Record) -> Rect {
    let frame = record.frame
    let appearance = appearance(of: record)
    if appearance.transform == .identity, appearance.transform3D == .identity { return frame }
    return Projection(of: frame, appearance).bounds(of: frame) ?? frame
  }
}

extension Rect {
  var isFinite: Bool { (x + y + width + height).isFinite }
}
