/// The parameters of a waterfall that a section may override.
public struct WaterfallMetrics: LayoutMetrics {
  public static let kind = "waterfall"

  /// The most columns that a section has.
  public static let columnLimit = 10_000

  /// From 1 to 10,000.
  @Parameter public var columnCount = 2
  /// Between columns, in points; 0 or more.
  @Parameter public var minimumColumnSpacing = 10.0
  /// Between the items of a column, in points; 0 or more.
  @Parameter public var minimumInteritemSpacing = 10.0
  /// Around a section's columns, between its header and its footer, in points.
  @Parameter public var sectionInset = Insets.zero
  /// The height of headers that give no size, in points. Above 0, every section has a header; the default is 0.
  @Parameter public var headerHeight = 0.0
  /// The height of footers that give no size, in points. Above 0, every section has a footer; the default is 0.
  @Parameter public var footerHeight = 0.0
  /// Around the header, in points; a section without a header keeps the top inset alone.
  @Parameter public var headerInset = Insets.zero
  /// Around the footer, in points; a section without a footer keeps the top inset alone.
  @Parameter public var footerInset = Insets.zero
  /// The style with whose text size the given lengths grow; nil, the default, keeps them.
  public var lengthsScaleWith: TextStyle?

  public init() {}

  static func fields<Visitor: ParameterVisitor>(
    _ own: inout Self, over base: Self, _ visitor: inout Visitor
  ) {
    visitor.field("columnCount", .whole(1...Self.columnLimit), &own.$columnCount, or: base.$columnCount)
    visitor.field("minimumColumnSpacing", .length, &own.$minimumColumnSpacing, or: base.$minimumColumnSpacing)
    visitor.field(
      "minimumInteritemSpacing", .length, &own.$minimumInteritemSpacing, or: base.$minimumInteritemSpacing)
    visitor.field("sectionInset", .insets, &own.$sectionInset, or: base.$sectionInset)
    visitor.field("headerHeight", .length, &own.$headerHeight, or: base.$headerHeight)
    visitor.field("footerHeight", .length, &own.$footerHeight, or: base.$footerHeight)
    visitor.field("headerInset", .insets, &own.$headerInset, or: base.$headerInset)
    visitor.field("footerInset", .insets, &own.$footerInset, or: base.$footerInset)
  }
}

extension SectionMetrics {
  /// The metrics of a section of a waterfall.
  public static func waterfall(_ metrics: WaterfallMetrics) -> SectionMetrics { SectionMetrics(metrics) }
}
