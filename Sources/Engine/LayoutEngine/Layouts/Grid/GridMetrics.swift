/// The parameters of a grid that a section may override.
public struct GridMetrics: LayoutMetrics {
  /// How many tracks lie side by side across the scroll direction.
  public enum Columns: Hashable, Sendable {
    /// That many, 1 to 1000.
    case count(Int)
    /// As many as fit, each at least that wide, in points; 1000 at most.
    case minimumWidth(Double)
  }

  /// The length of a line of cells along the scroll direction.
  public enum LineExtent: Hashable, Sendable {
    /// Width over height of a cell of one column; above 0.
    case aspectRatio(Double)
    /// A fixed length; 0 or more.
    case points(Double)
    /// As long as the items of the line.
    case automatic
  }

  /// Which lines of a section are equally long, where their items decide.
  public enum RowSizing: String, ParameterChoice, Sendable {
    /// Each line is as long as its longest item.
    case tallestInRow
    /// Every line is as long as the section's longest item.
    case uniform
  }

  /// Where an item goes that takes several cells (`grid-auto-flow` of CSS).
  public enum Packing: String, ParameterChoice, Sendable {
    /// Behind the item before it.
    case sparse
    /// Into the first hole that holds it.
    case dense
  }

  public static let kind = "grid"

  /// The most columns, however many fit.
  public static let columnLimit = 1000
  /// The most lines that an item takes.
  public static let spanLimit = 1000

  /// The number or the least breadth of the columns; one column by default.
  @Parameter public var columns = Columns.count(1)
  /// The length of a line; square cells are the default.
  @Parameter public var lineExtent = LineExtent.aspectRatio(1)
  @Parameter public var rowSizing = RowSizing.tallestInRow
  /// Between the tracks of a line, in points; 0 or more.
  @Parameter public var columnSpacing = 10.0
  /// Between lines, along the scroll direction, in points; 0 or more.
  @Parameter public var rowSpacing = 10.0
  /// Around a section's lines, between its header and its footer, in points.
  @Parameter public var sectionInset = Insets.zero
  /// The length of headers that give no size, in points; with 0, the default, such sections have no header.
  @Parameter public var headerHeight = 0.0
  /// The same for footers.
  @Parameter public var footerHeight = 0.0
  @Parameter public var packing = Packing.sparse
  /// The style with whose text size the given lengths grow; nil, the default, keeps them.
  public var lengthsScaleWith: TextStyle?

  public init() {}

  static func fields<Visitor: ParameterVisitor>(
    _ own: inout Self, over base: Self, _ visitor: inout Visitor
  ) {
    visitor.field("columns", Columns.form, &own.$columns, or: base.$columns)
    visitor.field(
      "rowHeight", .automatic(or: .length, expected: "a height or \"automatic\""), &own.$lineExtent,
      or: base.$lineExtent)
    visitor.field("aspectRatio", .positive, &own.$lineExtent, or: base.$lineExtent)
    visitor.alternatives(["rowHeight", "aspectRatio"])
    visitor.field("rowSizing", .choice(of: RowSizing.self), &own.$rowSizing, or: base.$rowSizing)
    visitor.field("columnSpacing", .length, &own.$columnSpacing, or: base.$columnSpacing)
    visitor.field("rowSpacing", .length, &own.$rowSpacing, or: base.$rowSpacing)
    visitor.field("sectionInset", .insets, &own.$sectionInset, or: base.$sectionInset)
    visitor.field("headerHeight", .length, &own.$headerHeight, or: base.$headerHeight)
    visitor.field("footerHeight", .length, &own.$footerHeight, or: base.$footerHeight)
    visitor.field("packing", .choice(of: Packing.self), &own.$packing, or: base.$packing)
  }
}

extension SectionMetrics {
  /// The metrics of a section of a grid.
  public static func grid(_ metrics: GridMetrics) -> SectionMetrics { SectionMetrics(metrics) }
}

/// A number of columns, or an object with the least width of one.
extension GridMetrics.Columns: ParameterType {
  static var form: ParameterForm {
    let limit = GridMetrics.columnLimit
    return .members(
      [ParameterField("minimumWidth", .positiveLength, isRequired: true)], or: .whole(1...limit),
      expected: "a count from 1 to \(limit) or {\"minimumWidth\"}")
  }

  init?(_ value: ParameterValue, of field: String) {
    switch value {
    case .whole(let count): self = .count(count)
    case .members(let members):
      guard members.count == 1, members[0].name == "minimumWidth",
        case .number(let width) = members[0].value
      else { return nil }
      self = .minimumWidth(width)
    default: return nil
    }
  }

  func value(of field: String) -> ParameterValue? {
    switch self {
    case .count(let count): .whole(count)
    case .minimumWidth(let width): .members([GivenParameter("minimumWidth", .number(width))])
    }
  }

  func scaled(by factor: Double) -> Self {
    if case .minimumWidth(let width) = self { .minimumWidth(width.scaled(by: factor)) } else { self }
  }
}

/// Two fields describe it: `aspectRatio`, and `rowHeight` for all else.
extension GridMetrics.LineExtent: ParameterType {
  init?(_ value: ParameterValue, of field: String) {
    switch value {
    case .number(let ratio) where field == "aspectRatio": self = .aspectRatio(ratio)
    case .number(let length): self = .points(length)
    case .text("automatic"): self = .automatic
    default: return nil
    }
  }

  func value(of field: String) -> ParameterValue? {
    switch self {
    case .aspectRatio(let ratio): field == "aspectRatio" ? .number(ratio) : nil
    case .points(let length): field == "rowHeight" ? .number(length) : nil
    case .automatic: field == "rowHeight" ? .text("automatic") : nil
    }
  }

  func scaled(by factor: Double) -> Self {
    if case .points(let length) = self { .points(length.scaled(by: factor)) } else { self }
  }
}
