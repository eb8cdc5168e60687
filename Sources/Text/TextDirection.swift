/// The direction that a paragraph is written in.
public enum TextDirection: String, Sendable, Hashable, CaseIterable {
  /// That of its first letter; from left to right if it has none.
  case natural
  case leftToRight
  case rightToLeft
}
