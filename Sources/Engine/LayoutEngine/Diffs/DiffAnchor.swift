/// The element or position that stays at the same position in the viewport when content changes around it.
public enum DiffAnchor: Hashable, Sendable {
  /// The first seen element that is neither deleted nor moved; the start, if the viewport shows the start of the content.
  case automatic
  /// The viewport's distance from the start of the content.
  case start
  /// The distance of the viewport's end from the end of the content.
  case end
  /// One item, by its old index path.
  case item(IndexPath)
  /// Nothing: the content offset stays as it is, even beyond the end of the content.
  case none
}
