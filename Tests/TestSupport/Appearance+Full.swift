import LayoutEngine

extension Appearance {
  /// An appearance that differs from the plain one in every attribute: numbers are 0.25, 0.5, 0.75 and so on, whole
  /// numbers 3, and flags are set.
  package static var full: Appearance {
    var (appearance, filler) = (Appearance.plain, AttributeFiller())
    Appearance.visitAttributes(&appearance, .plain, &filler)
    return appearance
  }
}

private struct AttributeFiller: AppearanceVisitor, AttributeReader {
  typealias Failure = Never

  private var last = 0.0

  mutating func visit<Value: AppearanceValue>(
    _ attribute: ElementAttribute, _ own: inout Value, _ other: Value, plain: Value,
    composed: (Value, Value) -> Value
  ) {
    last = 0
    own = Value(from: &self)
  }

  mutating func number() -> Double {
    last += 0.25
    return last
  }

  mutating func signed() -> Int { 3 }
}
