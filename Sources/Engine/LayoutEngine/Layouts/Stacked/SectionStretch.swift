/// The stretch of a section along the scroll direction, with the parts around its body, in local coordinates.
///
/// Of the body it has the length alone, so its functions are compiled once for all kinds.
struct SectionStretch {
  let edges: SectionEdges
  let bodyLength: Double

  var bodyStart: Double { edges.header.extent + edges.insets.before }
  /// Where the footer's stretch begins, its insets included.
  var footerStart: Double { bodyStart + bodyLength + edges.insets.after }
  /// Negative insets can pull a section together, not turn it over: it takes no less than nothing.
  var length: Double { max(0, footerStart + edges.footer.extent) }

  /// How far elements reach out of the stretch, before its start and beyond its end.
  ///
  /// - Parameters:
  ///   - overhang: how far cells reach before the body's start.
  ///   - overlap: how far they reach beyond its end.
  @inline(never)
  func reach(overhang: Double, overlap: Double) -> (before: Double, after: Double) {
    let (header, footer, length) = (edges.header, edges.footer, length)
    let footerPlace = footerStart + footer.insets.before
    let start = min(
      bodyStart - overhang, header.insets.before, footerPlace, edges.background?.before ?? 0)
    let end = max(
      header.insets.before + header.length, bodyStart + bodyLength + overlap, footerPlace + footer.length,
      length - (edges.background?.after ?? 0))
    return (max(0, -start), max(0, end - length))
  }
}

extension ElementCollector {
  /// Adds a section's header or footer, if it has one, where it is pinned to.
  ///
  /// - Parameters:
  ///   - start: where the section starts.
  ///   - breadth: of elements that span the layout.
  @inline(never)
  mutating func addStrip(
    of section: SectionStretch, _ start: Double, kind: ElementKind, breadth: Double
  ) {
    let isHeader = kind == .header
    let strip = isHeader ? section.edges.header : section.edges.footer
    guard strip.exists else { return }
    let natural = section.naturalStripPlaces
    let places = section.stripPlaces(in: pinRange?.moved(by: -start))
    let along = isHeader ? places.header : places.footer
    // The limit that holds a strip back is a difference of sums: it may be off by their rounding noise.
    let isPinned = abs(along - (isHeader ? natural.header : natural.footer)) > 1e-6
    origin = start
    add(
      kind: code(of: kind), item: 0,
      AxialRect(
        along: along, across: strip.insets.leading, length: strip.length,
        breadth: space.grid.nearest(max(0, breadth - strip.insets.leading - strip.insets.trailing))),
      isEstimated: strip.isEstimated, isPinned: isPinned,
      pins: strip.pins ? (isHeader ? .start : .end) : nil,
      appearance: isPinned ? Appearance(zIndex: Pinning.zIndex) : nil)
  }

  /// Adds the decoration behind a section, if it has one.
  @inline(never)
  mutating func addBackground(of section: SectionStretch, _ start: Double, breadth: Double) {
    guard let insets = section.edges.background else { return }
    origin = start
    add(
      kind: code(of: .background), item: 0,
      AxialRect(
        along: insets.before, across: insets.leading,
        length: space.grid.nearest(max(0, section.length - insets.before - insets.after)),
        breadth: space.grid.nearest(max(0, breadth - insets.leading - insets.trailing))),
      isEstimated: false, appearance: Appearance(zIndex: SectionEdges.backgroundZIndex))
  }
}
