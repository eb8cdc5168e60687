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
    let category = cell.environment.category
    var shown = ShownText(content, setting, category)
    var measured: TextMeasurement
    let limit: Double
    do throws(TextError) {
      if case .width(let points) = width {
        shown = ShownText(content, try fitting(setting, of: content, in: points, category), category)
      }
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

  /// Returns the content of a view with a font that has shrunk as far as the text needs to fit into its lines
  /// (`minimumScaleFactor`); the same content if it may not shrink, or need not.
  ///
  /// - Parameter width: that of the lines, in points.
  /// - Throws: `CellMeasuringError.text`.
  /// - Complexity: O(n) for a text of n characters.
  package func fitting(
    _ content: ViewContent, of view: Int, in template: CellTemplate, width: Double,
    _ environment: CellEnvironment
  ) throws(CellMeasuringError) -> ViewContent {
    guard let setting = content.setting ?? template.views[view].setting, setting.minimumScaleFactor > 0 else {
      return content
    }
    var fitted = content
    do throws(TextError) {
      fitted.setting = try fitting(
        setting, of: content.over(template.views[view].content), in: width, environment.category)
    } catch {
      throw .text(view: view, error)
    }
    return fitted
  }

  /// Returns a setting with the largest font, in hundredths of its size, with which a text fits into its lines. Their height
  /// stays the same.
  private func fitting(
    _ setting: TextSetting, of content: ViewContent, in width: Double, _ category: ContentSizeCategory
  ) throws(TextError) -> TextSetting {
    guard setting.minimumScaleFactor > 0, setting.lineLimit > 0, width.isFinite else { return setting }
    func fits(_ setting: TextSetting) throws(TextError) -> Bool {
      let measured = try ShownText(content, setting, category).measure(texts, width: width)
      return !measured.isTruncated && measured.width <= width + 1e-6
    }
    if try fits(setting) { return setting }
    var font = FittedFont(lineHeight: lineHeight(of: setting.attributes(in: category)))
    var fitted = setting
    // In hundredths; a product that is a whole number may come out a little above it.
    var (smallest, tooLarge) = ((setting.minimumScaleFactor * 100 - 1e-9).rounded(.up), 100.0)
    while tooLarge - smallest > 1 {
      let middle = ((smallest + tooLarge) / 2).rounded(.down)
      font.scale = middle / 100
      fitted.fittedFont = font
      if try fits(fitted) { smallest = middle } else { tooLarge = middle }
    }
    font.scale = smallest / 100
    fitted.fittedFont = font
    return fitted
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
