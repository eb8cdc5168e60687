/// The kinds of characters in a text, which decide about steps that few texts need.
struct TextTraits: OptionSet {
  let rawValue: UInt8

  /// A character outside ASCII.
  static let beyondASCII = TextTraits(rawValue: 1)
  /// A character that may run from right to left, or that controls directions.
  static let rightToLeft = TextTraits(rawValue: 2)
  /// A control character or separator, including tabs and line breaks.
  static let controls = TextTraits(rawValue: 4)
  /// A tab.
  static let tabs = TextTraits(rawValue: 8)
  /// A quotation mark or dash whose line breaks depend on its neighbours.
  static let contextualBreaks = TextTraits(rawValue: 16)
}
