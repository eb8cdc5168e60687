/// How text that is wider than the available width is broken or cut, named as in `NSLineBreakMode`.
public enum LineBreakMode: String, Sendable, Hashable, CaseIterable {
  /// Lines break between words, and inside a word that is wider than a whole line.
  case wordWrapping
  /// Lines break between any two grapheme clusters.
  case charWrapping
  /// Lines break only at the ends of paragraphs; longer lines exceed the width.
  case clipping
  /// Lines break between words; an ellipsis replaces the beginning of the last line, if text follows it.
  case truncatingHead
  /// Lines break between words; an ellipsis replaces the end of the last line, if text follows it.
  case truncatingTail
  /// Lines break between words; an ellipsis replaces the middle of the last line, if text follows it.
  case truncatingMiddle

  /// Whether an ellipsis replaces the rest of the last line.
  package var isTruncating: Bool {
    self == .truncatingHead || self == .truncatingTail || self == .truncatingMiddle
  }
}
