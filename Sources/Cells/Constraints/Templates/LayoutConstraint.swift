/// Compares `item.attribute` with `multiplier` × `toItem.toAttribute` + `constant`, as `NSLayoutConstraint`.
public struct LayoutConstraint: Hashable, Sendable {
  /// The view that is constrained, or the cell or its margins.
  public var item: LayoutItem
  /// The attribute of `item` that is compared.
  public var attribute: LayoutAttribute
  /// Whether the attribute is equal to the other side, at most or at least as large.
  public var relation: Relation
  /// nil compares the attribute, which must be a width or a height, with the constant alone.
  public var toItem: LayoutItem?
  /// Given exactly if `toItem` is.
  public var toAttribute: LayoutAttribute?
  /// 0, or in `TemplateLimits.factors` with either sign; 1 by default.
  public var multiplier: Double
  /// In points: at most `TemplateLimits.length` with either sign; 0 by default.
  public var constant: Double
  /// How strongly the constraint holds; required by default.
  public var priority: Priority
  /// The name of the constraint in warnings.
  public var identifier: String?
  /// The index of the view that holds the constraint: its `superview`, and the first view to search for names; nil for the
  /// cell itself.
  public var container: Int?

  /// Creates a constraint; `constant` is in points.
  public init(
    _ item: LayoutItem, _ attribute: LayoutAttribute, _ relation: Relation = .equal,
    to toItem: LayoutItem? = nil, _ toAttribute: LayoutAttribute? = nil, multiplier: Double = 1,
    constant: Double = 0, priority: Priority = .required, identifier: String? = nil
  ) {
    self.item = item
    self.attribute = attribute
    self.relation = relation
    self.toItem = toItem
    self.toAttribute = toAttribute
    self.multiplier = multiplier
    self.constant = constant
    self.priority = priority
    self.identifier = identifier
  }
}

/// A view that a constraint refers to.
public enum LayoutItem: Hashable, Sendable {
  /// The view that holds the constraint, or the cell itself.
  case superview
  /// A view by its name or path; see `ViewNames`.
  case view(String)
}

extension LayoutConstraint {
  /// Validates the constraint by the rules of `NSLayoutConstraint`.
  func validate() throws(ConstraintError) {
    guard abs(constant) <= TemplateLimits.length else { throw .constantOutOfBounds }
    guard multiplier == 0 || TemplateLimits.factors.contains(abs(multiplier)) else {
      throw .multiplierOutOfBounds
    }
    guard (toItem == nil) == (toAttribute == nil) else { throw .incompleteSecondItem }
    guard let toAttribute else {
      if attribute.isSize { return }
      throw .unpairedLocation(attribute)
    }
    if multiplier == 0, !attribute.isSize { throw .unpairedLocation(attribute) }
    try validatePair(attribute, toAttribute)
  }

  private func validatePair(
    _ first: LayoutAttribute, _ second: LayoutAttribute
  ) throws(ConstraintError) {
    if first.isSize, second.isSize { return }
    guard !first.isSize, !second.isSize, first.axis == second.axis else { throw .mismatch(first, second) }
    if first.isDirectional && second.isSide || first.isSide && second.isDirectional {
      throw .mixedDirections(first, second)
    }
  }
}
