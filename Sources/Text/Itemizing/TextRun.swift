/// A part of a text that is shaped in one go: of one font, one script and one direction.
struct TextRun {
  var start: Int
  var end: Int
  /// The place of the font in the stack.
  var font: Int
  /// The script, by HarfBuzz's tag.
  var script: UInt32
  var isRightToLeft: Bool
}
