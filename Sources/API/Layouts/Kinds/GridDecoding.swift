import JSON
import LayoutEngine

extension DecodingContext {
  private enum GridField: String, FieldNames {
    case kind, scrollDirection, columns, rowHeight, aspectRatio, rowSizing, columnSpacing, rowSpacing
    case sectionInset, headerHeight, footerHeight, packing
  }

  private enum GridMetricsField: String, FieldNames {
    case columns, rowHeight, aspectRatio, rowSizing, columnSpacing, rowSpacing
    case sectionInset, headerHeight, footerHeight, packing
  }

  private enum FittingColumnsField: String, FieldNames { case minimumWidth }

  func gridLayout(_ value: JSONValue) -> GridLayout {
    var layout = GridLayout()
    object(value, GridField.self, "a grid layout") { field, value in
      switch field {
      case .kind: break
      case .scrollDirection: set(&layout.scrollDirection, name(value, of: ScrollAxis.self))
      case .columns: set(&layout.metrics.columns, columns(value))
      case .rowHeight: set(&layout.metrics.lineExtent, gridRowHeight(value))
      case .aspectRatio: set(&layout.metrics.lineExtent, cellRatio(value))
      case .rowSizing: set(&layout.metrics.rowSizing, name(value, of: GridMetrics.RowSizing.self))
      case .columnSpacing: set(&layout.metrics.columnSpacing, length(value))
      case .rowSpacing: set(&layout.metrics.rowSpacing, length(value))
      case .sectionInset: set(&layout.metrics.sectionInset, insets(value))
      case .headerHeight: set(&layout.metrics.headerHeight, length(value))
      case .footerHeight: set(&layout.metrics.footerHeight, length(value))
      case .packing: set(&layout.metrics.packing, name(value, of: GridMetrics.Packing.self))
      }
    }
    checkLineExtent(of: value)
    return layout
  }

  func gridOverrides(_ value: JSONValue) -> GridMetrics.Overrides {
    var overrides = GridMetrics.Overrides()
    object(value, GridMetricsField.self, "the metrics of a grid section") { field, value in
      switch field {
      case .columns: overrides.columns = columns(value)
      case .rowHeight: set(&overrides.lineExtent, gridRowHeight(value))
      case .aspectRatio: set(&overrides.lineExtent, cellRatio(value))
      case .rowSizing: overrides.rowSizing = name(value, of: GridMetrics.RowSizing.self)
      case .columnSpacing: overrides.columnSpacing = length(value)
      case .rowSpacing: overrides.rowSpacing = length(value)
      case .sectionInset: overrides.sectionInset = insets(value)
      case .headerHeight: overrides.headerHeight = length(value)
      case .footerHeight: overrides.footerHeight = length(value)
      case .packing: overrides.packing = name(value, of: GridMetrics.Packing.self)
      }
    }
    checkLineExtent(of: value)
    return overrides
  }

  /// Two ways to say how long a line is are one too many.
  private func checkLineExtent(of value: JSONValue) {
    guard value.kind == .object, value["rowHeight"] != nil, value["aspectRatio"] != nil else { return }
    fault("a grid has one of \"rowHeight\" and \"aspectRatio\"; this one has both")
  }

  private func columns(_ value: JSONValue) -> GridMetrics.Columns? {
    let limit = GridMetrics.columnLimit
    if value.kind == .number { return integer(value, in: 1...limit).map { .count($0) } }
    var columns: GridMetrics.Columns?
    let isObject = object(
      value, FittingColumnsField.self, "a count from 1 to \(limit) or {\"minimumWidth\"}"
    ) { field, value in
      switch field {
      case .minimumWidth: columns = positive(value).map { .minimumWidth($0) }
      }
    }
    if isObject { require("minimumWidth", of: value) }
    return columns
  }

  private func gridRowHeight(_ value: JSONValue) -> GridMetrics.LineExtent? {
    guard let text = value.string else { return length(value).map { .points($0) } }
    guard text == "automatic" else { return mismatch(value, "a height or \"automatic\"") }
    return .automatic
  }

  private func cellRatio(_ value: JSONValue) -> GridMetrics.LineExtent? {
    positive(value).map { .aspectRatio($0) }
  }
}
