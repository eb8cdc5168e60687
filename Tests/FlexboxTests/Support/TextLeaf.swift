import Flexbox
import Geometry
import Text

/// A text in Inter, measured as a browser lays it out.
struct TextLeaf {
  var text: String
  var size: Double
  var lineHeight: Double

  /// The ascent and the descent of Inter, in ems.
  private static let metrics = (ascent: 0.96875, descent: 0.2412109375)

  /// The size and baselines of the text at a width.
  func measure(_ measurer: TextMeasurer, _ width: FlexSpace) throws -> FlexMeasurement {
    let attributes = TextAttributes(
      families: ["Inter"], size: size, lineHeight: lineHeight, lineBreakMode: .wordWrapping)
    let result: TextMeasurement
    switch width {
    case .minContent:
      // The widest word: the texts of the corpus break only at spaces.
      let words = try text.split(separator: " ").map {
        try measurer.measure(String($0), attributes: attributes, width: .infinity).width
      }
      return FlexMeasurement(size: Size(width: Self.roundedUp(words.max() ?? 0), height: lineHeight))
    case .maxContent: result = try measurer.measure(text, attributes: attributes, width: .infinity)
    case .points(let points), .shrinkWrap(let points):
      result = try measurer.measure(text, attributes: attributes, width: points + 1 / 64)
    }
    // A browser rounds ascent and descent, and the space above them down, to whole pixels.
    let ascent = (Self.metrics.ascent * size).rounded()
    let descent = (Self.metrics.descent * size).rounded()
    let above = ((lineHeight - ascent - descent) / 2).rounded(.down) + ascent
    return FlexMeasurement(
      size: Size(width: Self.roundedUp(result.width), height: result.height), firstBaseline: above,
      lastBaseline: above + result.height - lineHeight)
  }

  /// A browser rounds the widths of texts up to 1/64 px.
  private static func roundedUp(_ width: Double) -> Double { (width * 64).rounded(.up) / 64 }
}
