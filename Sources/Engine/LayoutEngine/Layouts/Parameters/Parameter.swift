/// A layout parameter: its default, and the value given instead, if there is one.
///
/// A property `@Parameter var rowSpacing = 10.0` reads as the value in force, 10 until another is assigned. Its
/// projection `$rowSpacing` is the given value alone, nil where the default holds: a section overrides exactly the
/// parameters that it gives.
@propertyWrapper
public struct Parameter<Value: Hashable & Sendable>: Hashable, Sendable {
  private let standard: Value
  private var given: Value?

  /// A parameter that has its default.
  public init(wrappedValue: Value) {
    standard = wrappedValue
  }

  /// The value in force.
  public var wrappedValue: Value {
    get { given ?? standard }
    set { given = newValue }
  }

  /// The given value; nil where the default holds.
  public var projectedValue: Value? {
    get { given }
    set { given = newValue }
  }
}
