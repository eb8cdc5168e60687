/// Where the strips of a section stand while it is scrolled.
enum Pinning {
  /// Pinned strips stand in front of cells. UIKit does not document its value; this one is ours.
  static let zIndex = 10
}

extension SectionStretch {
  /// Where the strips stand along the scroll direction, in the section's local coordinates.
  ///
  /// A pinned header stays at the visible top until the footer pushes it out; a pinned footer stays at the
  /// visible bottom until the header does.
  ///
  /// - Parameter visible: the visible rect less the container's insets, in the section's local coordinates.
  func stripPlaces(in visible: ClosedRange<Double>?) -> (header: Double, footer: Double) {
    var places = naturalStripPlaces
    guard let visible else { return places }
    let footerStart = places.footer
    let (header, footer) = (edges.header, edges.footer)
    if header.pins, header.exists {
      places.header = max(places.header, min(visible.lowerBound, footerStart - header.length))
    }
    if footer.pins, footer.exists {
      places.footer = min(
        footerStart, max(visible.upperBound - footer.length, places.header + header.length))
    }
    return places
  }

  var naturalStripPlaces: (header: Double, footer: Double) {
    (edges.header.insets.before, footerStart + edges.footer.insets.before)
  }
}
