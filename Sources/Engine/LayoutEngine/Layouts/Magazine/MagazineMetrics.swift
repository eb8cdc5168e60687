/// The parameters of a magazine layout that a section may override (`UICollectionViewDelegateMagazineLayout`).
public struct MagazineMetrics: LayoutMetrics {
  public static let kind = "magazine"

  /// Between rows, in points; 0 or more.
  @Parameter public var verticalSpacing = 0.0
  /// Between the items of a row, in points; 0 or more.
  @Parameter public var horizontalSpacing = 0.0
  /// Around a section: its header, its items, its footer, its background; in points.
  @Parameter public var sectionInsets = Insets.zero
  /// Around the items of a section, inside its insets; in points.
  @Parameter public var itemInsets = Insets.zero
  /// The style with whose text size the given lengths grow; nil, the default, keeps them.
  public var lengthsScaleWith: TextStyle?

  public init() {}

  static func fields<Visitor: ParameterVisitor>(
    _ own: inout Self, over base: Self, _ visitor: inout Visitor
  ) {
    visitor.field("verticalSpacing", .length, &own.$verticalSpacing, or: base.$verticalSpacing)
    visitor.field("horizontalSpacing", .length, &own.$horizontalSpacing, or: base.$horizontalSpacing)
    visitor.field("sectionInsets", .insets, &own.$sectionInsets, or: base.$sectionInsets)
    visitor.field("itemInsets", .insets, &own.$itemInsets, or: base.$itemInsets)
  }
}

extension SectionMetrics {
  /// The metrics of a section of a magazine layout.
  public static func magazine(_ metrics: MagazineMetrics) -> SectionMetrics { SectionMetrics(metrics) }
}
