/// What a client says of one item.
public struct Item: Sendable {
  public var id: String?
  /// The size it has, from the client or from a measurement.
  public var size: Size?
  /// The size it may turn out to have.
  public var estimatedSize: Size?
  /// Width over height.
  public var aspectRatio: Double?
  /// How many columns and rows it takes in a grid.
  public var span: GridSpan?
  /// How wide and how high it is in a magazine.
  public var sizeMode: MagazineSizeMode?
  public var appearance: Appearance
  /// What it shows; its size is measured where it has none.
  public var content: Content?

  public init(
    id: String? = nil, size: Size? = nil, estimatedSize: Size? = nil, aspectRatio: Double? = nil,
    appearance: Appearance = .plain, content: Content? = nil
  ) {
    self.id = id
    self.size = size
    self.estimatedSize = estimatedSize
    self.aspectRatio = aspectRatio
    self.appearance = appearance
    self.content = content
  }
}
