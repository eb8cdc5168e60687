import JSON
import LayoutEngine

/// Decodes custom layouts, whose parameters are expressions; see `CustomFormulaDecoding`.
extension DecodingContext {
  private enum CustomField: String, FieldNames {
    case kind, frame, zIndex, alpha, transform, values, supplementaries, decorations, itemSize, contentSize
    case flipsHorizontallyInOppositeLayoutDirection
  }

  private enum CustomViewField: String, FieldNames { case count, frame, zIndex, alpha, transform }

  func customLayout(_ value: JSONValue) -> CustomLayout {
    // A frame that cannot be read is reported as an error, so that the request is rejected anyway.
    var layout = CustomLayout.empty
    // Formulas name the values, wherever these stand.
    if value.kind == .object, let values = value["values"] {
      layout.values = at("values") { customValues(values) }
    }
    let scope = FormulaScope(variables: ExpressionVariable.ofItems, values: layout.values.map { $0.name })
    var supplementaries: [CustomView] = []
    var decorations: [CustomView] = []
    object(value, CustomField.self, "a custom layout") { field, value in
      let path = [field.rawValue]
      switch field {
      case .kind, .values, .flipsHorizontallyInOppositeLayoutDirection: break
      case .frame: set(&layout.cell.frame, customFrame(value, path, scope))
      case .zIndex: layout.cell.zIndex = formula(value, path, scope)
      case .alpha: layout.cell.alpha = formula(value, path, scope)
      case .transform: layout.cell.transform = customTransform(value, path, scope)
      case .supplementaries: supplementaries = customViews(value, path, .supplementary)
      case .decorations: decorations = customViews(value, path, .decoration)
      case .itemSize: set(&layout.itemSize, size(value))
      case .contentSize: layout.contentSize = customContentSize(value)
      }
    }
    layout.views = supplementaries + decorations
    require("frame", of: value)
    return layout
  }

  /// Sections have no metrics to override: formulas distinguish sections by `section`.
  func noCustomMetrics(_ value: JSONValue) -> SectionMetrics {
    guard value.kind == .object else { return mismatch(value, "an object") ?? .none }
    for (name, _) in value.members {
      if isStopped { break }
      at(String(name)) { fault("unknown field; sections of a custom layout have no metrics") }
    }
    return .none
  }

  /// Reads the values that formulas may name: a number is the default, null is none.
  private func customValues(_ value: JSONValue) -> [CustomValue] {
    var values: [CustomValue] = []
    namedValues(value, "values: an object of numbers, or null, by name", of: "a layout") { name, value in
      if value.kind == .null {
        values.append(CustomValue(name))
      } else if let value = value.number, abs(value) <= Coordinate.limit {
        values.append(CustomValue(name, or: value))
      } else {
        let limit = plain(Coordinate.limit)
        let _: Bool? = mismatch(value, "a default, a number from -\(limit) to \(limit), or null")
      }
    }
    return values
  }

  /// Reads views by their kinds. They are in the order of their kinds, the footers last.
  private func customViews(
    _ value: JSONValue, _ path: [String], _ category: ElementKind.Category
  ) -> [CustomView] {
    let isDecoration = category == .decoration
    guard value.kind == .object else {
      return mismatch(value, "an object with the expressions of each kind, by kind") ?? []
    }
    guard !value.hasMore(than: CustomLayout.kindLimit) else {
      fault("there are at most \(CustomLayout.kindLimit) kinds; this one has \(value.count)")
      return []
    }
    var views: [CustomView] = []
    for (name, value) in value.members {
      if isStopped { break }
      let kind = String(name)
      at(kind) {
        guard checkNormalForm(of: kind) else { return }
        guard !kind.isEmpty else { return fault("a kind has a name") }
        if let view = customView(value, path + [kind], ElementKind(category: category, name: kind)) {
          views.append(view)
        }
      }
    }
    let sorted = views.sorted { $0.kind.name < $1.kind.name }
    return isDecoration ? sorted : sorted.filter { $0.kind != .footer } + sorted.filter { $0.kind == .footer }
  }

  private func customView(_ value: JSONValue, _ path: [String], _ kind: ElementKind) -> CustomView? {
    let isDecoration = kind.category == .decoration
    let scope = FormulaScope(
      variables: isDecoration ? ExpressionVariable.ofDecorations : ExpressionVariable.ofItems)
    var view = CustomView(kind, CustomLayout.empty.cell)
    let fields = CustomViewField.allCases.filter { isDecoration || $0 != .count }
    let isObject = object(value, CustomViewField.self, among: fields, "an object with \"frame\"") {
      field, value in
      let place = path + [field.rawValue]
      switch field {
      case .count: view.count = formula(value, place, FormulaScope(variables: ExpressionVariable.ofSections))
      case .frame: set(&view.element.frame, customFrame(value, place, scope, needsSize: isDecoration))
      case .zIndex: view.element.zIndex = formula(value, place, scope)
      case .alpha: view.element.alpha = formula(value, place, scope)
      case .transform: view.element.transform = customTransform(value, place, scope)
      }
    }
    guard isObject else { return nil }
    require("frame", of: value)
    return view
  }
}
