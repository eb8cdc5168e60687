import LayoutEngine

/// What a collection is laid out for. Viewports of one key share one solved layout.
struct ScreenKey: Hashable, Sendable {
  var container: Container
  /// Of a layout of the viewport's own.
  var layoutWords: [UInt8]?
}

/// A collection as it is laid out for a container.
public struct SolvedScreen: Sendable {
  public let kind: LayoutKind
  public let container: Container
  public let layout: any SolvedLayout
  let measuringKey: MeasuringKey
  /// What the layout learned to expect, where it learns.
  private let estimate: Size?

  /// - Parameter layoutWords: of a layout of the viewport's own.
  init(
    _ sections: SectionList, _ kind: LayoutKind, _ container: Container, layoutWords: [UInt8]?,
    estimate: Size? = nil
  ) throws(LayoutFailure) {
    self.kind = kind
    self.container = container
    self.estimate = estimate
    measuringKey = MeasuringKey(breadth: kind.measuredBreadth(in: container), layoutWords: layoutWords)
    layout = try kind.expecting(estimate).prepare(sections, in: container)
  }

  /// The same after a batch, laid out from how it was laid out before.
  init(_ before: SolvedScreen, after updated: SectionList.Updated) throws(LayoutFailure) {
    kind = before.kind
    container = before.container
    estimate = before.estimate
    measuringKey = before.measuringKey
    layout = try kind.expecting(estimate).prepare(updated, from: before.layout, in: container)
  }

  /// The same laid out anew.
  init(_ before: SolvedScreen, _ sections: SectionList, estimate: Size?) throws(LayoutFailure) {
    try self.init(
      sections, before.kind, before.container, layoutWords: before.measuringKey.layoutWords,
      estimate: estimate)
  }
}
