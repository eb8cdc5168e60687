/// The parameters of a justified layout, all of which a section may override.
public struct JustifiedMetrics: Hashable, Sendable {
  /// How a last row stands that its items do not fill.
  public enum WidowLayoutStyle: String, CaseIterable, Sendable {
    /// At the leading edge.
    case left
    /// Stretched to the row's room.
    case justify
    case center
  }

  /// In points. Rows come as near to it as their items let them.
  public var targetRowHeight = 320.0
  /// How far a row's height may be from the target, as a part of it: from 0 to 1.
  public var targetRowHeightTolerance = 0.25
  /// Between the items of a row.
  public var horizontalSpacing = 10.0
  /// Between rows.
  public var verticalSpacing = 10.0
  /// Around the rows of a section.
  public var containerPadding = Insets(top: 10, left: 10, bottom: 10, right: 10)
  /// Items beyond so many rows are not placed.
  public var maxRows = Int.max
  /// Width over height of every item, whatever it says of its own; 0 leaves items their own.
  public var forceAspectRatio = 0.0
  /// Whether the items of a last row that they do not fill are placed at all.
  public var showWidows = true
  /// Every row of so many gives its whole width to one item that is not upright; 0 has no such rows.
  public var fullWidthBreakoutRowCadence = 0
  public var widowLayoutStyle = WidowLayoutStyle.left
  /// Target row heights that a row has at least.
  public var edgeCaseMinRowHeight = 0.5
  /// Target row heights that a row has at most: the limit that justified-layout has built in.
  public var edgeCaseMaxRowHeight = 2.0

  public init() {}

  /// What one section says instead.
  public struct Overrides: Hashable, Sendable {
    public var targetRowHeight: Double?
    public var targetRowHeightTolerance: Double?
    public var horizontalSpacing: Double?
    public var verticalSpacing: Double?
    public var containerPadding: Insets?
    public var maxRows: Int?
    public var forceAspectRatio: Double?
    public var showWidows: Bool?
    public var fullWidthBreakoutRowCadence: Int?
    public var widowLayoutStyle: WidowLayoutStyle?
    public var edgeCaseMinRowHeight: Double?
    public var edgeCaseMaxRowHeight: Double?

    public init() {}
  }

  func overridden(by metrics: SectionMetrics) -> JustifiedMetrics {
    guard case .justified(let overrides) = metrics else { return self }
    return overridden(by: overrides)
  }

  /// These parameters with what the overrides say instead.
  public func overridden(by overrides: Overrides) -> JustifiedMetrics {
    var result = self
    result.targetRowHeight = overrides.targetRowHeight ?? targetRowHeight
    result.targetRowHeightTolerance = overrides.targetRowHeightTolerance ?? targetRowHeightTolerance
    result.horizontalSpacing = overrides.horizontalSpacing ?? horizontalSpacing
    result.verticalSpacing = overrides.verticalSpacing ?? verticalSpacing
    result.containerPadding = overrides.containerPadding ?? containerPadding
    result.maxRows = overrides.maxRows ?? maxRows
    result.forceAspectRatio = overrides.forceAspectRatio ?? forceAspectRatio
    result.showWidows = overrides.showWidows ?? showWidows
    result.fullWidthBreakoutRowCadence = overrides.fullWidthBreakoutRowCadence ?? fullWidthBreakoutRowCadence
    result.widowLayoutStyle = overrides.widowLayoutStyle ?? widowLayoutStyle
    result.edgeCaseMinRowHeight = overrides.edgeCaseMinRowHeight ?? edgeCaseMinRowHeight
    result.edgeCaseMaxRowHeight = overrides.edgeCaseMaxRowHeight ?? edgeCaseMaxRowHeight
    return result
  }
}
