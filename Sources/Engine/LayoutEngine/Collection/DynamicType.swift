/// The typography of a text style in a content size category, by the tables of Apple's Human Interface Guidelines for iOS
/// and iPadOS ("Typography", Dynamic Type sizes and larger accessibility type sizes).
package struct DynamicType: Sendable, Hashable {
  /// The size of the font, in points.
  package let size: Double
  /// The height of a line, in points.
  package let leading: Double
  /// From 1 to 1,000.
  package let weight: Double

  /// Looks up a style in a category.
  ///
  /// - Complexity: O(1).
  package init(_ style: TextStyle, _ category: ContentSizeCategory) {
    let (size, leading) = Self.table(of: style)[category.rank]
    self.size = size
    self.leading = leading
    weight = style == .headline ? 600 : 400
  }

  /// Returns how much larger a style is in a category than in `large`: the factor of lengths that scale with the style
  /// (`UIFontMetrics.scaledValue(for:compatibleWith:)`).
  ///
  /// - Complexity: O(1).
  package static func growth(of style: TextStyle, _ category: ContentSizeCategory) -> Double {
    DynamicType(style, category).size / DynamicType(style, .large).size
  }

  /// Returns sizes and leadings in points, from the smallest category to the largest.
  private static func table(of style: TextStyle) -> [(Double, Double)] {
    switch style {
    case .largeTitle: largeTitle
    case .title1: title1
    case .title2: title2
    case .title3: title3
    case .headline, .body: body
    case .callout: callout
    case .subheadline: subheadline
    case .footnote: footnote
    case .caption1: caption1
    case .caption2: caption2
    }
  }

  private static let largeTitle: [(Double, Double)] = [
    (31, 38), (32, 39), (33, 40), (34, 41), (36, 43), (38, 46), (40, 48),
    (44, 52), (48, 57), (52, 61), (56, 66), (60, 70),
  ]
  private static let title1: [(Double, Double)] = [
    (25, 31), (26, 32), (27, 33), (28, 34), (30, 37), (32, 39), (34, 41),
    (38, 46), (43, 51), (48, 57), (53, 62), (58, 68),
  ]
  private static let title2: [(Double, Double)] = [
    (19, 24), (20, 25), (21, 26), (22, 28), (24, 30), (26, 32), (28, 34),
    (34, 41), (39, 47), (44, 52), (50, 59), (56, 66),
  ]
  private static let title3: [(Double, Double)] = [
    (17, 22), (18, 23), (19, 24), (20, 25), (22, 28), (24, 30), (26, 32),
    (31, 38), (37, 44), (43, 51), (49, 58), (55, 65),
  ]
  private static let body: [(Double, Double)] = [
    (14, 19), (15, 20), (16, 21), (17, 22), (19, 24), (21, 26), (23, 29),
    (28, 34), (33, 40), (40, 48), (47, 56), (53, 62),
  ]
  private static let callout: [(Double, Double)] = [
    (13, 18), (14, 19), (15, 20), (16, 21), (18, 23), (20, 25), (22, 28),
    (26, 32), (32, 39), (38, 46), (44, 52), (51, 60),
  ]
  private static let subheadline: [(Double, Double)] = [
    (12, 16), (13, 18), (14, 19), (15, 20), (17, 22), (19, 24), (21, 28),
    (25, 31), (30, 37), (36, 43), (42, 50), (49, 58),
  ]
  private static let footnote: [(Double, Double)] = [
    (12, 16), (12, 16), (12, 16), (13, 18), (15, 20), (17, 22), (19, 24),
    (23, 29), (27, 33), (33, 40), (38, 46), (44, 52),
  ]
  private static let caption1: [(Double, Double)] = [
    (11, 13), (11, 13), (11, 13), (12, 16), (14, 19), (16, 21), (18, 23),
    (22, 28), (26, 32), (32, 39), (37, 44), (43, 51),
  ]
  private static let caption2: [(Double, Double)] = [
    (11, 13), (11, 13), (11, 13), (11, 13), (13, 18), (15, 20), (17, 22),
    (20, 25), (24, 30), (29, 35), (34, 41), (40, 48),
  ]
}

/// A style of text, named as in `UIFont.TextStyle`.
public enum TextStyle: String, Sendable, Hashable, CaseIterable {
  case largeTitle
  case title1
  case title2
  case title3
  case headline
  case body
  case callout
  case subheadline
  case footnote
  case caption1
  case caption2
}
