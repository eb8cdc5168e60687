import LayoutEngine
import SelfSizing
import Testing

@Suite struct DynamicTypeTests {
  /// Size and leading by category, as Apple's guidelines list them: large title, titles 1 to 3, headline, body, callout,
  /// subhead, footnote, captions 1 and 2.
  private static let published: [[(Double, Double)]] = [
    [
      (31, 38), (25, 31), (19, 24), (17, 22), (14, 19), (14, 19), (13, 18), (12, 16), (12, 16), (11, 13),
      (11, 13),
    ],
    [
      (32, 39), (26, 32), (20, 25), (18, 23), (15, 20), (15, 20), (14, 19), (13, 18), (12, 16), (11, 13),
      (11, 13),
    ],
    [
      (33, 40), (27, 33), (21, 26), (19, 24), (16, 21), (16, 21), (15, 20), (14, 19), (12, 16), (11, 13),
      (11, 13),
    ],
    [
      (34, 41), (28, 34), (22, 28), (20, 25), (17, 22), (17, 22), (16, 21), (15, 20), (13, 18), (12, 16),
      (11, 13),
    ],
    [
      (36, 43), (30, 37), (24, 30), (22, 28), (19, 24), (19, 24), (18, 23), (17, 22), (15, 20), (14, 19),
      (13, 18),
    ],
    [
      (38, 46), (32, 39), (26, 32), (24, 30), (21, 26), (21, 26), (20, 25), (19, 24), (17, 22), (16, 21),
      (15, 20),
    ],
    [
      (40, 48), (34, 41), (28, 34), (26, 32), (23, 29), (23, 29), (22, 28), (21, 28), (19, 24), (18, 23),
      (17, 22),
    ],
    [
      (44, 52), (38, 46), (34, 41), (31, 38), (28, 34), (28, 34), (26, 32), (25, 31), (23, 29), (22, 28),
      (20, 25),
    ],
    [
      (48, 57), (43, 51), (39, 47), (37, 44), (33, 40), (33, 40), (32, 39), (30, 37), (27, 33), (26, 32),
      (24, 30),
    ],
    [
      (52, 61), (48, 57), (44, 52), (43, 51), (40, 48), (40, 48), (38, 46), (36, 43), (33, 40), (32, 39),
      (29, 35),
    ],
    [
      (56, 66), (53, 62), (50, 59), (49, 58), (47, 56), (47, 56), (44, 52), (42, 50), (38, 46), (37, 44),
      (34, 41),
    ],
    [
      (60, 70), (58, 68), (56, 66), (55, 65), (53, 62), (53, 62), (51, 60), (49, 58), (44, 52), (43, 51),
      (40, 48),
    ],
  ]

  @Test func `every style at every category has the size and leading of Apple's tables`() {
    #expect(Self.published.count == ContentSizeCategory.allCases.count)
    for (category, row) in zip(ContentSizeCategory.allCases, Self.published) {
      #expect(row.count == TextStyle.allCases.count)
      for (style, (size, leading)) in zip(TextStyle.allCases, row) {
        let type = DynamicType(style, category)
        #expect(type.size == size && type.leading == leading, "\(style) at \(category)")
      }
    }
  }

  @Test func `only headlines are semibold`() {
    for style in TextStyle.allCases {
      #expect(DynamicType(style, .large).weight == (style == .headline ? 600 : 400))
    }
  }

  @Test func `categories are in order, and the larger five are for accessibility`() {
    #expect(ContentSizeCategory.allCases.sorted() == ContentSizeCategory.allCases)
    #expect(ContentSizeCategory.allCases.filter { $0 >= .accessibilityMedium }.count == 5)
    #expect(
      ContentSizeCategory.accessibilityExtraExtraExtraLarge.rawValue == "accessibilityExtraExtraExtraLarge")
  }

  @Test func `no style shrinks as its category grows`() {
    for style in TextStyle.allCases {
      let types = ContentSizeCategory.allCases.map { DynamicType(style, $0) }
      #expect(zip(types, types.dropFirst()).allSatisfy { $0.size <= $1.size && $0.leading <= $1.leading })
    }
  }
}
