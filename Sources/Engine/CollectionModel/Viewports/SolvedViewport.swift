import LayoutEngine

/// The input of a layout. Viewports with equal keys share one solved layout.
struct ViewportKey: Hashable, Sendable {
  var container: Container
  /// The JSON text of the viewport's own layout; nil for the collection's.
  var layoutJSON: [UInt8]?
  /// The viewport, if it has an outline of its own: it shares its layout with no other.
  var outlined: String?
}

/// A collection laid out for one container; viewports with equal keys share it.
public struct SolvedViewport: Sendable {
  /// The layout's kind with its parameters.
  public let kind: LayoutKind
  /// The container for which the collection is laid out.
  public let container: Container
  /// The solved layout.
  public private(set) var layout: any SolvedLayout
  let measuringKey: MeasuringKey
  /// The estimate learned for automatic estimates; nil if there is none.
  let estimate: Size?

  /// Lays out sections.
  ///
  /// - Parameter layoutJSON: the JSON text of the viewport's own layout; nil for the collection's.
  /// - Throws: `LayoutError` if the layout has no result for some item.
  init(
    _ sections: SectionList, _ kind: LayoutKind, _ container: Container, layoutJSON: [UInt8]?,
    estimate: Size? = nil
  ) throws(LayoutError) {
    self.kind = kind
    self.container = container
    self.estimate = estimate
    measuringKey = MeasuringKey(breadth: kind.measuredBreadth(in: container), layoutJSON: layoutJSON)
    layout = try kind.expecting(estimate).prepare(sections, in: container)
  }

  /// Lays out a batch from the layout before it.
  init(_ before: SolvedViewport, after updated: SectionList.Updated) throws(LayoutError) {
    kind = before.kind
    container = before.container
    estimate = before.estimate
    measuringKey = before.measuringKey
    layout = try kind.expecting(estimate).prepare(updated, from: before.layout, in: container)
  }

  /// The layout with sections scrolled across.
  func scrolled(across offsets: OrthogonalOffsets) -> SolvedViewport {
    var scrolled = self
    scrolled.layout = layout.scrolled(across: offsets)
    return scrolled
  }

  /// Lays out sections anew for the same container and layout.
  init(_ before: SolvedViewport, _ sections: SectionList, estimate: Size?) throws(LayoutError) {
    try self.init(
      sections, before.kind, before.container, layoutJSON: before.measuringKey.layoutJSON,
      estimate: estimate)
  }
}
