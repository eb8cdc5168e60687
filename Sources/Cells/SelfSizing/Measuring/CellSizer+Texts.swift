import Constraints
import LayoutEngine
import Text

/// The width that a text is measured for.
enum TextWidth: Hashable {
  /// At most that many points; infinite for no limit.
  case width(Double)
  /// As narrow as the text can be without cutting a word: CSS's min-content width.
  case minimum
}

extension CellSizer {
  /// Measures the text of a view, including its baselines, in whole pixels.
  func measureText(
    of view: Int, in cell: inout MeasuringCell, _ width: TextWidth
  ) throws(CellMeasuringError) -> ViewMetrics {
    let content = cell.shown(view)
    guard let setting = content.setting ?? cell.template.views[view].setting else { return content.metrics }
    let (measured, limit) = try measure(content, setting, view, in: &cell, width)
    let height = cell.environment.wholePixels(measured.height)
    // The first pass measures a text that wraps on one line, which may be longer than any length in a template.
    let longest = min(max(measured.width, limit), TemplateLimits.length)
    return ViewMetrics(
      width: min(cell.environment.wholePixels(measured.width), longest), height: height,
      firstBaseline: measured.firstBaseline, lastBaseline: height - measured.lastBaseline)
  }

  /// Measures the text of a view, unrounded.
  ///
  /// - Returns: the measurement, and the width that the text was broken for.
  func measure(
    _ content: ViewContent, _ setting: TextSetting, _ view: Int, in cell: inout MeasuringCell,
    _ width: TextWidth
  ) throws(CellMeasuringError) -> (TextMeasurement, limit: Double) {
    let shown = ShownText(content, setting, cell.environment.category)
    var measured: TextMeasurement
    let limit: Double
    do throws(TextError) {
      switch width {
      case .width(let points): limit = points
      case .minimum: limit = try shown.minimumWidth(texts)
      }
      measured = try shown.measure(texts, width: limit)
    } catch {
      throw .text(view: view, error)
    }
    // The ellipsis of a text that is cut off may leave its lines narrower than its longest word.
    if width == .minimum, measured.isTruncated { measured.width = limit }
    for name in measured.missingFamilies { cell.warn(.missingFamily(view: view, name: name)) }
    if measured.isHyphenationMissing { cell.warn(.missingHyphenation(view: view)) }
    return (measured, limit)
  }

  /// Returns the least width in which the text of a view has as many lines as in another, unrounded.
  func shrinkWrapWidth(
    _ content: ViewContent, _ setting: TextSetting, _ view: Int, in width: Double,
    _ environment: CellEnvironment
  ) throws(CellMeasuringError) -> Double {
    do throws(TextError) {
      return try ShownText(content, setting, environment.category).shrinkWrapWidth(texts, in: width)
    } catch {
      throw .text(view: view, error)
    }
  }

  /// Returns the height of a view's text in a width: with a limit of lines, that of the lines before an ellipsis takes the
  /// end of the last.
  ///
  /// - Throws: `CellMeasuringError.text`.
  /// - Complexity: O(n) for a text of n characters.
  package func textHeight(
    of view: Int, in template: CellTemplate, showing content: ViewContent, width: Double,
    _ environment: CellEnvironment
  ) throws(CellMeasuringError) -> Double {
    let content = content.over(template.views[view].content)
    guard let setting = content.setting ?? template.views[view].setting else { return 0 }
    do throws(TextError) {
      return try ShownText(content, setting, environment.category).measure(texts, width: width).height
    } catch {
      throw .text(view: view, error)
    }
  }

  /// Returns the height of a line of a text whose characters all have its first font, in points.
  ///
  /// - Complexity: O(1).
  package func lineHeight(of attributes: TextAttributes) -> Double {
    if let height = attributes.lineHeight { return height }
    return (try? texts.measure("x", attributes: attributes, width: .infinity))?.height ?? 0
  }
}
