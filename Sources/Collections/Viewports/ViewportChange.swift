import LayoutEngine

/// A change of one screen. The collection stays at its version.
public struct ViewportChange: Sendable {
  public var name: String
  public var bounds: Rect
  /// Points a millisecond; nil where the client does not know.
  public var velocity: Point?
  /// Whether scrolling comes to rest at multiples of what is seen.
  public var isPaging = false
  /// Nil leaves it as it is.
  public var container: (value: Container, jsonText: [UInt8])?
  /// Nil leaves it as it is, `.some(nil)` goes back to the collection's.
  public var layout: LayoutChoice??

  public init(
    name: String, bounds: Rect, container: (value: Container, jsonText: [UInt8])? = nil,
    layout: LayoutChoice?? = nil
  ) {
    self.name = name
    self.bounds = bounds
    self.container = container
    self.layout = layout
  }
}
