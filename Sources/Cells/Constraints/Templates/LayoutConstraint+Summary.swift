import Diagnostics

extension LayoutConstraint {
  /// The constraint as one line of text, for warnings: `photo.width == 0.5 × superview.width - 16 @750`.
  package var summary: String {
    var text = "\(item.summary).\(attribute.rawValue) \(relation.symbol) "
    if let toItem, let toAttribute {
      if multiplier != 1 { text += "\(multiplier.brief) × " }
      text += "\(toItem.summary).\(toAttribute.rawValue)"
      if constant != 0 { text += " \(constant < 0 ? "-" : "+") \(abs(constant).brief)" }
    } else {
      text += constant.brief
    }
    return priority.isRequired ? text : text + " @\(priority.rawValue.brief)"
  }
}

extension Template {
  /// Returns a description of a broken constraint, for warnings.
  package func summary(of source: ConstraintSource) -> String {
    func view(_ index: Int) -> String { "\"\(names.keys[index].shortened())\"" }
    func extent(_ axis: LayoutAttribute.Axis) -> String { axis == .horizontal ? "width" : "height" }
    return switch source {
    case .fitting: "the fitting size of the cell"
    case .constraint(let index, nil): constraints[index].summary
    case .constraint(let index, let identifier?):
      "\"\(identifier.shortened())\" (\(constraints[index].summary))"
    case .arrangement(nil): "the arrangement of the cell's views"
    case .arrangement(let index?): "the arrangement of \(view(index))"
    case .proportion(let index): "the proportion of \(view(index)) to its content"
    case .aspectRatio(let index): "the aspect ratio of \(view(index))"
    case .hugging(let index, let axis): "\(view(index)) no larger than the \(extent(axis)) of its content"
    case .compressionResistance(let index, let axis):
      "\(view(index)) no smaller than the \(extent(axis)) of its content"
    }
  }
}

extension LayoutItem {
  fileprivate var summary: String {
    switch self {
    case .superview: "superview"
    case .view(let name): name.shortened()
    }
  }
}

extension Relation {
  fileprivate var symbol: String {
    switch self {
    case .lessThanOrEqual: "<="
    case .equal: "=="
    case .greaterThanOrEqual: ">="
    }
  }
}

extension Double {
  /// The number, without a fraction if it is whole.
  fileprivate var brief: String {
    let text = "\(self)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
