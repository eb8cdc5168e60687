import JSON
import LayoutEngine

extension DecodingContext {
  private enum FlowField: String, FieldNames {
    case kind, scrollDirection, minimumLineSpacing, minimumInteritemSpacing, itemSize, estimatedItemSize
    case sectionInset, headerReferenceSize, footerReferenceSize
    case sectionHeadersPinToVisibleBounds, sectionFootersPinToVisibleBounds, itemAlignment, lineAlignment
  }

  private enum FlowMetricsField: String, FieldNames {
    case minimumLineSpacing, minimumInteritemSpacing, itemSize
    case sectionInset, headerReferenceSize, footerReferenceSize
  }

  func flowLayout(_ value: JSONValue) -> FlowLayout {
    var layout = FlowLayout()
    object(value, FlowField.self, "a flow layout") { field, value in
      switch field {
      case .kind: break
      case .scrollDirection: set(&layout.scrollDirection, name(value, of: ScrollAxis.self))
      case .minimumLineSpacing: set(&layout.metrics.minimumLineSpacing, length(value))
      case .minimumInteritemSpacing: set(&layout.metrics.minimumInteritemSpacing, length(value))
      case .itemSize: set(&layout.metrics.itemSize, size(value))
      case .estimatedItemSize: set(&layout.estimatedItemSize, estimatedItemSize(value))
      case .sectionInset: set(&layout.metrics.sectionInset, insets(value))
      case .headerReferenceSize: set(&layout.metrics.headerReferenceSize, size(value))
      case .footerReferenceSize: set(&layout.metrics.footerReferenceSize, size(value))
      case .sectionHeadersPinToVisibleBounds: set(&layout.sectionHeadersPinToVisibleBounds, bool(value))
      case .sectionFootersPinToVisibleBounds: set(&layout.sectionFootersPinToVisibleBounds, bool(value))
      case .itemAlignment: set(&layout.itemAlignment, name(value, of: FlowLayout.ItemAlignment.self))
      case .lineAlignment: set(&layout.lineAlignment, name(value, of: FlowLayout.LineAlignment.self))
      }
    }
    return layout
  }

  func flowOverrides(_ value: JSONValue) -> FlowMetrics.Overrides {
    var overrides = FlowMetrics.Overrides()
    object(value, FlowMetricsField.self, "the metrics of a flow section") { field, value in
      switch field {
      case .minimumLineSpacing: overrides.minimumLineSpacing = length(value)
      case .minimumInteritemSpacing: overrides.minimumInteritemSpacing = length(value)
      case .itemSize: overrides.itemSize = size(value)
      case .sectionInset: overrides.sectionInset = insets(value)
      case .headerReferenceSize: overrides.headerReferenceSize = size(value)
      case .footerReferenceSize: overrides.footerReferenceSize = size(value)
      }
    }
    return overrides
  }

  private func estimatedItemSize(_ value: JSONValue) -> FlowLayout.EstimatedItemSize? {
    guard let text = value.string else { return size(value).map { .size($0) } }
    guard text == "automatic" else { return mismatch(value, "a size or \"automatic\"") }
    return .automatic
  }
}
