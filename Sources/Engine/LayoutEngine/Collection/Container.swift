/// The input of a layout besides its items: a collection view's bounds and insets, the display's scale, the reader's
/// direction and text size.
public struct Container: Hashable, Sendable {
  /// The direction in which the reader's language runs.
  public enum Direction: String, CaseIterable, Sendable {
    case leftToRight
    case rightToLeft
  }

  /// The size of the bounds, in points.
  public var size: Size
  /// The adjusted content inset, in points.
  public var insets: Insets
  /// Pixels per point, one of `PixelGrid.scales`; nil leaves frames unrounded.
  public var scale: Double?
  /// The direction in which the reader's language runs; layouts of most kinds mirror if it is from right to left.
  public var direction: Direction
  /// The text size at which content is measured.
  public var contentSizeCategory: ContentSizeCategory
  /// The key of the fonts with which the client measures content; nil where the server measures it.
  public var fonts: String?
  /// How much a compositional layout keeps free at the sides of a section that another kind lays out, besides the
  /// insets. The section's coordinates begin outside of it.
  var sides = AxialInsets.zero

  /// A container of a size in points.
  public init(
    size: Size, insets: Insets = .zero, scale: Double? = nil, direction: Direction = .leftToRight,
    contentSizeCategory: ContentSizeCategory = .large, fonts: String? = nil
  ) {
    self.size = size
    self.insets = insets
    self.scale = scale
    self.direction = direction
    self.contentSizeCategory = contentSizeCategory
    self.fonts = fonts
  }

  var grid: PixelGrid { PixelGrid(scale: scale) }

  /// The part of the bounds along the scroll direction that the insets at both ends leave, in points.
  func length(along axis: ScrollAxis) -> Double {
    let insets = axis.axialInsets(insets)
    return max(0, axis.length(of: size) - insets.before - insets.after)
  }

  /// The part of the bounds across the scroll direction that the insets on both sides leave, in points.
  func breadth(across axis: ScrollAxis) -> Double {
    let insets = axis.axialInsets(insets)
    return max(
      0, axis.breadth(of: size) - insets.leading - insets.trailing - sides.leading - sides.trailing)
  }
}

/// The text size that the reader prefers (`UIContentSizeCategory`), from small to large.
public enum ContentSizeCategory: String, CaseIterable, Sendable {
  case extraSmall
  case small
  case medium
  /// The default of a device.
  case large
  case extraLarge
  case extraExtraLarge
  case extraExtraExtraLarge
  case accessibilityMedium
  case accessibilityLarge
  case accessibilityExtraLarge
  case accessibilityExtraExtraLarge
  case accessibilityExtraExtraExtraLarge
}

extension ContentSizeCategory: Comparable {
  public static func < (a: ContentSizeCategory, b: ContentSizeCategory) -> Bool { a.rank < b.rank }

  /// The category's index among all, from small to large.
  package var rank: Int { Self.allCases.firstIndex(of: self)! }

  /// Whether the category is one of the accessibility sizes (`isAccessibilityCategory`).
  package var isAccessibilityCategory: Bool { self >= .accessibilityMedium }

  /// Returns the category, or the nearest one within limits (`minimumContentSizeCategory`, `maximumContentSizeCategory`).
  package func limited(to limits: ClosedRange<ContentSizeCategory>) -> ContentSizeCategory {
    min(max(self, limits.lowerBound), limits.upperBound)
  }

  /// All categories.
  package static let all: ClosedRange<ContentSizeCategory> =
    .extraSmall ... .accessibilityExtraExtraExtraLarge
}
