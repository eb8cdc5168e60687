import JSON
import LayoutEngine

extension DecodingContext {
  private enum CarouselField: String, FieldNames {
    case style, itemSize, itemSpacing, sideItemScale, sideItemAlpha, itemsPerTurn, radius, tilt, perspective
    case sectionInset
  }

  func carouselLayout(_ value: JSONValue) -> CarouselLayout {
    var layout = CarouselLayout()
    var overrides = CarouselMetrics.Overrides()
    scrollingLayout(value, CarouselField.self, "a carousel layout", &layout.scrollDirection) {
      read($0, $1, &overrides)
    }
    layout.metrics = layout.metrics.overridden(by: .carousel(overrides))
    return layout
  }

  func carouselOverrides(_ value: JSONValue) -> CarouselMetrics.Overrides {
    var overrides = CarouselMetrics.Overrides()
    object(value, CarouselField.self, "the metrics of a carousel section") { read($0, $1, &overrides) }
    return overrides
  }

  private func read(
    _ field: CarouselField, _ value: JSONValue, _ overrides: inout CarouselMetrics.Overrides
  ) {
    switch field {
    case .style: overrides.style = name(value, of: CarouselLayout.Style.self)
    case .itemSize: overrides.itemSize = size(value)
    case .itemSpacing: overrides.itemSpacing = number(value)
    case .sideItemScale: overrides.sideItemScale = part(value)
    case .sideItemAlpha: overrides.sideItemAlpha = part(value)
    case .itemsPerTurn: overrides.itemsPerTurn = integer(value, in: 3...1000)
    case .radius: overrides.radius = length(value)
    case .tilt: overrides.tilt = number(value, in: 0...90)
    case .perspective: overrides.perspective = number(value, in: 1...Coordinate.limit)
    case .sectionInset: overrides.sectionInset = insets(value)
    }
  }
}
