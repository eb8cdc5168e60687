/// A header or a footer: it spans the container across the scroll direction and takes a length along it.
struct Strip: Sendable {
  /// Snapped to pixels; a strip without length is no element.
  var length: Double
  var isEstimated: Bool

  static let none = Strip(length: 0, isEstimated: false)

  var exists: Bool { length > 0 }

  /// The strip that a supplementary view asks for, or that the layout gives every section.
  ///
  /// - Parameter fallback: the strip of a section that says nothing of its own.
  static func resolve(_ view: Supplementary?, axis: ScrollAxis, grid: PixelGrid, fallback: Strip) -> Strip {
    var strip = fallback
    if let size = view?.size {
      strip = Strip(length: axis.length(of: size), isEstimated: false)
    } else if let estimate = view?.estimatedSize {
      strip = Strip(length: axis.length(of: estimate), isEstimated: true)
    }
    strip.length = grid.nearest(strip.length)
    return strip
  }
}
