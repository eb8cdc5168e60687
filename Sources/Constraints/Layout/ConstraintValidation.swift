/// The rules that `NSLayoutConstraint` has for its parts.
enum ConstraintValidation {
  static func check(_ constraint: LayoutConstraint) throws(ConstraintFault) {
    guard abs(constraint.constant) <= TemplateLimits.length else { throw .constantOutOfBounds }
    let multiplier = constraint.multiplier
    guard multiplier == 0 || TemplateLimits.factors.contains(abs(multiplier)) else {
      throw .multiplierOutOfBounds
    }
    guard (constraint.toItem == nil) == (constraint.toAttribute == nil) else { throw .halfASecondItem }
    let first = constraint.attribute
    guard let second = constraint.toAttribute else {
      if first.isSize { return }
      throw .lonelyLocation(first)
    }
    if multiplier == 0, !first.isSize { throw .lonelyLocation(first) }
    try check(first, second)
  }

  private static func check(_ first: LayoutAttribute, _ second: LayoutAttribute) throws(ConstraintFault) {
    if first.isSize, second.isSize { return }
    guard !first.isSize, !second.isSize, first.axis == second.axis else { throw .mismatch(first, second) }
    if first.isDirectional && second.isSide || first.isSide && second.isDirectional {
      throw .mixedDirections(first, second)
    }
  }
}
