/// Covers in a row, of which the one in the middle of the visible rect faces the viewer and the others stand turned
/// at its sides.
public typealias CoverFlowLayout = FormulaLayout<CoverFlowMetrics>

extension CoverFlowLayout {
  public init() { self.init(CoverFlowMetrics(), scrolling: .horizontal) }
}

extension LayoutKind {
  /// A cover flow.
  public static func coverFlow(_ layout: CoverFlowLayout) -> LayoutKind { LayoutKind(layout) }
}

/// The parameters of a cover flow that a section may override.
public struct CoverFlowMetrics: LayoutMetrics {
  public static let kind = "coverFlow"

  /// The size of covers that give none, in points.
  @Parameter public var itemSize = Size(width: 180, height: 180)
  /// Between the frames of neighbours, in points; below 0, as in the default, they overlap.
  @Parameter public var itemSpacing = -140.0
  /// The angle by which covers at the sides are turned, in degrees; 0 to 90.
  @Parameter public var angle = 65.0
  /// How much farther from the middle covers at the sides stand than their frames, in points.
  @Parameter public var sideShift = 75.0
  /// How far covers at the sides stand back, in points; 0 or more.
  @Parameter public var sideDepth = 100.0
  /// The distance from the eye to the cover in the middle, in points; 1 or more.
  @Parameter public var perspective = 500.0
  /// Around a section's covers, between its header and its footer, in points.
  @Parameter public var sectionInset = Insets.zero
  /// The style with whose text size the given lengths grow; nil, the default, keeps them.
  public var lengthsScaleWith: TextStyle?

  public init() {}

  static func fields<Visitor: ParameterVisitor>(
    _ own: inout Self, over base: Self, _ visitor: inout Visitor
  ) {
    visitor.field("itemSize", .size, &own.$itemSize, or: base.$itemSize)
    visitor.field("itemSpacing", .coordinate, &own.$itemSpacing, or: base.$itemSpacing)
    visitor.field("angle", .number(0...90), &own.$angle, or: base.$angle)
    visitor.field("sideShift", .coordinate, &own.$sideShift, or: base.$sideShift)
    visitor.field("sideDepth", .length, &own.$sideDepth, or: base.$sideDepth)
    visitor.field("perspective", .length(from: 1), &own.$perspective, or: base.$perspective)
    visitor.field("sectionInset", .insets, &own.$sectionInset, or: base.$sectionInset)
  }
}

extension CoverFlowMetrics: FormulaMetrics {
  static let cost = LayoutCost(section: 800, item: 32, work: 2)

  var commonSize: Size { itemSize }

  func formula(in room: FormulaRoom) -> CoverFlowFormula { CoverFlowFormula(self, in: room) }
}

extension SectionMetrics {
  /// The metrics of a section of a cover flow.
  public static func coverFlow(_ metrics: CoverFlowMetrics) -> SectionMetrics { SectionMetrics(metrics) }
}
