/// What occurs in a text, so that the steps that only few texts need can be left out.
struct TextTraits: OptionSet {
  let rawValue: UInt8

  /// A character outside ASCII.
  static let beyondASCII = TextTraits(rawValue: 1)
  /// A character that is or may be written from right to left, or that says how to.
  static let rightToLeft = TextTraits(rawValue: 2)
  /// A control character or separator, tabs and the ends of lines among them.
  static let controls = TextTraits(rawValue: 4)
  /// A tab.
  static let tabs = TextTraits(rawValue: 8)
  /// A quotation mark or dash whose line breaks depend on what is around it.
  static let contextualBreaks = TextTraits(rawValue: 16)
}
