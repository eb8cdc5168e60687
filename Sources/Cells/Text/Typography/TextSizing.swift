/// Finds the sizes of texts: with the fonts of a library, which a server shapes, or with those of a page, whose pieces a
/// canvas measures.
///
/// The methods throw `TextError` as those of `TextMeasurer` do. Widths are in points.
package protocol TextSizing: AnyObject {
  /// Returns the size of a text that is broken into lines in a width.
  ///
  /// - Complexity: O(n) in the length of the text.
  func measure(
    _ text: String, attributes: TextAttributes, width: Double
  ) throws(TextError) -> TextMeasurement

  /// Returns the size of a text of several runs that is broken into lines in a width.
  ///
  /// - Complexity: O(n + r) for n bytes of text and r runs.
  func measure(
    _ text: StyledText, attributes: TextAttributes, paragraph style: ParagraphStyle, width: Double
  ) throws(TextError) -> TextMeasurement

  /// Returns the least width in which no word of a text is cut.
  ///
  /// - Complexity: O(n) in the length of the text.
  func minimumContentWidth(of text: String, attributes: TextAttributes) throws(TextError) -> Double

  /// Returns the least width in which no word of a text of several runs is cut.
  ///
  /// - Complexity: O(n + r) for n bytes of text and r runs.
  func minimumContentWidth(
    of text: StyledText, attributes: TextAttributes, paragraph style: ParagraphStyle
  ) throws(TextError) -> Double

  /// Returns the least width in which a text has as many lines as in another.
  ///
  /// - Complexity: O((n + r) log w) for n bytes of text and r runs in a width of w points.
  func shrinkWrapWidth(
    of text: StyledText, attributes: TextAttributes, paragraph style: ParagraphStyle, width: Double
  ) throws(TextError) -> Double
}
