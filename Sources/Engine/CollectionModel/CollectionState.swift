import LayoutEngine

/// The client's description of a collection, at one version.
///
/// A value: a copy is a whole and consistent collection and does not change later. Versions share their common parts.
public struct CollectionState: Sendable {
  /// Counts changes, from 1.
  public internal(set) var version = 1
  /// The sections with their items.
  public internal(set) var sections: SectionList
  /// The layout of every viewport that has none of its own.
  public internal(set) var layout: LayoutChoice
  /// The viewport that a collection is created with.
  public internal(set) var main: Viewport
  /// The name by which the owner's collections share measurements; nil gives the collection measurements of its own.
  public internal(set) var measurementSpace: String?
  /// How the content of elements is measured.
  public let contentSizing: ContentSizing
  /// When estimates follow measurements.
  public let learning: EstimateLearning
  /// When the collection was created, and this version made.
  public internal(set) var times = CollectionTimes()
  /// The measurements for the viewports that show the collection.
  var measured: [MeasuringKey: MeasuredSections] = [:]

  /// Creates the first version of a collection.
  public init(
    sections: SectionList, layout: LayoutChoice, main: Viewport, measurementSpace: String? = nil,
    contentSizing: ContentSizing = ContentSizing(), learning: EstimateLearning = .rest
  ) {
    self.sections = sections
    self.layout = layout
    self.main = main
    self.measurementSpace = measurementSpace
    self.contentSizing = contentSizing
    self.learning = learning
  }

  /// The visible rect of the main viewport, in points of content coordinates; nil if it has none.
  public var bounds: Rect? { main.bounds }
}
