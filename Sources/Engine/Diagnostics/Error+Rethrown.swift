extension Error {
  /// Returns the value of an expression, and throws another error in place of the one that the expression throws:
  /// `try LayoutError.rethrown(as: ChangeError.layout, from: next.takeLayout(layout))`.
  ///
  /// - Parameter other: makes the error to throw.
  @inlinable
  package static func rethrown<Value, Other: Error>(
    as other: (Self) -> Other, from expression: @autoclosure () throws(Self) -> Value
  ) throws(Other) -> Value {
    do throws(Self) { return try expression() } catch { throw other(error) }
  }
}
