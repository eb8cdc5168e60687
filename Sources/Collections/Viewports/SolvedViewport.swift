import LayoutEngine

/// What a collection is laid out for. Viewports of one key share one solved layout.
struct ViewportKey: Hashable, Sendable {
  var container: Container
  /// Of a layout of the viewport's own.
  var layoutJSON: [UInt8]?
}

/// A collection as it is laid out for a container.
public struct SolvedViewport: Sendable {
  public let kind: LayoutKind
  public let container: Container
  public let layout: any SolvedLayout
  let measuringKey: MeasuringKey
  /// What the layout learned to expect, where it learns.
  private let estimate: Size?

  /// - Parameter layoutJSON: of a layout of the viewport's own.
  init(
    _ sections: SectionList, _ kind: LayoutKind, _ container: Container, layoutJSON: [UInt8]?,
    estimate: Size? = nil
  ) throws(LayoutFailure) {
    self.kind = kind
    self.container = container
    self.estimate = estimate
    measuringKey = MeasuringKey(breadth: kind.measuredBreadth(in: container), layoutJSON: layoutJSON)
    layout = try kind.expecting(estimate).prepare(sections, in: container)
  }

  /// The same after a batch, laid out from how it was laid out before.
  init(_ before: SolvedViewport, after updated: SectionList.Updated) throws(LayoutFailure) {
    kind = before.kind
    container = before.container
    estimate = before.estimate
    measuringKey = before.measuringKey
    layout = try kind.expecting(estimate).prepare(updated, from: before.layout, in: container)
  }

  /// The same laid out anew.
  init(_ before: SolvedViewport, _ sections: SectionList, estimate: Size?) throws(LayoutFailure) {
    try self.init(
      sections, before.kind, before.container, layoutJSON: before.measuringKey.layoutJSON,
      estimate: estimate)
  }
}
