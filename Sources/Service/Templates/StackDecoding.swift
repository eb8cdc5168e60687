import Constraints
import JSON
import LayoutEngine
import Wire

/// The alignments of a stack by their names in `UIStackView`, where some have two.
private enum StackAlignmentName: String, CaseIterable {
  case fill, leading, top, center, trailing, bottom, firstBaseline, lastBaseline

  var alignment: StackArrangement.Alignment {
    switch self {
    case .fill: .fill
    case .leading, .top: .leading
    case .center: .center
    case .trailing, .bottom: .trailing
    case .firstBaseline: .firstBaseline
    case .lastBaseline: .lastBaseline
    }
  }
}

extension DecodingContext {
  /// The members of a stack, in addition to those of every view.
  static let stackMembers = [
    "arrangedSubviews", "axis", "axisAtAccessibilitySizes", "distribution", "alignment", "spacing",
    "isBaselineRelativeArrangement", "isLayoutMarginsRelativeArrangement",
  ]

  /// Reads one member of a stack, apart from its views.
  func takeArrangement(_ member: String, _ value: JSONValue, into arrangement: inout StackArrangement) {
    switch member {
    case "axis": set(&arrangement.axis, name(value, of: LayoutAttribute.Axis.self))
    case "distribution":
      set(&arrangement.distribution, name(value, of: StackArrangement.Distribution.self))
    case "alignment": set(&arrangement.alignment, name(value, of: StackAlignmentName.self)?.alignment)
    case "spacing": set(&arrangement.spacing, spacing(value))
    case "isBaselineRelativeArrangement": set(&arrangement.isBaselineRelative, bool(value))
    case "isLayoutMarginsRelativeArrangement": set(&arrangement.isLayoutMarginsRelative, bool(value))
    default: break
    }
  }

  /// Turns a stack that has another axis at the accessibility sizes, and reports members that exclude each other.
  ///
  /// - Parameter value: the object of the stack.
  func finish(_ arrangement: inout StackArrangement, of value: JSONValue) {
    if arrangement.axis == .vertical, arrangement.alignment.isBaseline {
      at("alignment") { fault("only horizontal stacks align their views at baselines") }
    }
    guard let member = value["axisAtAccessibilitySizes"] else { return }
    textSize?.isVarying = true
    let axis = at("axisAtAccessibilitySizes") { name(member, of: LayoutAttribute.Axis.self) }
    guard let axis, textSize?.category.isAccessibilityCategory == true else { return }
    arrangement.axis = axis
    if axis == .vertical, arrangement.alignment.isBaseline { arrangement.alignment = .leading }
  }

  /// Reads the distance of arranged views: a number of points, or `system`.
  private func spacing(_ value: JSONValue) -> Double? {
    if value.string == "system" { return scaled(StackArrangement.systemSpacing) }
    let limit = TemplateLimits.length
    if let number = value.number, abs(number) <= limit { return scaled(number) }
    return mismatch(value, "a number from \(Int(-limit)) to \(Int(limit)), or \"system\"")
  }
}
