import LayoutEngine
import SelfSizing
import Testing

/// Typography that the content size category and the text setting of a view decide.
@Suite struct TextStyleTests {
  private func label(_ setting: TextSetting) -> CellTemplate {
    CellTemplate(sizing: .text("text", setting))
  }

  private func size(
    _ setting: TextSetting, _ category: ContentSizeCategory = .large, _ text: String = "Hello"
  )
    throws -> Size
  {
    try label(setting).size([text], CellEnvironment(category: category))
  }

  @Test(arguments: TextStyle.allCases)
  func `a line of a style is as high as its leading, and as wide as its font is large, in every category`(
    style: TextStyle
  ) throws {
    let atLarge = try size(.with(style)).width / DynamicType(style, .large).size
    for category in ContentSizeCategory.allCases {
      let size = try size(.with(style), category)
      let type = DynamicType(style, category)
      #expect(isNear(size.height, type.leading, within: 1e-9), "\(category)")
      #expect(isNear(size.width, atLarge * type.size, within: 0.02 * size.width), "\(category)")
    }
  }

  @Test func `a text that does not adjust is the same in every category`() throws {
    let fixed = TextSetting.with(.body) { $0.adjustsForContentSizeCategory = false }
    let expected = try size(.with(.body))
    for category in ContentSizeCategory.allCases { #expect(try size(fixed, category) == expected) }
    #expect(!label(.with { $0.own.size = 20 }).views[0].kind.setting!.followsCategory)
  }

  @Test func `a font of its own stays, unless it has a style or adjusts`() throws {
    let own = TextSetting.with { $0.own.size = 20 }
    let largest = ContentSizeCategory.accessibilityExtraExtraExtraLarge
    #expect(try size(own) == size(own, largest))
    // Body is 17 points at large, and 53 at the largest.
    let styled = TextSetting.with(.body) { $0.own.size = 20 }
    let adjusting = TextSetting.with {
      $0.own.size = 20
      $0.adjustsForContentSizeCategory = true
    }
    for setting in [styled, adjusting] {
      #expect(try size(setting) == size(own))
      let grown = try size(setting, largest)
      let other = try size(.with { $0.own.size = 20 * 53 / 17 })
      #expect(isNear(grown, other.width, other.height, within: 1e-6))
    }
  }

  @Test func `a line height of its own grows with the font`() throws {
    let setting = TextSetting.with(.caption1) { $0.own.lineHeight = 30 }
    #expect(isNear(try size(setting).height, 30, within: 1e-9))
    // Caption 1 is 12 points at large, and 18 at the third of the larger ones.
    #expect(isNear(try size(setting, .extraExtraExtraLarge).height, 45, within: 1e-9))
    let fixed = TextSetting.with { $0.own.lineHeight = 30 }
    #expect(isNear(try size(fixed, .extraExtraExtraLarge).height, 30, within: 1e-9))
  }

  @Test func `headlines are semibold, and a weight of their own wins`() throws {
    let text = "The quick brown fox"
    func width(_ setting: TextSetting) throws -> Double { try size(setting, .large, text).width }
    #expect(try width(.with(.headline)) > width(.with(.body)))
    #expect(try width(.with(.headline)) == width(.with(.body) { $0.own.weight = 600 }))
    #expect(try width(.with(.headline) { $0.own.weight = 400 }) == width(.with(.body)))
  }

  @Test func `letter spacing, slant, family and direction reach the text`() throws {
    let plain = try size(.with()).width
    // After each of five letters.
    #expect(isNear(try size(.with { $0.own.letterSpacing = 4 }).width, plain + 20, within: 4.01))
    #expect(try size(.with { $0.own.families = ["DejaVu Sans"] }).width != plain)
    #expect(
      try size(.with { $0.own.families = ["Noto Sans"] }, .large, "Hf")
        != size(.with { $0.own.families = ["Noto Serif"] }, .large, "Hf"))
    #expect(try size(.with { $0.own.families = ["Nowhere Sans"] }).width == plain)
  }

  @Test func `a text that wraps or is cut is as wide as its limit, and has no more lines than its limit`()
    throws
  {
    let text = String(repeating: "a", count: 30)
    let room = FittingRoom(width: 100)
    #expect(isNear(try label(.squared()).size([text], in: room), 100, 60))
    #expect(isNear(try label(.squared(lines: 2)).size([text], in: room), 100, 40))
    #expect(isNear(try label(.squared(lines: 1)).size([text], in: room), 100, 20))
    let clipped = TextSetting.with {
      $0 = .squared(); $0.lineBreakMode = .clipping
    }
    #expect(isNear(try label(clipped).size([text], in: room), 100, 20))
  }
}

extension CellView.Kind {
  var setting: TextSetting? { if case .text(let setting) = self { setting } else { nil } }
}
