import Constraints
import Flexbox
import JSON
import LayoutEngine
import SelfSizing
import Wire

/// The templates of a collection.
extension DecodingContext {
  /// The type of the cell itself.
  private enum CellTypeName: String, CaseIterable { case view, stack, flex }

  private enum SizeThatFitsField: String, FieldNames { case text, image, insets }

  private enum SizedImageField: String, FieldNames { case size, aspectRatio }

  private static let templateMembers = [
    "type", "views", "constraints", "metrics", "layoutMargins", "directionalLayoutMargins", "sizeThatFits",
  ]

  /// The memory of a template for each byte of its text: its views, constraints and the equations made of them.
  package static let bytesOfTemplate = 32

  /// Reads a template.
  ///
  /// If lengths depend on the text size, it has a form for each.
  func template(_ value: JSONValue) -> CellTemplate? {
    let forms = formsByTextSize { followingTextSize(value) { templateForm(value) } }
    guard let forms else { return nil }
    charge(value.text.count * Self.bytesOfTemplate * (forms.count - 1), noting: true)
    return .adapting(forms)
  }

  /// Reads a template for one text size.
  private func templateForm(_ value: JSONValue) -> CellTemplate? {
    let faultsBefore = faults.count
    var type = CellTypeName.view
    if value.kind == .object, let given = value["type"] {
      at("type") { set(&type, name(given, of: CellTypeName.self)) }
    }
    var read = ReadViews()
    var metrics: [String: Double] = [:]
    var margins = LayoutMargins()
    var arrangement = StackArrangement()
    var style = FlexStyle()
    var sized: CellTemplate?
    let expected = "a template: an object with \"views\" and \"constraints\", or with \"sizeThatFits\""
    let names: [String] =
      switch type {
      case .view: Self.templateMembers
      case .stack: Self.templateMembers + Self.stackMembers
      case .flex: ["type"] + Self.flexContainerMembers + Self.flexBoxMembers
      }
    let isObject = object(value, expected, names + Self.textSizeMembers) { member, value in
      switch member {
      case "type", "constraints", "lengthsScaleWith", "minimumContentSizeCategory",
        "maximumContentSizeCategory":
        break
      case "views": takeViews(value, in: nil, [], into: &read)
      case "arrangedSubviews": takeArrangedSubviews(value, in: nil, [], into: &read)
      case "metrics": metrics = templateMetrics(value)
      case "layoutMargins", "directionalLayoutMargins": takeMargins(member, value, into: &margins)
      case "sizeThatFits": sized = sizeThatFits(value)
      case "children": takeChildren(value, in: nil, [], into: &read)
      default:
        if type == .flex {
          _ = takeFlex(member, value, into: &style)
        } else {
          takeArrangement(member, value, into: &arrangement)
        }
      }
    }
    guard isObject else { return nil }
    if value["sizeThatFits"] != nil {
      let others = (Self.templateMembers + Self.stackMembers).filter { $0 != "sizeThatFits" }
      for name in others where value.member(named: name) != nil {
        at(name) { fault("a template with \"sizeThatFits\" has no \"\(name)\"") }
      }
      return sized
    }
    switch type {
    case .view: require("views", of: value)
    case .stack: require("arrangedSubviews", of: value)
    case .flex: require("children", of: value)
    }
    if type == .stack { finish(&arrangement, of: value) }
    if let holder = constraintHolder(value, view: nil, steps: []) { read.holders.insert(holder, at: 0) }
    let constraints = templateConstraints(read.holders, read.guides, among: read.layout, metrics: metrics)
    guard faults.count == faultsBefore, !isStopped else { return nil }
    do throws(TemplateError) {
      return try CellTemplate(
        views: read.views, layout: read.layout, constraints: constraints.constraints,
        origins: constraints.origins,
        inside: type == .flex ? .flex(style) : .constraints(type == .stack ? arrangement : nil),
        margins: margins)
    } catch {
      fault(error, read.views, constraints)
      return nil
    }
  }

  /// Reports the error of a template at its position.
  private func fault(_ error: TemplateError, _ views: [CellView], _ read: ReadConstraints) {
    switch error {
    case .tooManyViews: at("views") { fault(error.detail) }
    case .tooManyConstraints: at("constraints") { fault(error.detail) }
    case .invalidMargins: at("layoutMargins") { fault(error.detail) }
    case .view(let index, _): at(views[index].steps) { fault(error.detail) }
    case .constraint(let index, let reason):
      at(read.origins[index]) {
        if let member = reason.member {
          at(member) { fault(error.detail) }
        } else {
          fault(error.detail)
        }
      }
    }
  }

  /// Runs `body` several steps deeper.
  func at<Result>(_ steps: [String], _ body: () -> Result) -> Result {
    guard let first = steps.first else { return body() }
    return at(first) { at(Array(steps.dropFirst()), body) }
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
        if let limits = textSize?.limits { setting.categoryLimits = limits }
        object(value, "a text setting: an object", Self.textSettingMembers) { member, value in
          take(member, value, into: &setting)
        }
        view = CellView(
          name: "text", kind: .text(setting), parent: nil, steps: ["sizeThatFits", "text"])
      case .image:
        ways += 1
        var content = ViewContent()
        object(value, SizedImageField.self, "an object with \"size\" or \"aspectRatio\"") { field, value in
          switch field {
          case .size: content.size = contentSize(value)
          case .aspectRatio: content.aspectRatio = contentRatio(value)
          }
        }
        view = CellView(
          name: "image", kind: .image, content: content, parent: nil, steps: ["sizeThatFits", "image"])
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
