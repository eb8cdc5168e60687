/// The parameters of a flow layout that a section may override (`UICollectionViewDelegateFlowLayout`).
public struct FlowMetrics: LayoutMetrics {
  public static let kind = "flow"

  /// The least distance of neighbouring lines, in points.
  @Parameter public var minimumLineSpacing = 10.0
  /// The least distance of neighbouring items of a line, in points.
  @Parameter public var minimumInteritemSpacing = 10.0
  /// The size of items that give none, in points.
  @Parameter public var itemSize = Size(width: 50, height: 50)
  /// Around a section's lines, between its header and its footer, in points; edges below 0 reach outward.
  @Parameter public var sectionInset = Insets.zero
  /// The size of headers that give none, in points, of which only the extent along the scroll direction counts;
  /// with 0, the default, such sections have no header.
  @Parameter public var headerReferenceSize = Size.zero
  /// The same for footers.
  @Parameter public var footerReferenceSize = Size.zero
  /// The style with whose text size the given lengths grow; nil, the default, keeps them.
  public var lengthsScaleWith: TextStyle?

  public init() {}

  static func fields<Visitor: ParameterVisitor>(
    _ own: inout Self, over base: Self, _ visitor: inout Visitor
  ) {
    visitor.field("minimumLineSpacing", .length, &own.$minimumLineSpacing, or: base.$minimumLineSpacing)
    visitor.field(
      "minimumInteritemSpacing", .length, &own.$minimumInteritemSpacing, or: base.$minimumInteritemSpacing)
    visitor.field("itemSize", .size, &own.$itemSize, or: base.$itemSize)
    visitor.field("sectionInset", .insets, &own.$sectionInset, or: base.$sectionInset)
    visitor.field("headerReferenceSize", .size, &own.$headerReferenceSize, or: base.$headerReferenceSize)
    visitor.field("footerReferenceSize", .size, &own.$footerReferenceSize, or: base.$footerReferenceSize)
  }
}

extension SectionMetrics {
  /// The metrics of a section of a flow layout.
  public static func flow(_ metrics: FlowMetrics) -> SectionMetrics { SectionMetrics(metrics) }
}
