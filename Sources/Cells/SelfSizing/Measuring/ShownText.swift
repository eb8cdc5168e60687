import LayoutEngine
import Text

/// A text as a measurer takes it: plain where nothing needs runs or paragraphs, which is quicker.
struct ShownText {
  let attributes: TextAttributes
  let text: String
  let styled: (text: StyledText, paragraph: ParagraphStyle)?

  init(_ content: ViewContent, _ setting: TextSetting, _ category: ContentSizeCategory) {
    attributes = setting.attributes(in: category)
    text = content.text ?? ""
    if let runs = content.runs {
      var paragraph = setting.paragraph
      // A page cannot move the baselines of runs, which share a line, by parts of a pixel.
      paragraph.roundsFontHeights = true
      styled = (StyledText(runs.map { $0.styled(in: setting, category) }), paragraph)
    } else if !setting.hasPlainParagraphs {
      styled = (StyledText(text), setting.paragraph)
    } else {
      styled = nil
    }
  }

  /// The whole text, with U+FFFC for each attachment.
  var string: String { styled?.text.string ?? text }

  func measure(_ texts: any TextSizing, width: Double) throws(TextError) -> TextMeasurement {
    guard let styled else { return try texts.measure(text, attributes: attributes, width: width) }
    return try texts.measure(styled.text, attributes: attributes, paragraph: styled.paragraph, width: width)
  }

  func shrinkWrapWidth(_ texts: any TextSizing, in width: Double) throws(TextError) -> Double {
    try texts.shrinkWrapWidth(
      of: styled?.text ?? StyledText(text), attributes: attributes,
      paragraph: styled?.paragraph ?? ParagraphStyle(), width: width)
  }

  func minimumWidth(_ texts: any TextSizing) throws(TextError) -> Double {
    guard let styled else { return try texts.minimumContentWidth(of: text, attributes: attributes) }
    return try texts.minimumContentWidth(
      of: styled.text, attributes: attributes, paragraph: styled.paragraph)
  }
}
