/// A header, a footer or another supplementary view, as a client describes it.
public struct Supplementary: Hashable, Sendable {
  public var size: Size?
  public var estimatedSize: Size?
  /// Whether a header or a footer stays in the visible rect; nil leaves that to the layout.
  public var pinsToVisibleBounds: Bool?
  /// What it shows; its size is measured where it has none.
  public var content: Content?

  public init(
    size: Size? = nil, estimatedSize: Size? = nil, pinsToVisibleBounds: Bool? = nil, content: Content? = nil
  ) {
    self.size = size
    self.estimatedSize = estimatedSize
    self.pinsToVisibleBounds = pinsToVisibleBounds
    self.content = content
  }
}
