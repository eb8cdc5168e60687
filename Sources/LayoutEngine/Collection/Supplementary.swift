/// A header, a footer or another supplementary view, as a client describes it.
public struct Supplementary: Hashable, Sendable {
  public var size: Size?
  public var estimatedSize: Size?

  public init(size: Size? = nil, estimatedSize: Size? = nil) {
    self.size = size
    self.estimatedSize = estimatedSize
  }
}
