import Constraints
import JSON
import LayoutEngine
import SelfSizing

/// The templates of a collection.
extension DecodingContext {
  private enum TemplateField: String, FieldNames {
    case views, constraints, metrics, layoutMargins, sizeThatFits
  }

  private enum SizeThatFitsField: String, FieldNames { case text, image, insets }

  private enum SizedImageField: String, FieldNames { case size, aspectRatio }

  /// The largest number of templates of a collection.
  static let templateLimit = 1000

  /// Reads the templates that elements refer to by name.
  func takeTemplates(_ value: JSONValue) {
    guard value.kind == .object else {
      let _: Bool? = mismatch(value, "an object of templates, by name")
      return
    }
    guard !value.hasMore(than: Self.templateLimit) else {
      return fault("a collection may have \(Self.templateLimit) templates; these are \(value.count)")
    }
    let jsonText = value.text
    // Views, constraints and the equations made of them take about as much as their parsed text.
    charge(jsonText.count * 32, noting: true)
    if let known = TemplateLibrary.shared.find(jsonText) {
      templates = known
      return
    }
    let faultsBefore = faults.count
    var read: [String: CellTemplate] = [:]
    for (key, value) in value.members {
      if isStopped { break }
      let name = String(key)
      at(name) {
        guard TemplateSet.builtIn[name] == nil else {
          return fault("\"\(name)\" is a built-in template; choose another name")
        }
        read[name] = template(value)
        if read[name] == nil { unreadableTemplates.insert(name) }
      }
      checkIsWaitedFor()
    }
    templates = TemplateSet(read, jsonText: jsonText)
    if faults.count == faultsBefore, !isStopped { TemplateLibrary.shared.keep(templates) }
  }

  private func template(_ value: JSONValue) -> CellTemplate? {
    let faultsBefore = faults.count
    var views: [ReadView]?
    var metrics: [String: Double] = [:]
    var margins = LayoutMargins()
    var sized: CellTemplate?
    let expected = "a template: an object with \"views\" and \"constraints\", or with \"sizeThatFits\""
    let isObject = object(value, TemplateField.self, expected) { field, value in
      switch field {
      case .views: views = templateViews(value)
      case .constraints: break
      case .metrics: metrics = templateMetrics(value)
      case .layoutMargins: set(&margins, layoutMargins(value))
      case .sizeThatFits: sized = sizeThatFits(value)
      }
    }
    guard isObject else { return nil }
    if value["sizeThatFits"] != nil {
      for name in ["views", "constraints", "metrics", "layoutMargins"] where value.member(named: name) != nil
      {
        at(name) { fault("a template with \"sizeThatFits\" has no \"\(name)\"") }
      }
      return sized
    }
    require("views", of: value)
    guard let views else { return nil }
    let names = value["views"]?.members.map { String($0.key) } ?? []
    let read =
      value["constraints"].map { constraints in
        at("constraints") {
          templateConstraints(
            constraints, among: names, metrics: metrics, hasMargins: value["layoutMargins"] != nil)
        }
      } ?? ReadConstraints()
    guard faults.count == faultsBefore, !isStopped else { return nil }
    do throws(TemplateError) {
      return try CellTemplate(
        views: views.map(\.view), layout: views.map(\.layout), constraints: read.constraints,
        origins: read.origins, margins: margins)
    } catch {
      fault(error, views, read)
      return nil
    }
  }

  /// Reports the error of a template at its position.
  private func fault(_ error: TemplateError, _ views: [ReadView], _ read: ReadConstraints) {
    switch error {
    case .tooManyViews: at("views") { fault(error.detail) }
    case .tooManyConstraints: at("constraints") { fault(error.detail) }
    case .invalidMargins: at("layoutMargins") { fault(error.detail) }
    case .view(let index, _): at("views") { at(views[index].view.name) { fault(error.detail) } }
    case .constraint(let index, let reason):
      at("constraints") {
        at(read.origins[index]) {
          if let member = reason.member {
            at(member) { fault(error.detail) }
          } else {
            fault(error.detail)
          }
        }
      }
    }
  }

  /// Reads a template of one view that decides its size by itself.
  private func sizeThatFits(_ value: JSONValue) -> CellTemplate? {
    var view: CellView?
    var margins = Insets.zero
    var ways = 0
    let isObject = object(
      value, SizeThatFitsField.self, "an object with one of \"text\" and \"image\", and \"insets\""
    ) { field, value in
      switch field {
      case .text:
        ways += 1
        var setting = TextSetting(lineLimit: 0)
        object(value, TextSettingField.self, "a text setting: an object") { field, value in
          take(field, value, into: &setting)
        }
        view = CellView(name: "text", kind: .text(setting))
      case .image:
        ways += 1
        var content = ViewContent()
        object(value, SizedImageField.self, "an object with \"size\" or \"aspectRatio\"") { field, value in
          switch field {
          case .size: content.size = contentSize(value)
          case .aspectRatio: content.aspectRatio = contentRatio(value)
          }
        }
        view = CellView(name: "image", kind: .image, content: content)
      case .insets: set(&margins, boundedInsets(value))
      }
    }
    guard isObject else { return nil }
    guard ways == 1, let view else {
      fault("\"sizeThatFits\" has exactly one of \"text\" and \"image\"")
      return nil
    }
    return CellTemplate(sizing: view, insets: margins)
  }
}

extension ConstraintError {
  /// The invalid member of a constraint; nil if the error is a combination of several.
  fileprivate var member: String? {
    switch self {
    case .unknownView(_, let side, _): side.rawValue
    case .constantOutOfBounds: "constant"
    case .multiplierOutOfBounds: "multiplier"
    case .unpairedLocation, .incompleteSecondItem, .mismatch, .mixedDirections: nil
    }
  }
}
