import JSON
import LayoutEngine

extension DecodingContext {
  private enum StackField: String, FieldNames {
    case itemSize, itemOffset, itemScale, spread, visibleCount, sectionInset
  }

  func stackLayout(_ value: JSONValue) -> StackLayout {
    var layout = StackLayout()
    var overrides = StackMetrics.Overrides()
    scrollingLayout(value, StackField.self, "a stack layout", &layout.scrollDirection) {
      read($0, $1, &overrides)
    }
    layout.metrics = layout.metrics.overridden(by: .stack(overrides))
    return layout
  }

  func stackOverrides(_ value: JSONValue) -> StackMetrics.Overrides {
    var overrides = StackMetrics.Overrides()
    object(value, StackField.self, "the metrics of a stack section") { read($0, $1, &overrides) }
    return overrides
  }

  private func read(_ field: StackField, _ value: JSONValue, _ overrides: inout StackMetrics.Overrides) {
    switch field {
    case .itemSize: overrides.itemSize = size(value)
    case .itemOffset: overrides.itemOffset = point(value)
    case .itemScale: overrides.itemScale = part(value)
    case .spread: overrides.spread = number(value, in: 0...180)
    case .visibleCount: overrides.visibleCount = integer(value, in: 1...Int.largestExactInteger)
    case .sectionInset: overrides.sectionInset = insets(value)
    }
  }
}
