import LayoutEngine

/// The scales at the top and the left of the stage, in points of the content.
struct Rulers {
  let frame: PictureFrame
  let stage: Rect
  private let horizontal: Steps
  private let vertical: Steps
  /// The width of the left ruler, in pixels.
  let gutter: Double

  /// The height of the top ruler, in pixels.
  static let height = 20.0
  private static let fontSize = 9.0
  private static let tick = 4.0

  init(frame: PictureFrame, stage: Rect) {
    self.frame = frame
    self.stage = stage
    let rect = frame.rect
    horizontal = Steps(from: rect.x, to: rect.maxX, least: { ($0 + 16) * frame.unit })
    vertical = Steps(from: rect.y, to: rect.maxY, least: { _ in 48 * frame.unit })
    gutter = vertical.labelWidth + Rulers.tick + 6
  }

  /// Evenly spaced round numbers in a range.
  struct Steps {
    let values: StrideThrough<Double>
    /// The width of the longest label, in pixels.
    let labelWidth: Double

    /// - Parameter least: returns the least distance between two ticks in points, for the width of the longest
    ///   label in pixels.
    init(from start: Double, to end: Double, least: (Double) -> Double) {
      labelWidth = max(Steps.width(start.rounded()), Steps.width(end.rounded()), 12)
      let step = Steps.round(max(least(labelWidth), (end - start) / 1_000))
      let first = (start / step).rounded(.up) * step
      values = stride(from: first, through: end, by: step)
    }

    private static func width(_ value: Double) -> Double {
      TextWidth.ems(of: Numerals.length(value)) * Rulers.fontSize
    }

    /// Returns the least number of the form 1, 2 or 5 times a power of ten that is not less than a number.
    private static func round(_ value: Double) -> Double {
      var power = 1.0
      while power * 10 <= value { power *= 10 }
      while power > value { power /= 10 }
      return [1, 2, 5, 10].lazy.map { $0 * power }.first { $0 >= value } ?? power * 10
    }
  }
}

extension Rulers {
  func write(to writer: inout MarkupWriter) {
    let unit = frame.unit
    writer.raw("<g")
    writer.attribute("font-size", Rulers.fontSize * unit)
    writer.attribute("stroke-width", unit)
    writer.raw(">\n")
    writeTicks(to: &writer)
    for x in horizontal.values {
      writeLabel(x, "tick middle", x: x, y: stage.y - (Rulers.tick + 4) * unit, to: &writer)
    }
    for y in vertical.values {
      writeLabel(y, "tick end", x: stage.x - (Rulers.tick + 4) * unit, y: y + 3 * unit, to: &writer)
    }
    writer.raw("</g>\n")
  }

  private func writeTicks(to writer: inout MarkupWriter) {
    writer.raw("<path class=\"ruler\" d=\"")
    for x in horizontal.values { writeTick(x, stage.y, "v", to: &writer) }
    for y in vertical.values { writeTick(stage.x, y, "h", to: &writer) }
    writer.raw("\"/>\n")
  }

  private func writeTick(_ x: Double, _ y: Double, _ command: String, to writer: inout MarkupWriter) {
    writer.raw("M")
    writer.number(x)
    writer.raw(" ")
    writer.number(y)
    writer.raw(command)
    writer.number(-Rulers.tick * frame.unit)
  }

  private func writeLabel(
    _ value: Double, _ name: String, x: Double, y: Double, to writer: inout MarkupWriter
  ) {
    writer.raw("<text")
    writer.attribute("class", name)
    writer.attribute("x", x)
    writer.attribute("y", y)
    writer.raw(">")
    writer.raw(Numerals.length(value))
    writer.raw("</text>\n")
  }
}
