import JSON
import LayoutEngine

/// Decodes dimensions, spacings and insets of compositional layouts.
extension DecodingContext {
  private enum LayoutSizeField: String, FieldNames { case width, height }

  private enum DimensionField: String, FieldNames {
    case fractionalWidth, fractionalHeight, absolute, estimated, uniformAcrossSiblings
  }

  private enum EstimateField: String, FieldNames { case estimated }

  private enum SpacingField: String, FieldNames { case fixed, flexible }

  private enum EdgeSpacingField: String, FieldNames { case leading, top, trailing, bottom }

  private enum DirectionalInsetsField: String, FieldNames { case top, left, bottom, right, leading, trailing }

  /// Reads a size of dimensions; a missing dimension takes all of the space.
  func layoutSize(_ value: JSONValue) -> LayoutSize? {
    var size = LayoutSize()
    if value.kind == .array {
      return self.size(value).map { LayoutSize(width: .absolute($0.width), height: .absolute($0.height)) }
    }
    let isObject = object(value, LayoutSizeField.self, "a size of dimensions, {\"width\", \"height\"}") {
      field, value in
      switch field {
      case .width: set(&size.width, dimension(value))
      case .height: set(&size.height, dimension(value))
      }
    }
    return isObject ? size : nil
  }

  /// Reads a dimension; a bare number is absolute.
  private func dimension(_ value: JSONValue) -> LayoutDimension? {
    if value.kind == .number { return length(value).map { .absolute($0) } }
    var dimension: LayoutDimension?
    var estimate: Double?
    var isUniform = false
    let faultsBefore = faults.count
    object(value, DimensionField.self, "a dimension, such as {\"fractionalWidth\": 1} or a number of points")
    {
      field, value in
      switch field {
      case .fractionalWidth: dimension = length(value).map { .fractionalWidth($0) }
      case .fractionalHeight: dimension = length(value).map { .fractionalHeight($0) }
      case .absolute: dimension = length(value).map { .absolute($0) }
      case .estimated: estimate = length(value)
      case .uniformAcrossSiblings:
        isUniform = value.bool ?? true
        if value.bool == nil { estimate = uniformEstimate(value) }
      }
    }
    guard faults.count == faultsBefore else { return nil }
    let uniform = value["uniformAcrossSiblings"] == nil ? 0 : 1
    if value.count - (uniform == 1 && value["estimated"] != nil ? 1 : 0) != 1 {
      fault(
        "a dimension is exactly one of \(DimensionField.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", "))"
      )
      return nil
    }
    if let dimension { return dimension }
    guard let estimate else {
      fault("\"uniformAcrossSiblings\" needs an estimate: a number of points")
      return nil
    }
    return isUniform ? .uniformAcrossSiblings(estimate: estimate) : .estimated(estimate)
  }

  /// Reads the estimate of a uniform dimension: a number, or `{"estimated": …}`.
  private func uniformEstimate(_ value: JSONValue) -> Double? {
    guard value.kind == .object else { return length(value) }
    var estimate: Double?
    object(value, EstimateField.self, "an estimate") { _, value in estimate = length(value) }
    return required(estimate, "estimated")
  }

  /// Reads a spacing; a bare number is fixed.
  func layoutSpacing(_ value: JSONValue) -> LayoutSpacing? {
    if value.kind == .number { return length(value).map { .fixed($0) } }
    var spacing: LayoutSpacing?
    object(value, SpacingField.self, "a spacing, {\"fixed\": …}, {\"flexible\": …} or a number of points") {
      field, value in
      guard let points = length(value) else { return }
      spacing = field == .fixed ? .fixed(points) : .flexible(points)
    }
    if value.kind == .object, value.count != 1 {
      fault("a spacing is either \"fixed\" or \"flexible\"")
      return nil
    }
    return spacing
  }

  func edgeSpacing(_ value: JSONValue) -> LayoutEdgeSpacing? {
    var spacing = LayoutEdgeSpacing()
    let isObject = object(value, EdgeSpacingField.self, "spacings by edge") { field, value in
      guard let edge = layoutSpacing(value) else { return }
      switch field {
      case .leading: spacing.leading = edge
      case .top: spacing.top = edge
      case .trailing: spacing.trailing = edge
      case .bottom: spacing.bottom = edge
      }
    }
    return isObject ? spacing : nil
  }

  /// Reads insets by reading direction; `left` is the leading edge, `right` the trailing.
  package func directionalInsets(_ value: JSONValue) -> Insets? {
    if value.kind == .array { return insets(value) }
    var insets = Insets.zero
    let isObject = object(
      value, DirectionalInsetsField.self,
      "insets, {\"top\", \"leading\", \"bottom\", \"trailing\"} or [top, leading, bottom, trailing]"
    ) { field, value in
      guard let edge = number(value) else { return }
      switch field {
      case .top: insets.top = edge
      case .left, .leading: insets.left = edge
      case .bottom: insets.bottom = edge
      case .right, .trailing: insets.right = edge
      }
    }
    guard isObject else { return nil }
    if value["left"] != nil, value["leading"] != nil { fault("\"left\" and \"leading\" name the same edge") }
    if value["right"] != nil, value["trailing"] != nil {
      fault("\"right\" and \"trailing\" name the same edge")
    }
    return insets
  }
}
