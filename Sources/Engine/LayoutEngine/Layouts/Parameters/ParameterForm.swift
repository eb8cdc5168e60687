/// The form in which a client writes a parameter; descriptions are checked against it.
package indirect enum ParameterForm: Sendable {
  /// A number within a range.
  case number(ClosedRange<Double>)
  /// A length or a distance in points, within a range.
  case points(ClosedRange<Double>)
  /// A number above 0.
  case positive
  /// A length above 0, in points.
  case positiveLength
  /// A whole number within a range.
  case whole(ClosedRange<Int>)
  case flag
  case size
  case point
  case insets
  /// One number for all edges, or insets.
  case uniformInsets
  /// One of some names.
  case choice([String])
  /// A value of another form, or the text `automatic`.
  case automatic(or: ParameterForm, expected: String)
  /// A value of a form of numbers, or `false`, which stands for 0.
  case off(or: ParameterForm, expected: String)
  /// A value of a form of numbers, or an object with these members.
  case members([ParameterField], or: ParameterForm, expected: String)
  /// A structure that its kind has a decoder of its own for.
  case structure

  /// Any coordinate, from -2^53 to 2^53.
  static var coordinate: ParameterForm { .points(-Coordinate.limit...Coordinate.limit) }

  /// A length in points, from 0 to 2^53.
  static var length: ParameterForm { .points(0...Coordinate.limit) }

  /// An angle in degrees, one turn at most either way.
  static var angle: ParameterForm { .number(-360...360) }

  /// A part of a whole, from 0 to 1.
  static var part: ParameterForm { .number(0...1) }

  /// A length from a least one to 2^53, in points.
  static func length(from least: Double) -> ParameterForm { .points(least...Coordinate.limit) }

  /// A whole number from a least one to 2^53.
  static func whole(from least: Int) -> ParameterForm { .whole(least...Int.largestExactInteger) }

  /// Whether its values are, or have, lengths in points.
  var hasLengths: Bool {
    switch self {
    case .points, .positiveLength, .size, .point, .insets, .uniformInsets: true
    case .number, .positive, .whole, .flag, .choice, .structure: false
    case .automatic(let other, _), .off(let other, _): other.hasLengths
    case .members(let fields, let other, _): other.hasLengths || fields.contains { $0.form.hasLengths }
    }
  }

  /// The names of an enumeration.
  static func choice<Choice: ParameterChoice>(of type: Choice.Type) -> ParameterForm {
    .choice(Choice.allCases.map { $0.rawValue })
  }
}

/// A parameter as its kind declares it.
package struct ParameterField: Sendable {
  /// The name, as in JSON.
  package var name: String
  /// The values that the parameter takes.
  package var form: ParameterForm
  /// Whether a section may override the parameter.
  package var isOverridable = false
  /// Whether the parameter has to be given.
  package var isRequired = false

  init(_ name: String, _ form: ParameterForm, isRequired: Bool = false) {
    self.name = name
    self.form = form
    self.isRequired = isRequired
  }
}

/// Every parameter of a kind, in the order in which messages list them.
package struct ParameterTable: Sendable {
  /// The parameters in their order.
  package internal(set) var fields: [ParameterField] = []
  /// Parameters of which a description gives one at most.
  package internal(set) var alternatives: [[String]] = []

  /// The parameter of a name; nil if there is none.
  ///
  /// - Complexity: O(n) for n parameters.
  package func field(_ name: String) -> ParameterField? { fields.first { $0.name == name } }

  /// The parameters that sections may override.
  package var ofSections: ParameterTable {
    var table = self
    table.fields.removeAll { !$0.isOverridable }
    return table
  }
}
