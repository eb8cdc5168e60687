/// A header or a footer: it spans the container across the scroll direction and takes a length along it.
struct Strip: Equatable, Sendable {
  /// Snapped to pixels; a strip without length is no element.
  var length: Double
  var isEstimated: Bool
  /// The margins around the strip, which takes its length and the margins before and after it.
  var insets = AxialInsets.zero
  /// Whether it stays in the visible rect while its section is in it.
  var pins = false

  /// The length of a strip whose content has not been measured, where nothing else is said of it: a row's, and on
  /// any grid more than nothing.
  static func length(estimatedOn grid: PixelGrid) -> Double {
    max(grid.nearest(ListMetrics.defaultRowHeight), grid.hairline)
  }

  static let none = Strip(length: 0, isEstimated: false)

  var exists: Bool { length > 0 }

  /// The extent along the scroll direction, insets included.
  var extent: Double { insets.before + length + insets.after }

  /// The strip that a supplementary view asks for, or that the layout gives every section.
  ///
  /// - Parameters:
  ///   - fallback: the strip of a section that says nothing of its own.
  ///   - pins: whether the layout pins strips of sections that say nothing of their own.
  static func resolve(
    _ view: Supplementary?, axis: ScrollAxis, grid: PixelGrid, fallback: Strip, pins: Bool
  ) -> Strip {
    var strip = fallback
    if let size = view?.size {
      strip.length = axis.length(of: size)
      strip.isEstimated = false
    } else if let estimate = view?.estimatedSize {
      strip.length = axis.length(of: estimate)
      strip.isEstimated = true
    }
    strip.length = grid.nearest(strip.length)
    if let view, view.content != nil, view.size == nil {
      // One without length would be no element, and never be measured.
      if !strip.exists { strip.length = grid.nearest(fallback.length) }
      if !strip.exists { strip.length = length(estimatedOn: grid) }
      strip.isEstimated = true
    }
    strip.pins = view?.pinsToVisibleBounds ?? pins
    return strip
  }
}
