import JSON
import LayoutEngine

extension DecodingContext {
  private enum JustifiedField: String, FieldNames {
    case kind, targetRowHeight, targetRowHeightTolerance, boxSpacing, containerPadding, maxRows
    case forceAspectRatio, showWidows, fullWidthBreakoutRowCadence, widowLayoutStyle
    case edgeCaseMinRowHeight, edgeCaseMaxRowHeight
  }

  private enum JustifiedMetricsField: String, FieldNames {
    case targetRowHeight, targetRowHeightTolerance, boxSpacing, containerPadding, maxRows
    case forceAspectRatio, showWidows, fullWidthBreakoutRowCadence, widowLayoutStyle
    case edgeCaseMinRowHeight, edgeCaseMaxRowHeight
  }

  private enum BoxSpacingField: String, FieldNames { case horizontal, vertical }

  func justifiedLayout(_ value: JSONValue) -> JustifiedLayout {
    var overrides = JustifiedMetrics.Overrides()
    object(value, JustifiedField.self, "a justified layout") { field, value in
      guard let field = JustifiedMetricsField(rawValue: field.rawValue) else { return }
      read(field, value, into: &overrides)
    }
    var layout = JustifiedLayout()
    layout.metrics = layout.metrics.overridden(by: overrides)
    return layout
  }

  func justifiedOverrides(_ value: JSONValue) -> JustifiedMetrics.Overrides {
    var overrides = JustifiedMetrics.Overrides()
    object(value, JustifiedMetricsField.self, "the metrics of a justified section") { field, value in
      read(field, value, into: &overrides)
    }
    return overrides
  }

  private func read(
    _ field: JustifiedMetricsField, _ value: JSONValue, into overrides: inout JustifiedMetrics.Overrides
  ) {
    switch field {
    case .targetRowHeight: overrides.targetRowHeight = positive(value)
    case .targetRowHeightTolerance: overrides.targetRowHeightTolerance = number(value, in: 0...1)
    case .boxSpacing: boxSpacing(value, into: &overrides)
    case .containerPadding: overrides.containerPadding = containerPadding(value)
    case .maxRows: overrides.maxRows = integer(value, in: 1...Int.largestExactInteger)
    case .forceAspectRatio: overrides.forceAspectRatio = value.bool == false ? 0 : ratio(value)
    case .showWidows: overrides.showWidows = bool(value)
    case .fullWidthBreakoutRowCadence:
      overrides.fullWidthBreakoutRowCadence = value.bool == false ? 0 : cadence(value)
    case .widowLayoutStyle:
      overrides.widowLayoutStyle = name(value, of: JustifiedMetrics.WidowLayoutStyle.self)
    case .edgeCaseMinRowHeight: overrides.edgeCaseMinRowHeight = length(value)
    case .edgeCaseMaxRowHeight: overrides.edgeCaseMaxRowHeight = length(value)
    }
  }

  /// One number for both directions, or an object; a direction it leaves out keeps its spacing.
  private func boxSpacing(_ value: JSONValue, into overrides: inout JustifiedMetrics.Overrides) {
    if value.kind == .number {
      let spacing = length(value)
      (overrides.horizontalSpacing, overrides.verticalSpacing) = (spacing, spacing)
      return
    }
    object(value, BoxSpacingField.self, "a number or {\"horizontal\", \"vertical\"}") { field, value in
      switch field {
      case .horizontal: overrides.horizontalSpacing = length(value)
      case .vertical: overrides.verticalSpacing = length(value)
      }
    }
  }

  /// One number for all edges, or insets.
  private func containerPadding(_ value: JSONValue) -> Insets? {
    switch value.kind {
    case .number: number(value).map { Insets(top: $0, left: $0, bottom: $0, right: $0) }
    case .array, .object: insets(value)
    default: mismatch(value, "a number or insets, {\"top\", \"left\", \"bottom\", \"right\"}")
    }
  }

  private func ratio(_ value: JSONValue) -> Double? {
    value.kind == .number ? positive(value) : mismatch(value, "false or a number above 0")
  }

  private func cadence(_ value: JSONValue) -> Int? {
    value.kind == .number
      ? integer(value, in: 1...Int.largestExactInteger) : mismatch(value, "false or a whole number from 1")
  }
}
