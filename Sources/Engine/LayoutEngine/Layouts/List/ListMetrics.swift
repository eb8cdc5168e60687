/// The parameters of a list that a section may override.
public struct ListMetrics: LayoutMetrics {
  /// The height of rows that give none of their own.
  public enum RowHeight: Hashable, Sendable {
    /// A fixed height; 0 or more.
    case points(Double)
    /// Measured; until then, the estimated row height.
    case automatic
  }

  public static let kind = "list"

  /// The height of rows without one, where neither a height nor an estimate is given: `UITableView`'s, in points.
  public static let defaultRowHeight = 44.0

  /// The height of rows that give none; nil, the default, is 44 points, or `automatic` where an estimate is given.
  public var rowHeight: RowHeight?
  /// The height of rows that are not measured yet, in points; 0 turns estimating off. Nil, the default, learns the
  /// estimate from the measured rows if `rowHeight` is `automatic`, and gives none otherwise.
  public var estimatedRowHeight: Double?
  /// The height of headers that give no size, in points; 0 or more.
  @Parameter public var sectionHeaderHeight = 0.0
  /// The height of footers that give no size, in points; 0 or more.
  @Parameter public var sectionFooterHeight = 0.0
  /// The height of headers that are not measured yet, in points; 0 turns estimating off.
  @Parameter public var estimatedSectionHeaderHeight = 0.0
  /// The height of footers that are not measured yet, in points; 0 turns estimating off.
  @Parameter public var estimatedSectionFooterHeight = 0.0
  /// Above a header, in points, free of the header while it pins; 0 or more (`UITableView.sectionHeaderTopPadding`).
  @Parameter public var sectionHeaderTopPadding = 0.0
  /// Around a section's rows, between its header and its footer, in points; nil, the default, is the style's: the
  /// system's margins on both sides in an inset grouped list, none in the others.
  public var sectionInset: Insets?
  /// The insets of separators, in points; nil, the default, draws none.
  public var separator: Insets?
  /// Between rows, in points; 0 or more.
  @Parameter public var rowSpacing = 0.0
  /// How far a row of each level stands in from those of the level above, in points; 0 or more
  /// (`UITableViewCell.indentationWidth`).
  @Parameter public var indentationWidth = 10.0
  /// The style with whose text size the given lengths grow; nil, the default, keeps them.
  public var lengthsScaleWith: TextStyle?

  public init() {}

  static func fields<Visitor: ParameterVisitor>(
    _ own: inout Self, over base: Self, _ visitor: inout Visitor
  ) {
    visitor.field(
      "rowHeight", .automatic(or: .length, expected: "a height or \"automatic\""), &own.rowHeight,
      or: base.rowHeight)
    visitor.field("estimatedRowHeight", .length, &own.estimatedRowHeight, or: base.estimatedRowHeight)
    visitor.field("sectionHeaderHeight", .length, &own.$sectionHeaderHeight, or: base.$sectionHeaderHeight)
    visitor.field("sectionFooterHeight", .length, &own.$sectionFooterHeight, or: base.$sectionFooterHeight)
    visitor.field(
      "estimatedSectionHeaderHeight", .length, &own.$estimatedSectionHeaderHeight,
      or: base.$estimatedSectionHeaderHeight)
    visitor.field(
      "estimatedSectionFooterHeight", .length, &own.$estimatedSectionFooterHeight,
      or: base.$estimatedSectionFooterHeight)
    visitor.field(
      "sectionHeaderTopPadding", .length, &own.$sectionHeaderTopPadding, or: base.$sectionHeaderTopPadding)
    visitor.field("sectionInset", .insets, &own.sectionInset, or: base.sectionInset)
    visitor.field("separator", .insets, &own.separator, or: base.separator)
    visitor.field("rowSpacing", .length, &own.$rowSpacing, or: base.$rowSpacing)
    visitor.field("indentationWidth", .length, &own.$indentationWidth, or: base.$indentationWidth)
  }
}

extension SectionMetrics {
  /// The metrics of a section of a list.
  public static func list(_ metrics: ListMetrics) -> SectionMetrics { SectionMetrics(metrics) }
}

extension ListMetrics.RowHeight: ParameterType {
  init?(_ value: ParameterValue, of field: String) {
    switch value {
    case .number(let height): self = .points(height)
    case .text("automatic"): self = .automatic
    default: return nil
    }
  }

  func value(of field: String) -> ParameterValue? {
    switch self {
    case .points(let height): .number(height)
    case .automatic: .text("automatic")
    }
  }

  func scaled(by factor: Double) -> Self {
    if case .points(let height) = self { .points(height.scaled(by: factor)) } else { self }
  }
}
