import JSON
import LayoutEngine

extension DecodingContext {
  private enum WaterfallField: String, FieldNames {
    case kind, columnCount, minimumColumnSpacing, minimumInteritemSpacing, sectionInset
    case headerHeight, footerHeight, headerInset, footerInset
    case itemRenderDirection, columnAssignment, minimumContentHeight
  }

  private enum WaterfallMetricsField: String, FieldNames {
    case columnCount, minimumColumnSpacing, minimumInteritemSpacing, sectionInset
    case headerHeight, footerHeight, headerInset, footerInset
  }

  func waterfallLayout(_ value: JSONValue) -> WaterfallLayout {
    var layout = WaterfallLayout()
    object(value, WaterfallField.self, "a waterfall layout") { field, value in
      switch field {
      case .kind: break
      case .columnCount: set(&layout.metrics.columnCount, columnCount(value))
      case .minimumColumnSpacing: set(&layout.metrics.minimumColumnSpacing, length(value))
      case .minimumInteritemSpacing: set(&layout.metrics.minimumInteritemSpacing, length(value))
      case .sectionInset: set(&layout.metrics.sectionInset, insets(value))
      case .headerHeight: set(&layout.metrics.headerHeight, length(value))
      case .footerHeight: set(&layout.metrics.footerHeight, length(value))
      case .headerInset: set(&layout.metrics.headerInset, insets(value))
      case .footerInset: set(&layout.metrics.footerInset, insets(value))
      case .itemRenderDirection:
        set(&layout.itemRenderDirection, name(value, of: WaterfallLayout.ItemRenderDirection.self))
      case .columnAssignment:
        set(&layout.columnAssignment, name(value, of: WaterfallLayout.ColumnAssignment.self))
      case .minimumContentHeight: set(&layout.minimumContentHeight, length(value))
      }
    }
    return layout
  }

  func waterfallOverrides(_ value: JSONValue) -> WaterfallMetrics.Overrides {
    var overrides = WaterfallMetrics.Overrides()
    object(value, WaterfallMetricsField.self, "the metrics of a waterfall section") { field, value in
      switch field {
      case .columnCount: overrides.columnCount = columnCount(value)
      case .minimumColumnSpacing: overrides.minimumColumnSpacing = length(value)
      case .minimumInteritemSpacing: overrides.minimumInteritemSpacing = length(value)
      case .sectionInset: overrides.sectionInset = insets(value)
      case .headerHeight: overrides.headerHeight = length(value)
      case .footerHeight: overrides.footerHeight = length(value)
      case .headerInset: overrides.headerInset = insets(value)
      case .footerInset: overrides.footerInset = insets(value)
      }
    }
    return overrides
  }

  private func columnCount(_ value: JSONValue) -> Int? {
    integer(value, in: 1...WaterfallMetrics.columnLimit)
  }
}
