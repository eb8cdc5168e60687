/// A role of text, as `UIFont.TextStyle` names it.
public enum TextStyle: String, Sendable, Hashable, CaseIterable {
  case largeTitle
  case title1
  case title2
  case title3
  case headline
  case body
  case callout
  case subheadline
  case footnote
  case caption1
  case caption2
}
