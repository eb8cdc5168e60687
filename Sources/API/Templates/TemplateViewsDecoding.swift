import Constraints
import JSON
import LayoutEngine
import SelfSizing

/// The type of a view of a template, by its name in JSON.
private enum ViewTypeName: String, CaseIterable { case text, image, box }

/// A view of a template, with its hugging, compression resistance and margins.
struct ReadView {
  var view: CellView
  var layout: TemplateView
}

extension DecodingContext {
  private enum PictureField: String, FieldNames {
    case type, size, aspectRatio
    case contentHuggingPriority, contentCompressionResistancePriority, layoutMargins
  }

  private enum TextField: String, FieldNames {
    case type, text, textStyle, font, lineHeight, letterSpacing, lines, lineBreakMode, direction
    case adjustsFontForContentSizeCategory
    case contentHuggingPriority, contentCompressionResistancePriority, layoutMargins
  }

  private enum AxesField: String, FieldNames { case horizontal, vertical }

  /// The name of the cell's own view in constraints.
  static let superviewName = "superview"

  /// Reads the views of a template by their names.
  func templateViews(_ value: JSONValue) -> [ReadView]? {
    guard value.kind == .object else { return mismatch(value, "an object of views, by name") }
    guard value.count <= TemplateLimits.views else {
      fault("a template may have \(TemplateLimits.views) views; these are \(value.count)")
      return nil
    }
    var views: [ReadView] = []
    for (key, value) in value.members {
      if isStopped { break }
      let name = String(key)
      at(name) {
        guard name != Self.superviewName else {
          return fault(
            "\"\(Self.superviewName)\" is the view that contains the others; name this one otherwise")
        }
        if let view = templateView(value, name) { views.append(view) }
      }
    }
    return views
  }

  private func templateView(_ value: JSONValue, _ name: String) -> ReadView? {
    guard value.kind == .object else { return mismatch(value, "a view: an object with \"type\"") }
    guard let type = value["type"] else { return required(nil, "type") }
    guard let type = at("type", { self.name(type, of: ViewTypeName.self) }) else { return nil }
    switch type {
    case .text: return textView(value, name)
    case .image: return picture(value, name, .image)
    case .box: return picture(value, name, .box)
    }
  }

  private func textView(_ value: JSONValue, _ name: String) -> ReadView {
    var setting = TextSetting()
    var view = ReadView(view: CellView(name: name, kind: .box), layout: TemplateView(name))
    object(value, TextField.self, "a text view: an object") { field, value in
      if let field = TextSettingField(rawValue: field.rawValue) {
        take(field, value, into: &setting)
      } else if field == .text {
        view.view.content.text = string(value)
      } else {
        takeLayout(field.rawValue, value, into: &view.layout)
      }
    }
    view.view.kind = .text(setting)
    return view
  }

  private func picture(_ value: JSONValue, _ name: String, _ kind: CellView.Kind) -> ReadView {
    var view = ReadView(view: CellView(name: name, kind: kind), layout: TemplateView(name))
    object(value, PictureField.self, "a view: an object") { field, value in
      switch field {
      case .size: view.view.content.size = contentSize(value)
      case .aspectRatio: view.view.content.aspectRatio = contentRatio(value)
      default: takeLayout(field.rawValue, value, into: &view.layout)
      }
    }
    return view
  }

  /// Reads the size of a view's content.
  func contentSize(_ value: JSONValue) -> Size? {
    guard let size = size(value) else { return nil }
    guard max(size.width, size.height) <= TemplateLimits.length else {
      fault("the width and height of a view's content are at most \(Int(TemplateLimits.length)) points")
      return nil
    }
    return size
  }

  /// Reads the aspect ratio of a view's content.
  func contentRatio(_ value: JSONValue) -> Double? { number(value, in: TemplateLimits.factors) }

  /// Reads a member about a view's hugging, compression resistance or margins.
  private func takeLayout(_ field: String, _ value: JSONValue, into view: inout TemplateView) {
    switch field {
    case "contentHuggingPriority": set(&view.hugging, priorities(value, over: view.hugging))
    case "contentCompressionResistancePriority":
      set(&view.compressionResistance, priorities(value, over: view.compressionResistance))
    case "layoutMargins": set(&view.margins, layoutMargins(value))
    default: break
    }
  }

  /// Reads a priority for both axes, or one for each.
  private func priorities(
    _ value: JSONValue, over fallback: TemplateView.Priorities
  ) -> TemplateView.Priorities? {
    if value.kind == .number { return priority(value).map { TemplateView.Priorities($0) } }
    var priorities = fallback
    object(value, AxesField.self, "a priority, or {\"horizontal\", \"vertical\"}") { field, value in
      switch field {
      case .horizontal: set(&priorities.horizontal, priority(value))
      case .vertical: set(&priorities.vertical, priority(value))
      }
    }
    return priorities
  }

  /// Reads a layout priority, above 0 and at most 1000.
  func priority(_ value: JSONValue) -> Priority? {
    positive(value, upTo: 1000).flatMap { Priority($0) }
  }

  /// Reads the margins of a view.
  func layoutMargins(_ value: JSONValue) -> LayoutMargins? {
    boundedInsets(value).map { LayoutMargins(top: $0.top, left: $0.left, bottom: $0.bottom, right: $0.right) }
  }

  /// Reads insets within the limit of a template's lengths.
  func boundedInsets(_ value: JSONValue) -> Insets? {
    guard let insets = insets(value) else { return nil }
    let edges = [insets.top, insets.left, insets.bottom, insets.right]
    guard edges.allSatisfy({ abs($0) <= TemplateLimits.length }) else {
      fault("margins are at most \(Int(TemplateLimits.length)) points")
      return nil
    }
    return insets
  }
}
