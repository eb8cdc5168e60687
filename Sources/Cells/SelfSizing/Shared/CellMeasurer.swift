import LayoutEngine
public import Text

/// Measures cells whose texts are shaped with the fonts of a library, and finds the values that a drawing of them needs.
public final class CellMeasurer: CellSizer {
  private let shaper: TextMeasurer

  /// Creates a measurer that measures texts with the fonts of a library.
  public init(fonts: FontLibrary) {
    shaper = TextMeasurer(fonts: fonts)
    super.init(texts: shaper)
  }

  /// Returns the lines of a view's text in a width.
  ///
  /// - Parameter width: in points, 0 or more; infinite for no limit.
  /// - Throws: `CellMeasuringError.text`.
  /// - Complexity: O(n) for a text of n characters.
  public func lines(
    of view: Int, in template: CellTemplate, showing content: ViewContent, width: Double,
    _ environment: CellEnvironment
  ) throws(CellMeasuringError) -> [TextLine] {
    let content = content.over(template.views[view].content)
    guard let setting = content.setting ?? template.views[view].setting else { return [] }
    do throws(TextError) {
      return try ShownText(content, setting, environment.category).lines(shaper, width: width)
    } catch {
      throw .text(view: view, error)
    }
  }

  /// Returns the text of a view, and the families of fonts that show it; nil for a view without text.
  ///
  /// - Throws: `CellMeasuringError.text`.
  /// - Complexity: O(n) for a text of n characters.
  package func shownText(
    of view: Int, in template: CellTemplate, showing content: ViewContent, _ environment: CellEnvironment
  ) throws(CellMeasuringError) -> (text: String, families: [FontFamilyUse])? {
    let content = content.over(template.views[view].content)
    guard let setting = content.setting ?? template.views[view].setting else { return nil }
    let shown = ShownText(content, setting, environment.category)
    do throws(TextError) {
      return (shown.string, try shaper.families(of: shown.string, attributes: shown.attributes))
    } catch {
      throw .text(view: view, error)
    }
  }

  /// Returns the families of fonts that show a text with some attributes.
  ///
  /// - Throws: `CellMeasuringError.text`, of that view.
  /// - Complexity: O(n) for a text of n characters.
  package func families(
    of text: String, _ attributes: TextAttributes, view: Int
  ) throws(CellMeasuringError) -> [FontFamilyUse] {
    do throws(TextError) { return try shaper.families(of: text, attributes: attributes) } catch {
      throw .text(view: view, error)
    }
  }
}

extension ShownText {
  fileprivate func lines(_ texts: TextMeasurer, width: Double) throws(TextError) -> [TextLine] {
    guard let styled else { return try texts.lines(of: text, attributes: attributes, width: width) }
    return try texts.lines(of: styled.text, attributes: attributes, paragraph: styled.paragraph, width: width)
  }
}
