import JSON
import LayoutEngine

extension DecodingContext {
  private enum SpiralField: String, FieldNames {
    case itemSize, spiral, spacing, startAngle, outerScale, outerAlpha, sectionInset
  }

  func spiralLayout(_ value: JSONValue) -> SpiralLayout {
    var layout = SpiralLayout()
    var overrides = SpiralMetrics.Overrides()
    scrollingLayout(value, SpiralField.self, "a spiral layout", &layout.scrollDirection) {
      read($0, $1, &overrides)
    }
    layout.metrics = layout.metrics.overridden(by: .spiral(overrides))
    return layout
  }

  func spiralOverrides(_ value: JSONValue) -> SpiralMetrics.Overrides {
    var overrides = SpiralMetrics.Overrides()
    object(value, SpiralField.self, "the metrics of a spiral section") { read($0, $1, &overrides) }
    return overrides
  }

  private func read(_ field: SpiralField, _ value: JSONValue, _ overrides: inout SpiralMetrics.Overrides) {
    switch field {
    case .itemSize: overrides.itemSize = size(value)
    case .spiral: overrides.spiral = name(value, of: SpiralLayout.Spiral.self)
    case .spacing: overrides.spacing = number(value, in: 1...Coordinate.limit)
    case .startAngle: overrides.startAngle = angle(value)
    case .outerScale: overrides.outerScale = part(value)
    case .outerAlpha: overrides.outerAlpha = part(value)
    case .sectionInset: overrides.sectionInset = insets(value)
    }
  }
}
