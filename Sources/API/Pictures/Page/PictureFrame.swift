import LayoutEngine

/// The part of the content that a picture shows, and the scale it is shown at.
struct PictureFrame {
  /// Content coordinates.
  let rect: Rect
  /// Points for each pixel on the viewer's screen, before any zooming: what text and strokes are measured in,
  /// so that they look alike in every picture.
  let unit: Double

  /// Content whose short side is longer is shown smaller, and content that is longer at all.
  static let shortestSide = 1200.0
  /// Renderers stop at 32,767 pixels; the rest is for the title and the legend.
  static let longestSide = 30_000.0
  /// Content smaller than this is shown larger.
  static let leastSide = 240.0
  /// What a side without extent gets in a picture without elements, so that there is a place to say so.
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

  /// Without a visible rect: the whole content, and whatever elements reach out of it.
  ///
  /// With one: the visible rect and what was found around it, at most half a screen to every side. Found is
  /// what meets the visible rect, so that a header as long as a million rows does not draw the rest small.
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
  /// The smallest upright rect that holds the element as it is drawn.
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
