/// Which strips stay in the visible rect while their section is in it.
struct Pinning: Hashable, Sendable {
  var headers: Bool
  var footers: Bool

  static let none = Pinning(headers: false, footers: false)

  /// Pinned strips stand in front of cells. UIKit does not document its value; this one is ours.
  static let zIndex = 10

  /// Where the strips of a section stand, in its local coordinates.
  ///
  /// The header stays at the visible top until the footer pushes it out; the footer stays at the visible
  /// bottom until the header does.
  ///
  /// - Parameter visible: the visible rect less the container's insets, in the section's local coordinates.
  func place<Body>(
    _ section: StackedSection<Body>, in visible: ClosedRange<Double>?
  ) -> (header: Double, footer: Double) {
    var header = 0.0
    var footer = section.footerStart
    guard let visible else { return (header, footer) }
    if headers, section.header.exists {
      header = max(0, min(visible.lowerBound, section.footerStart - section.header.length))
    }
    if footers, section.footer.exists {
      footer = min(footer, max(visible.upperBound - section.footer.length, header + section.header.length))
    }
    return (header, footer)
  }
}
