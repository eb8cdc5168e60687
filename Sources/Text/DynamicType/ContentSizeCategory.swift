/// The size of text that somebody wishes to read, as `UIContentSizeCategory` names it; from small to large.
public enum ContentSizeCategory: String, Sendable, Hashable, CaseIterable, Comparable {
  case extraSmall
  case small
  case medium
  /// What a device starts with.
  case large
  case extraLarge
  case extraExtraLarge
  case extraExtraExtraLarge
  case accessibilityMedium
  case accessibilityLarge
  case accessibilityExtraLarge
  case accessibilityExtraExtraLarge
  case accessibilityExtraExtraExtraLarge

  /// Whether the category is one of the larger ones that are chosen for accessibility.
  public var isAccessibilityCategory: Bool { self >= .accessibilityMedium }

  public static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }

  /// The place among the categories, from small to large.
  var rank: Int {
    switch self {
    case .extraSmall: 0
    case .small: 1
    case .medium: 2
    case .large: 3
    case .extraLarge: 4
    case .extraExtraLarge: 5
    case .extraExtraExtraLarge: 6
    case .accessibilityMedium: 7
    case .accessibilityLarge: 8
    case .accessibilityExtraLarge: 9
    case .accessibilityExtraExtraLarge: 10
    case .accessibilityExtraExtraExtraLarge: 11
    }
  }
}
