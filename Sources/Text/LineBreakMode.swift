/// How text that is wider than its room is broken or cut, as `NSLineBreakMode` names it.
public enum LineBreakMode: String, Sendable, Hashable, CaseIterable {
  /// Between words, and inside a word that is wider than a whole line.
  case wordWrapping
  /// Between any two grapheme clusters.
  case charWrapping
  /// Only at the ends of paragraphs; what is too wide runs over.
  case clipping
  /// Between words; the last line that is allowed loses its beginning.
  case truncatingHead
  /// Between words; the last line that is allowed loses its end.
  case truncatingTail
  /// Between words; the last line that is allowed loses its middle.
  case truncatingMiddle
}
