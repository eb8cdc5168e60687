import SelfSizing
import Testing
import Text

/// The tables of the settings of texts have every property, so that a new one is read, merged and validated.
struct TextSettingTableTests {
  /// Gives each setting that it visits a value that no setting has by default.
  private struct Changer: TextSettingVisitor {
    mutating func setting<Value: TextSettingType>(
      _ name: String, _ form: @autoclosure () -> TextSettingForm, _ value: inout Value
    ) {
      let changed: TextSettingValue? =
        switch form().kind {
        case .number, .weight: .number(750)
        case .whole: .whole(7)
        case .flag: .flag(value.value != .flag(true))
        case .choice(let names): names.last { value.value != .name($0) }.map { .name($0) }
        case .families: .names(["Some Family"])
        case .language: .name("de")
        }
      if let changed = changed.flatMap(Value.init) { value = changed }
    }
  }

  /// The names of the properties in which two values are the same.
  private func unchanged<Whole>(_ value: Whole, from other: Whole) -> [String] {
    zip(Mirror(reflecting: value).children, Mirror(reflecting: other).children).compactMap { own, before in
      String(describing: own.value) == String(describing: before.value) ? own.label : nil
    }
  }

  private var changedRun: TextRunAttributes {
    var (run, text, changer) = (TextRunAttributes(), TextAttributes(), Changer())
    TextRunAttributes.settings(&run, over: &text, &changer)
    return run
  }

  @Test func `every property of a paragraph's style is in the table, but for the rounding of fonts`() {
    var (style, changer) = (ParagraphStyle(), Changer())
    ParagraphStyle.settings(&style, &changer)
    #expect(unchanged(style, from: ParagraphStyle()) == ["roundsFontHeights"])
  }

  @Test func `every attribute of a run is in the table, and replaces that of its text`() {
    #expect(unchanged(changedRun, from: TextRunAttributes()) == [])
    let merged = TextAttributes().merging(changedRun)
    // A line belongs to the whole text.
    #expect(unchanged(merged, from: TextAttributes()) == ["lineLimit", "lineBreakMode", "direction"])
    #expect(TextAttributes().merging(TextRunAttributes()) == TextAttributes())
  }

  @Test func `every property of a text and of a run in a template is in the table, and reaches the text`() {
    var (setting, changer) = (TextSetting(), Changer())
    TextSetting.settings(&setting, &changer)
    // The limits are those of every view, and measuring finds the font that fits.
    #expect(unchanged(setting, from: TextSetting()) == ["categoryLimits", "fittedFont"])
    let template = CellTemplate(sizing: .text("text", setting))
    let shown = template.textAttributes(of: 0, showing: ViewContent(), CellEnvironment())
    #expect(unchanged(shown ?? TextAttributes(), from: TextAttributes()) == [])
    #expect(template.paragraphStyle(of: 0, showing: ViewContent()) == setting.paragraph)

    var run = TextRunSetting()
    TextRunSetting.settings(&run, &changer)
    #expect(unchanged(run, from: TextRunSetting()) == [])
    let content = ViewContent(runs: [.text("a", run)])
    guard case .text(let own)? = template.shownRuns(of: 0, showing: content, CellEnvironment()).first else {
      Issue.record("the run is no text")
      return
    }
    let plain = CellTemplate(sizing: .text("text", TextSetting(lineLimit: 7)))
      .textAttributes(of: 0, showing: ViewContent(), CellEnvironment())
    #expect(unchanged(own, from: plain ?? own) == ["lineLimit"])
  }

  @Test func `a number out of range is an error, whichever setting it is`() throws {
    /// Counts the settings with numbers, and gives the one at an index a number that is out of every range.
    struct Spoiler: TextSettingVisitor {
      let index: Int
      var count = 0
      var spoiled: String?

      mutating func setting<Value: TextSettingType>(
        _ name: String, _ form: @autoclosure () -> TextSettingForm, _ value: inout Value
      ) {
        guard let number = Value(.number(.infinity)) else { return }
        if count == index { (value, spoiled) = (number, name) }
        count += 1
      }
    }
    let measurer = TextMeasurer(fonts: try Fonts.library())
    var counter = Spoiler(index: -1)
    var style = ParagraphStyle()
    ParagraphStyle.settings(&style, &counter)
    #expect(counter.count == 7)
    for index in 0..<counter.count {
      var (style, spoiler) = (ParagraphStyle(), Spoiler(index: index))
      ParagraphStyle.settings(&style, &spoiler)
      let name = try #require(spoiler.spoiled)
      #expect(throws: TextError.invalid(TextError.Parameter(stringLiteral: name))) {
        try measurer.measure(StyledText("a"), attributes: TextAttributes(), paragraph: style, width: 100)
      }
    }
  }
}
