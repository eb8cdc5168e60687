/// Which part of a text a line takes up.
struct LineSpan {
  var start: Int
  /// Where the white space at the end begins.
  var contentEnd: Int
  /// Where the next line starts.
  var end: Int
  /// In points, without the white space at the end.
  var width: Double
  /// Whether a soft hyphen at the end is seen.
  var isHyphenated = false
  /// The part of the content that an ellipsis stands for, if any.
  var omitted: Range<Int>?
}
