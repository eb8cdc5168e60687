/// A line of a text, for drawing it.
public struct TextLine: Sendable, Hashable {
  /// What is drawn: the text without the white space at its end, and the hyphen or ellipsis that the line has.
  public var text: String
  /// The part of the text that the line stands for, in UTF-16 units, the white space at its end included.
  public var range: Range<Int>
  /// In points, without the white space at the end.
  public var width: Double
  /// How far below the top of the text the top of the line is, in points.
  public var top: Double
  public var height: Double
  /// How far below the top of the text the line stands, in points.
  public var baseline: Double
  /// Whether the line belongs to a paragraph that is written from right to left.
  public var isRightToLeft: Bool
}
