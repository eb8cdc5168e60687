/// The size of text that somebody wishes to read (`UIContentSizeCategory`), from small to large.
public enum ContentSizeCategory: String, CaseIterable, Sendable {
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
}

extension ContentSizeCategory: Comparable {
  public static func < (a: ContentSizeCategory, b: ContentSizeCategory) -> Bool { a.rank < b.rank }

  /// Its place among all, from small to large.
  public var rank: Int { Self.allCases.firstIndex(of: self)! }
}
