/// Goes through the table of the attributes of an appearance.
///
/// An attribute is declared once, as a row of `Appearance.visitAttributes`. Everything that concerns all of them is a
/// visitor: the forms in which elements leave the engine, and the rules by which appearances are laid over others. Visits
/// are inlined, so that the table costs nothing where it is used.
@usableFromInline
package protocol AppearanceVisitor: ~Copyable {
  /// The error with which a visit ends early.
  associatedtype Failure: Error = Never

  /// Visits one attribute.
  ///
  /// - Parameters:
  ///   - other: the value in the other appearance.
  ///   - plain: the default.
  ///   - composed: the value of an element to which a layout gives the first value, and its item the second.
  mutating func visit<Value: AppearanceValue>(
    _ attribute: ElementAttribute, _ own: inout Value, _ other: Value, plain: Value,
    composed: (Value, Value) -> Value
  ) throws(Failure)
}

/// Takes those attributes of an element that differ from their defaults, in one form in which elements leave the engine.
@usableFromInline
package protocol AttributeSink: AppearanceVisitor, ~Copyable where Failure == Never {
  /// Takes an attribute and its value.
  mutating func attribute<Value: AttributeValue>(_ attribute: ElementAttribute, _ value: Value)
}

extension AttributeSink where Self: ~Copyable {
  @inlinable @inline(__always)
  package mutating func visit<Value: AppearanceValue>(
    _ attribute: ElementAttribute, _ own: inout Value, _ other: Value, plain: Value,
    composed: (Value, Value) -> Value
  ) {
    if own != plain { self.attribute(attribute, own) }
  }

  /// Takes the marks of an element.
  @inlinable @inline(__always)
  package mutating func marks(isEstimated: Bool, pins: PinnedEdge?, isPinned: Bool) {
    if isEstimated { attribute(.estimated, true) }
    if let pins { attribute(.pins, pins) }
    if isPinned { attribute(.pinned, true) }
  }
}
