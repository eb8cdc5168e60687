import JSON
import LayoutEngine

extension DecodingContext {
  private enum CircleField: String, FieldNames {
    case itemSize, radius, startAngle, sweep, rotatesItems, sectionInset
  }

  func circleLayout(_ value: JSONValue) -> CircleLayout {
    var layout = CircleLayout()
    var overrides = CircleMetrics.Overrides()
    scrollingLayout(value, CircleField.self, "a circle layout", &layout.scrollDirection) {
      read($0, $1, &overrides)
    }
    layout.metrics = layout.metrics.overridden(by: .circle(overrides))
    return layout
  }

  func circleOverrides(_ value: JSONValue) -> CircleMetrics.Overrides {
    var overrides = CircleMetrics.Overrides()
    object(value, CircleField.self, "the metrics of a circle section") { read($0, $1, &overrides) }
    return overrides
  }

  private func read(_ field: CircleField, _ value: JSONValue, _ overrides: inout CircleMetrics.Overrides) {
    switch field {
    case .itemSize: overrides.itemSize = size(value)
    case .radius: overrides.radius = length(value)
    case .startAngle: overrides.startAngle = angle(value)
    case .sweep: overrides.sweep = angle(value)
    case .rotatesItems: overrides.rotatesItems = bool(value)
    case .sectionInset: overrides.sectionInset = insets(value)
    }
  }
}
