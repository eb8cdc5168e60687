internal import Geometry

/// The values that a setting of a text takes, and its property in CSS.
package struct TextSettingForm: Sendable {
  /// The types of values.
  package enum Kind: Sendable {
    /// A number, as clients of the service may give it.
    case number(ClosedRange<Double>)
    case whole(ClosedRange<Int>)
    case flag
    /// One of some names.
    case choice([String])
    /// A number from 1 to 1,000, or a name of `UIFont.Weight`.
    case weight
    /// The name of a family of fonts, or several.
    case families
    /// The name of a language (BCP 47).
    case language
  }

  /// The type of the values, with their range.
  package let kind: Kind
  /// Nil for a setting that no property of CSS has the values of.
  package let css: CSSProperty?

  private init(_ kind: Kind, css: CSSProperty? = nil) { (self.kind, self.css) = (kind, css) }

  static func number(_ range: ClosedRange<Double>, css: CSSProperty? = nil) -> TextSettingForm {
    TextSettingForm(.number(range), css: css)
  }

  /// A whole number in a range.
  package static func whole(_ range: ClosedRange<Int>) -> TextSettingForm { TextSettingForm(.whole(range)) }

  /// The names of an enumeration.
  package static func choice<Choice: TextSettingChoice>(
    _ type: Choice.Type, css: CSSProperty? = nil
  ) -> TextSettingForm {
    TextSettingForm(.choice(Choice.allCases.map { $0.rawValue }), css: css)
  }

  /// A value that is true or false.
  package static let flag = TextSettingForm(.flag)
  static let weight = TextSettingForm(.weight)
  static let families = TextSettingForm(.families)
  static let language = TextSettingForm(.language)
  /// A height of lines, or a size of fonts, in points.
  static let size = number(0...10_000)
  /// A part of a whole.
  package static let part = number(0...1)
  /// The distance of lines from a margin, in points.
  static let indent = number(0...10_000_000)

  /// Whether a program may give a number: any that a coordinate can be, if the range has numbers with its sign.
  func allows(_ number: Double) -> Bool {
    switch kind {
    case .number(let range):
      range.lowerBound < 0 ? number.magnitude <= Coordinate.limit : (0...Coordinate.limit).contains(number)
    case .weight: (1...1000).contains(number)
    case .whole, .flag, .choice, .families, .language: true
    }
  }
}

/// A property of CSS with the values of a setting. Names of values become those of CSS: `keepAll` is `keep-all`.
package struct CSSProperty: Sendable, ExpressibleByStringLiteral {
  /// The name of the property.
  package let name: String
  /// The names that CSS spells otherwise.
  private let spellings: [String: String]

  package init(stringLiteral name: String) { self.init(name, [:]) }

  init(_ name: String, _ spellings: [String: String]) { (self.name, self.spellings) = (name, spellings) }

  /// Returns CSS's spelling of a value's name.
  package func keyword(_ name: String) -> String {
    if let spelling = spellings[name] { return spelling }
    return name.reduce(into: "") { keyword, letter in
      if letter.isUppercase { keyword += "-" }
      keyword += letter.lowercased()
    }
  }
}
