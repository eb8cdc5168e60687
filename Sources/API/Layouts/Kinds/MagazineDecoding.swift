import JSON
import LayoutEngine

extension DecodingContext {
  private enum MagazineField: String, FieldNames {
    case kind, verticalSpacing, horizontalSpacing, sectionInsets, itemInsets
  }

  private enum MagazineMetricsField: String, FieldNames {
    case verticalSpacing, horizontalSpacing, sectionInsets, itemInsets
  }

  func magazineLayout(_ value: JSONValue) -> MagazineLayout {
    var layout = MagazineLayout()
    object(value, MagazineField.self, "a magazine layout") { field, value in
      switch field {
      case .kind: break
      case .verticalSpacing: set(&layout.metrics.verticalSpacing, length(value))
      case .horizontalSpacing: set(&layout.metrics.horizontalSpacing, length(value))
      case .sectionInsets: set(&layout.metrics.sectionInsets, insets(value))
      case .itemInsets: set(&layout.metrics.itemInsets, insets(value))
      }
    }
    return layout
  }

  func magazineOverrides(_ value: JSONValue) -> MagazineMetrics.Overrides {
    var overrides = MagazineMetrics.Overrides()
    object(value, MagazineMetricsField.self, "the metrics of a magazine section") { field, value in
      switch field {
      case .verticalSpacing: overrides.verticalSpacing = length(value)
      case .horizontalSpacing: overrides.horizontalSpacing = length(value)
      case .sectionInsets: overrides.sectionInsets = insets(value)
      case .itemInsets: overrides.itemInsets = insets(value)
      }
    }
    return overrides
  }
}
