/// `item.attribute` compared with `multiplier` × `toItem.toAttribute` + `constant`: what `NSLayoutConstraint`
/// holds.
public struct LayoutConstraint: Hashable, Sendable {
  public var item: LayoutItem
  public var attribute: LayoutAttribute
  public var relation: Relation
  /// Without it, the attribute is compared with the constant alone, and must be a width or a height.
  public var toItem: LayoutItem?
  public var toAttribute: LayoutAttribute?
  public var multiplier: Double
  public var constant: Double
  public var priority: Priority
  /// What reports call it.
  public var identifier: String?

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
