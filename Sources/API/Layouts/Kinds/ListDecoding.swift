import JSON
import LayoutEngine

extension DecodingContext {
  private enum ListField: String, FieldNames {
    case kind, style, rowHeight, estimatedRowHeight, sectionHeaderHeight, sectionFooterHeight
    case estimatedSectionHeaderHeight, estimatedSectionFooterHeight, sectionInset, separator, rowSpacing
    case tableHeader, tableFooter
  }

  private enum ListMetricsField: String, FieldNames {
    case rowHeight, estimatedRowHeight, sectionHeaderHeight, sectionFooterHeight
    case estimatedSectionHeaderHeight, estimatedSectionFooterHeight, sectionInset, separator, rowSpacing
  }

  func listLayout(_ value: JSONValue) -> ListLayout {
    var layout = ListLayout()
    object(value, ListField.self, "a list layout") { field, value in
      switch field {
      case .kind: break
      case .style: set(&layout.style, name(value, of: ListLayout.Style.self))
      case .rowHeight: layout.metrics.rowHeight = rowHeight(value)
      case .estimatedRowHeight: layout.metrics.estimatedRowHeight = length(value)
      case .sectionHeaderHeight: set(&layout.metrics.sectionHeaderHeight, length(value))
      case .sectionFooterHeight: set(&layout.metrics.sectionFooterHeight, length(value))
      case .estimatedSectionHeaderHeight: set(&layout.metrics.estimatedSectionHeaderHeight, length(value))
      case .estimatedSectionFooterHeight: set(&layout.metrics.estimatedSectionFooterHeight, length(value))
      case .sectionInset: layout.metrics.sectionInset = insets(value)
      case .separator: layout.metrics.separator = insets(value)
      case .rowSpacing: set(&layout.metrics.rowSpacing, length(value))
      case .tableHeader: layout.tableHeader = size(value)
      case .tableFooter: layout.tableFooter = size(value)
      }
    }
    return layout
  }

  func listOverrides(_ value: JSONValue) -> ListMetrics.Overrides {
    var overrides = ListMetrics.Overrides()
    object(value, ListMetricsField.self, "the metrics of a list section") { field, value in
      switch field {
      case .rowHeight: overrides.rowHeight = rowHeight(value)
      case .estimatedRowHeight: overrides.estimatedRowHeight = length(value)
      case .sectionHeaderHeight: overrides.sectionHeaderHeight = length(value)
      case .sectionFooterHeight: overrides.sectionFooterHeight = length(value)
      case .estimatedSectionHeaderHeight: overrides.estimatedSectionHeaderHeight = length(value)
      case .estimatedSectionFooterHeight: overrides.estimatedSectionFooterHeight = length(value)
      case .sectionInset: overrides.sectionInset = insets(value)
      case .separator: overrides.separator = insets(value)
      case .rowSpacing: overrides.rowSpacing = length(value)
      }
    }
    return overrides
  }

  private func rowHeight(_ value: JSONValue) -> ListMetrics.RowHeight? {
    guard let text = value.string else { return length(value).map { .points($0) } }
    guard text == "automatic" else { return mismatch(value, "a height or \"automatic\"") }
    return .automatic
  }
}
