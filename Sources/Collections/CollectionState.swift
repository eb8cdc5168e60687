import LayoutEngine

/// Everything that a client has said of a collection, at one version of it.
///
/// A value: whoever holds one has a whole and consistent collection, whatever changes meanwhile. Versions share
/// what is alike.
public struct CollectionState: Sendable {
  /// Counts changes, from 1.
  public internal(set) var version = 1
  public internal(set) var sections: SectionList
  public internal(set) var layout: LayoutChoice
  /// The screen that a collection is made with.
  public internal(set) var main: Viewport
  /// The name by which the owner's collections share what is measured; nil keeps it to the collection.
  public let measurementSpace: String?
  /// How what items show is measured.
  public let contentSizing: ContentSizing
  /// What was measured, for the screens that show the collection.
  var measured: [MeasuringKey: MeasuredSections] = [:]

  public init(
    sections: SectionList, layout: LayoutChoice, main: Viewport, measurementSpace: String? = nil,
    contentSizing: ContentSizing = ContentSizing()
  ) {
    self.sections = sections
    self.layout = layout
    self.main = main
    self.measurementSpace = measurementSpace
    self.contentSizing = contentSizing
  }

  public var bounds: Rect? { main.bounds }
}
