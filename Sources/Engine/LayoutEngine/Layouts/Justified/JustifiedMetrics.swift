/// The parameters of a justified layout, all of which a section may override.
public struct JustifiedMetrics: LayoutMetrics {
  /// Where the last row of a section stands if its items do not fill it.
  public enum WidowLayoutStyle: String, ParameterChoice, Sendable {
    /// At the leading edge.
    case left
    /// Stretched from edge to edge.
    case justify
    case center
  }

  public static let kind = "justified"

  /// In points, above 0. Rows come as near to it as their items let them.
  @Parameter public var targetRowHeight = 320.0
  /// How far the height of a row may differ from the target, as a part of it: 0 to 1.
  @Parameter public var targetRowHeightTolerance = 0.25
  /// Between the items of a row, in points; 0 or more.
  @Parameter public var horizontalSpacing = 10.0
  /// Between rows, in points; 0 or more.
  @Parameter public var verticalSpacing = 10.0
  /// Around the rows of a section, in points.
  @Parameter public var containerPadding = Insets(top: 10, left: 10, bottom: 10, right: 10)
  /// The most rows of a section, 1 or more; further items are not placed. The default has no limit.
  @Parameter public var maxRows = Int.max
  /// The most items of a row, 1 or more. The default has no limit.
  @Parameter public var maxPerRow = Int.max
  /// Width over height of every item in place of its own; 0, the default, leaves items their own.
  @Parameter public var forceAspectRatio = 0.0
  /// Whether the last row is placed if its items do not fill it.
  @Parameter public var showWidows = true
  /// Every row of so many gives its whole width to one item that is not upright; 0, the default, has no such rows.
  @Parameter public var fullWidthBreakoutRowCadence = 0
  @Parameter public var widowLayoutStyle = WidowLayoutStyle.left
  /// The least height of a row, in target row heights; 0 or more.
  @Parameter public var edgeCaseMinRowHeight = 0.5
  /// The greatest height of a row, in target row heights; 0 or more. The default is the limit that justified-layout
  /// has built in.
  @Parameter public var edgeCaseMaxRowHeight = 2.0
  /// The style with whose text size the given lengths grow; nil, the default, keeps them.
  public var lengthsScaleWith: TextStyle?

  public init() {}

  static func fields<Visitor: ParameterVisitor>(
    _ own: inout Self, over base: Self, _ visitor: inout Visitor
  ) {
    visitor.field("targetRowHeight", .positiveLength, &own.$targetRowHeight, or: base.$targetRowHeight)
    visitor.field(
      "targetRowHeightTolerance", .part, &own.$targetRowHeightTolerance, or: base.$targetRowHeightTolerance)
    visitor.field("boxSpacing", BoxSpacing.form, &own.boxSpacing, or: base.boxSpacing)
    visitor.field("containerPadding", .uniformInsets, &own.$containerPadding, or: base.$containerPadding)
    visitor.field("maxRows", .whole(from: 1), &own.$maxRows, or: base.$maxRows)
    visitor.field("maxPerRow", .whole(from: 1), &own.$maxPerRow, or: base.$maxPerRow)
    visitor.field(
      "forceAspectRatio", .off(or: .positive, expected: "false or a number above 0"), &own.$forceAspectRatio,
      or: base.$forceAspectRatio)
    visitor.field("showWidows", .flag, &own.$showWidows, or: base.$showWidows)
    visitor.field(
      "fullWidthBreakoutRowCadence", .off(or: .whole(from: 1), expected: "false or a whole number from 1"),
      &own.$fullWidthBreakoutRowCadence, or: base.$fullWidthBreakoutRowCadence)
    visitor.field(
      "widowLayoutStyle", .choice(of: WidowLayoutStyle.self), &own.$widowLayoutStyle,
      or: base.$widowLayoutStyle)
    visitor.field("edgeCaseMinRowHeight", .length, &own.$edgeCaseMinRowHeight, or: base.$edgeCaseMinRowHeight)
    visitor.field("edgeCaseMaxRowHeight", .length, &own.$edgeCaseMaxRowHeight, or: base.$edgeCaseMaxRowHeight)
  }

  /// Both spacings as the one field that describes them; nil where neither is given.
  private var boxSpacing: BoxSpacing? {
    get {
      let spacing = BoxSpacing(horizontal: $horizontalSpacing, vertical: $verticalSpacing)
      return spacing == BoxSpacing() ? nil : spacing
    }
    set { ($horizontalSpacing, $verticalSpacing) = (newValue?.horizontal, newValue?.vertical) }
  }
}

extension SectionMetrics {
  /// The metrics of a section of a justified layout.
  public static func justified(_ metrics: JustifiedMetrics) -> SectionMetrics { SectionMetrics(metrics) }
}

/// One number for both directions, or an object with either or both.
private struct BoxSpacing: Hashable, Sendable {
  var horizontal: Double?
  var vertical: Double?
}

extension BoxSpacing: ParameterType {
  static var form: ParameterForm {
    .members(
      [ParameterField("horizontal", .length), ParameterField("vertical", .length)], or: .length,
      expected: "a number or {\"horizontal\", \"vertical\"}")
  }

  init?(_ value: ParameterValue, of field: String) {
    switch value {
    case .number(let spacing): self.init(horizontal: spacing, vertical: spacing)
    case .members(let members):
      self.init()
      for member in members {
        guard case .number(let spacing) = member.value else { return nil }
        switch member.name {
        case "horizontal": horizontal = spacing
        case "vertical": vertical = spacing
        default: return nil
        }
      }
    default: return nil
    }
  }

  func value(of field: String) -> ParameterValue? {
    var members: [GivenParameter] = []
    if let horizontal { members.append(GivenParameter("horizontal", .number(horizontal))) }
    if let vertical { members.append(GivenParameter("vertical", .number(vertical))) }
    return .members(members)
  }

  func scaled(by factor: Double) -> BoxSpacing {
    BoxSpacing(horizontal: horizontal?.scaled(by: factor), vertical: vertical?.scaled(by: factor))
  }

  func over(_ base: BoxSpacing) -> BoxSpacing {
    BoxSpacing(horizontal: horizontal ?? base.horizontal, vertical: vertical ?? base.vertical)
  }
}
