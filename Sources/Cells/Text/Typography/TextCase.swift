/// How the letters of a text are replaced before it is measured, as by CSS `text-transform`.
public enum TextCase: String, Sendable, Hashable, CaseIterable, TextSettingChoice {
  case none
  case uppercase
  case lowercase
  /// The first letter of each word becomes a title case letter; the others stay.
  case capitalize
}
