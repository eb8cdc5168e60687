/// Turns the parsed pieces of a visual format into constraints.
struct VisualFormatBuilder {
  let axis: LayoutAttribute.Axis
  let options: VisualFormatOptions
  let context: VisualFormatContext
  let identifier: String?
  private(set) var constraints: [LayoutConstraint] = []

  init(
    axis: LayoutAttribute.Axis, options: VisualFormatOptions, context: VisualFormatContext,
    identifier: String?
  ) {
    self.axis = axis
    self.options = options
    self.context = context
    self.identifier = identifier
  }

  /// Adds the distances between two neighbours, given in the order of the text.
  mutating func connect(
    _ first: LayoutItem, _ second: LayoutItem, _ connection: VisualFormatPiece.Connection
  ) {
    switch connection {
    case .flush: space(first, second, points: 0)
    case .standard: spaceByStandard(first, second)
    case .predicates(let predicates):
      for predicate in predicates {
        guard case .points(let points) = predicate.object else { continue }
        space(first, second, predicate.relation, points: points, predicate.priority)
      }
    }
  }

  private mutating func spaceByStandard(_ first: LayoutItem, _ second: LayoutItem) {
    guard first == .superview || second == .superview else {
      return space(first, second, points: context.siblingSpacing)
    }
    switch context.superviewSpacing {
    case .points(let points): space(first, second, points: points)
    case .margins: space(first, second, points: 0, withinMargins: true)
    }
  }

  private mutating func space(
    _ first: LayoutItem, _ second: LayoutItem, _ relation: Relation = .equal, points: Double,
    _ priority: Priority = .required, withinMargins: Bool = false
  ) {
    let isBetweenViews = first != .superview && second != .superview
    let sides = FormatSides(axis, options, areBaselines: isBetweenViews)
    // From the far edge of the first to the near edge of the second; for the superview, the other way round.
    let from = first == .superview ? sides.near : sides.far
    let to = second == .superview ? sides.far : sides.near
    let left = Edge(first, withinMargins && first == .superview ? from.withinMargins : from)
    let right = Edge(second, withinMargins && second == .superview ? to.withinMargins : to)
    // Coordinates grow with the format, or against it if that runs from right to left.
    let (greater, lesser) = sides.isBackward ? (left, right) : (right, left)
    constraints.append(
      LayoutConstraint(
        greater.item, greater.attribute, relation, to: lesser.item, lesser.attribute, constant: points,
        priority: priority, identifier: identifier))
  }

  /// Adds a constraint on a view's own length.
  mutating func constrain(_ item: LayoutItem, _ predicate: VisualFormatPiece.Predicate) {
    let length = axis == .horizontal ? LayoutAttribute.width : .height
    var constraint = LayoutConstraint(
      item, length, predicate.relation, priority: predicate.priority, identifier: identifier)
    switch predicate.object {
    case .points(let points): constraint.constant = points
    case .view(let name):
      constraint.toItem = .view(name)
      constraint.toAttribute = length
    }
    constraints.append(constraint)
  }

  /// Aligns each view with the one before it, by the options.
  mutating func align(_ items: [LayoutItem]) {
    for attribute in options.alignedAttributes {
      for (first, second) in zip(items, items.dropFirst()) {
        constraints.append(
          LayoutConstraint(second, attribute, to: first, attribute, identifier: identifier))
      }
    }
  }

  private struct Edge {
    var item: LayoutItem
    var attribute: LayoutAttribute

    init(_ item: LayoutItem, _ attribute: LayoutAttribute) {
      self.item = item
      self.attribute = attribute
    }
  }
}

/// The edges of a view in the direction of a visual format.
private struct FormatSides {
  let near: LayoutAttribute
  let far: LayoutAttribute
  /// Whether the format runs against the coordinates of its attributes.
  var isBackward = false

  init(_ axis: LayoutAttribute.Axis, _ options: VisualFormatOptions, areBaselines: Bool) {
    if axis == .vertical {
      let isText = areBaselines && options.contains(.spacingBaselineToBaseline)
      (near, far) = isText ? (.firstBaseline, .lastBaseline) : (.top, .bottom)
    } else if options.contains(.directionLeftToRight) {
      (near, far) = (.left, .right)
    } else if options.contains(.directionRightToLeft) {
      (near, far, isBackward) = (.right, .left, true)
    } else {
      (near, far) = (.leading, .trailing)
    }
  }
}

extension LayoutAttribute {
  /// The same edge, inset by the margin.
  fileprivate var withinMargins: LayoutAttribute {
    switch self {
    case .left: .leftMargin
    case .right: .rightMargin
    case .leading: .leadingMargin
    case .trailing: .trailingMargin
    case .top: .topMargin
    case .bottom: .bottomMargin
    default: self
    }
  }
}
