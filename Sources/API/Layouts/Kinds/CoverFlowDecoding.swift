import JSON
import LayoutEngine

extension DecodingContext {
  private enum CoverFlowField: String, FieldNames {
    case itemSize, itemSpacing, angle, sideShift, sideDepth, perspective, sectionInset
  }

  func coverFlowLayout(_ value: JSONValue) -> CoverFlowLayout {
    var layout = CoverFlowLayout()
    var overrides = CoverFlowMetrics.Overrides()
    scrollingLayout(value, CoverFlowField.self, "a coverFlow layout", &layout.scrollDirection) {
      read($0, $1, &overrides)
    }
    layout.metrics = layout.metrics.overridden(by: .coverFlow(overrides))
    return layout
  }

  func coverFlowOverrides(_ value: JSONValue) -> CoverFlowMetrics.Overrides {
    var overrides = CoverFlowMetrics.Overrides()
    object(value, CoverFlowField.self, "the metrics of a coverFlow section") { read($0, $1, &overrides) }
    return overrides
  }

  private func read(
    _ field: CoverFlowField, _ value: JSONValue, _ overrides: inout CoverFlowMetrics.Overrides
  ) {
    switch field {
    case .itemSize: overrides.itemSize = size(value)
    case .itemSpacing: overrides.itemSpacing = number(value)
    case .angle: overrides.angle = number(value, in: 0...90)
    case .sideShift: overrides.sideShift = number(value)
    case .sideDepth: overrides.sideDepth = length(value)
    case .perspective: overrides.perspective = number(value, in: 1...Coordinate.limit)
    case .sectionInset: overrides.sectionInset = insets(value)
    }
  }
}
