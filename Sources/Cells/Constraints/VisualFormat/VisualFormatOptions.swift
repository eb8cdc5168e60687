/// The alignment of all views of a visual format, and its direction: `NSLayoutConstraint.FormatOptions`.
public struct VisualFormatOptions: OptionSet, Hashable, Sendable {
  public let rawValue: UInt32

  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Aligns the left edges.
  public static let alignAllLeft = VisualFormatOptions(rawValue: 1 << 0)
  /// Aligns the right edges.
  public static let alignAllRight = VisualFormatOptions(rawValue: 1 << 1)
  /// Aligns the top edges.
  public static let alignAllTop = VisualFormatOptions(rawValue: 1 << 2)
  /// Aligns the bottom edges.
  public static let alignAllBottom = VisualFormatOptions(rawValue: 1 << 3)
  /// Aligns the leading edges.
  public static let alignAllLeading = VisualFormatOptions(rawValue: 1 << 4)
  /// Aligns the trailing edges.
  public static let alignAllTrailing = VisualFormatOptions(rawValue: 1 << 5)
  /// Aligns the centres along the x axis.
  public static let alignAllCenterX = VisualFormatOptions(rawValue: 1 << 6)
  /// Aligns the centres along the y axis.
  public static let alignAllCenterY = VisualFormatOptions(rawValue: 1 << 7)
  /// Aligns the first baselines.
  public static let alignAllFirstBaseline = VisualFormatOptions(rawValue: 1 << 8)
  /// Aligns the last baselines.
  public static let alignAllLastBaseline = VisualFormatOptions(rawValue: 1 << 9)

  /// The default: a horizontal format runs in the direction of text.
  public static let directionLeadingToTrailing: VisualFormatOptions = []
  /// A horizontal format runs from left to right, in every direction of text.
  public static let directionLeftToRight = VisualFormatOptions(rawValue: 1 << 10)
  /// A horizontal format runs from right to left, in every direction of text.
  public static let directionRightToLeft = VisualFormatOptions(rawValue: 1 << 11)

  /// The default: a vertical distance is measured from edge to edge.
  public static let spacingEdgeToEdge: VisualFormatOptions = []
  /// A vertical distance between two views is measured from the last baseline to the first baseline.
  public static let spacingBaselineToBaseline = VisualFormatOptions(rawValue: 1 << 12)

  /// Makes the option with that UIKit name; nil if there is none.
  package init?(name: String) {
    guard let option = VisualFormatOptions.named.first(where: { $0.name == name }) else { return nil }
    self = option.option
  }

  /// The names of all options.
  package static let names = named.map { $0.name }

  private static let named: [(name: String, option: VisualFormatOptions)] =
    alignments.map { ("alignAll" + $0.attribute.capitalized, $0.option) } + [
      ("alignAllBaseline", alignAllLastBaseline),
      ("directionLeadingToTrailing", directionLeadingToTrailing),
      ("directionLeftToRight", directionLeftToRight),
      ("directionRightToLeft", directionRightToLeft),
      ("spacingEdgeToEdge", spacingEdgeToEdge),
      ("spacingBaselineToBaseline", spacingBaselineToBaseline),
    ]

  private static let alignments: [(option: VisualFormatOptions, attribute: LayoutAttribute)] = [
    (alignAllLeft, .left), (alignAllRight, .right), (alignAllTop, .top), (alignAllBottom, .bottom),
    (alignAllLeading, .leading), (alignAllTrailing, .trailing), (alignAllCenterX, .centerX),
    (alignAllCenterY, .centerY), (alignAllFirstBaseline, .firstBaseline),
    (alignAllLastBaseline, .lastBaseline),
  ]

  /// The attributes by which the options align all views.
  var alignedAttributes: [LayoutAttribute] {
    VisualFormatOptions.alignments.filter { contains($0.option) }.map { $0.attribute }
  }
}

extension LayoutAttribute {
  /// The name with a capital first letter.
  fileprivate var capitalized: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }
}
