/// Goes through the parameters of a kind, each with its name, its form and its value.
///
/// A kind declares its parameters once, by handing each to a visitor. Everything that concerns all parameters is a
/// visitor: listing them, assigning values by name, collecting the given ones, laying a section's over the layout's.
protocol ParameterVisitor {
  /// Visits one parameter.
  ///
  /// - Parameters:
  ///   - name: as in JSON.
  ///   - own: the given value; nil where none is given.
  ///   - inherited: the value given where this one falls back to.
  mutating func field<Value: ParameterType>(
    _ name: String, _ form: @autoclosure () -> ParameterForm, _ own: inout Value?, or inherited: Value?)

  /// Visits the parameters of a layout that its sections may override.
  mutating func metrics<Metrics: LayoutMetrics>(_ metrics: inout Metrics)

  /// Visits a parameter that only its kind's own decoder reads.
  mutating func structure(_ name: String)

  /// Declares parameters of which a description gives one at most.
  mutating func alternatives(_ names: [String])
}

extension ParameterVisitor {
  /// Visits a parameter that no section overrides.
  mutating func field<Value: ParameterType>(
    _ name: String, _ form: @autoclosure () -> ParameterForm, _ own: inout Value?
  ) {
    field(name, form(), &own, or: nil)
  }

  mutating func metrics<Metrics: LayoutMetrics>(_ metrics: inout Metrics) {
    Metrics.everyField(&metrics, over: Metrics(), &self)
  }

  mutating func structure(_ name: String) {}

  mutating func alternatives(_ names: [String]) {}
}

/// Lists the parameters.
struct ParameterLister: ParameterVisitor {
  var table = ParameterTable()
  private var isOverridable = false

  mutating func field<Value: ParameterType>(
    _ name: String, _ form: @autoclosure () -> ParameterForm, _ own: inout Value?, or inherited: Value?
  ) {
    var field = ParameterField(name, form())
    field.isOverridable = isOverridable
    table.fields.append(field)
  }

  mutating func metrics<Metrics: LayoutMetrics>(_ metrics: inout Metrics) {
    isOverridable = true
    Metrics.fields(&metrics, over: Metrics(), &self)
    isOverridable = false
    Metrics.textSizeField(&metrics, over: Metrics(), &self)
  }

  mutating func structure(_ name: String) {
    table.fields.append(ParameterField(name, .structure))
  }

  mutating func alternatives(_ names: [String]) { table.alternatives.append(names) }
}

/// Lays given parameters over others: a parameter that is not given takes the inherited value.
struct ParameterMerger: ParameterVisitor {
  @inline(__always)
  mutating func field<Value: ParameterType>(
    _ name: String, _ form: @autoclosure () -> ParameterForm, _ own: inout Value?, or inherited: Value?
  ) {
    guard let inherited else { return }
    own = own?.over(inherited) ?? inherited
  }
}

/// Scales the given lengths (`UIFontMetrics.scaledValue(for:)`).
struct LengthScaler: ParameterVisitor {
  /// How much larger lengths become; above 0.
  let factor: Double

  mutating func field<Value: ParameterType>(
    _ name: String, _ form: @autoclosure () -> ParameterForm, _ own: inout Value?, or inherited: Value?
  ) {
    guard let given = own, form().hasLengths else { return }
    own = given.scaled(by: factor)
  }
}

/// Collects the parameters that are given.
struct ParameterCollector: ParameterVisitor {
  var given: [GivenParameter] = []

  mutating func field<Value: ParameterType>(
    _ name: String, _ form: @autoclosure () -> ParameterForm, _ own: inout Value?, or inherited: Value?
  ) {
    if let value = own?.value(of: name) { given.append(GivenParameter(name, value)) }
  }
}

/// Assigns parameters by their names.
struct ParameterSetter: ParameterVisitor {
  private let given: [GivenParameter]
  private var found = 0
  private var misfit: String?

  init(_ given: [GivenParameter]) { self.given = given }

  mutating func field<Value: ParameterType>(
    _ name: String, _ form: @autoclosure () -> ParameterForm, _ own: inout Value?, or inherited: Value?
  ) {
    for parameter in given where parameter.name == name {
      found += 1
      if let value = Value(parameter.value, of: name) { own = value } else { misfit = name }
    }
  }

  /// Checks, after the visit, that every name was one of a parameter and every value of its type.
  func finish(_ kind: String, knowing table: () -> ParameterTable) throws(ParameterError) {
    if let misfit { throw ParameterError(kind: kind, parameter: misfit, reason: .wrongType) }
    guard found < given.count else { return }
    let known = table()
    for parameter in given where known.field(parameter.name) == nil {
      throw ParameterError(kind: kind, parameter: parameter.name, reason: .unknown)
    }
  }
}

/// Why parameters cannot be assigned by name.
package struct ParameterError: Error, Hashable, Sendable {
  /// Whether the kind has no parameter of the name, or the parameter takes no value of the type.
  package enum Reason: Sendable { case unknown, wrongType }

  /// The name of the layout kind.
  package var kind: String
  /// The name of the parameter.
  package var parameter: String
  /// The reason why the parameter cannot be assigned.
  package var reason: Reason

  /// The problem, in a sentence without its period.
  package var detail: String {
    switch reason {
    case .unknown: "a \(kind) layout has no parameter \(parameter)"
    case .wrongType: "the parameter \(parameter) of a \(kind) layout has a value of another type"
    }
  }
}
