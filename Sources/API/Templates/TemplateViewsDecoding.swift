import Constraints
import JSON
import LayoutEngine
import SelfSizing

/// The type of a view of a template, by its name in JSON.
private enum ViewTypeName: String, CaseIterable { case text, image, box, view, stack, guide }

/// The views of a template, in the order of the description: a view precedes those that it encloses.
struct ReadViews {
  var views: [CellView] = []
  /// The hugging, compression resistance, margins and arrangement of each view.
  var layout: [TemplateView] = []
  /// The views with constraints of their own.
  var holders: [ConstraintHolder] = []
  /// Whether the template has more views than it may have, which is reported once.
  var isFull = false
}

/// A view with constraints.
struct ConstraintHolder {
  /// The index of the view; nil for the cell itself.
  var view: Int?
  /// The position of the view in the template, as the steps of a pointer.
  var steps: [String]
  var constraints: JSONValue
  /// Whether the view has margins of its own: `|-` then stops at them, as in Apple's documentation of
  /// `UIView.layoutMargins`.
  var hasMargins: Bool
}

/// The place of a view in its template.
private struct ViewPlace {
  var name: String
  var parent: Int?
  var isArranged = false
  var steps: [String]
}

extension DecodingContext {
  private enum AxesField: String, FieldNames { case horizontal, vertical }

  /// The members of every view that a constraint can refer to, apart from guides.
  private static let commonMembers = [
    "type", "contentHuggingPriority", "contentCompressionResistancePriority", "layoutMargins",
    "directionalLayoutMargins", "hidden",
  ]

  /// The name of the enclosing view in constraints.
  static let superviewName = "superview"

  /// Reads the views that a view, or the cell itself, encloses: `views`, an object of views by name.
  ///
  /// - Parameters:
  ///   - parent: the index of the enclosing view; nil for the cell.
  ///   - steps: the position of the enclosing view in the template.
  func takeViews(_ value: JSONValue, in parent: Int?, _ steps: [String], into read: inout ReadViews) {
    guard value.kind == .object else {
      let _: Bool? = mismatch(value, "an object of views, by name")
      return
    }
    guard value.count <= TemplateLimits.views else { return faultViews(value.count, &read) }
    for (key, value) in value.members {
      if isStopped || read.isFull { break }
      let name = String(key)
      at(name) {
        guard name != Self.superviewName else {
          return fault(
            "\"\(Self.superviewName)\" is the view that contains the others; name this one otherwise")
        }
        let place = ViewPlace(name: name, parent: parent, steps: steps + ["views", name])
        takeView(value, place, into: &read)
      }
    }
  }

  /// Reads the views that a stack arranges: `arrangedSubviews`, an array of views.
  func takeArrangedSubviews(
    _ value: JSONValue, in parent: Int?, _ steps: [String], into read: inout ReadViews
  ) {
    array(value, "an array of views") { index, value in
      if read.isFull { return }
      var name = String(index)
      if value.kind == .object, let given = value["name"] {
        at("name") {
          if let own = string(given) { name = own }
          if name == Self.superviewName {
            fault("\"\(Self.superviewName)\" is the enclosing view; name this one otherwise")
          }
        }
      }
      let place = ViewPlace(
        name: name, parent: parent, isArranged: true, steps: steps + ["arrangedSubviews", String(index)])
      takeView(value, place, into: &read)
    }
  }

  private func faultViews(_ count: Int, _ read: inout ReadViews) {
    if !read.isFull { fault("a template may have \(TemplateLimits.views) views; these are \(count)") }
    read.isFull = true
  }

  private func takeView(_ value: JSONValue, _ place: ViewPlace, into read: inout ReadViews) {
    guard read.views.count < TemplateLimits.views else {
      if !read.isFull { fault("a template may have \(TemplateLimits.views) views, with those in others") }
      read.isFull = true
      return
    }
    // Constraints may name a view that is invalid, which is reported once.
    let index = read.views.count
    read.views.append(
      CellView(name: place.name, kind: .box, parent: place.parent, steps: place.steps))
    var layout = TemplateView(place.name, parent: place.parent, isArranged: place.isArranged)
    read.layout.append(layout)
    guard value.kind == .object else {
      let _: Bool? = mismatch(value, "a view: an object with \"type\"")
      return
    }
    guard let type = value["type"] else {
      let _: Bool? = required(nil, "type")
      return
    }
    guard let type = at("type", { self.name(type, of: ViewTypeName.self) }) else { return }
    let placeMembers = place.isArranged ? ["name", "customSpacingAfter"] : []
    var content = ViewContent()
    /// Reads the members of every view; returns whether the member was one of them.
    func takeCommon(_ member: String, _ value: JSONValue) -> Bool {
      switch member {
      case "type", "name": return true
      case "customSpacingAfter":
        layout.customSpacingAfter = number(value, in: -TemplateLimits.length...TemplateLimits.length)
      case "hidden": content.isHidden = bool(value)
      default: return takeLayout(member, value, into: &layout)
      }
      return true
    }
    switch type {
    case .text:
      var setting = TextSetting()
      let names = Self.commonMembers + ["text"] + TextSettingField.allCases.map(\.rawValue) + placeMembers
      object(value, "a text view: an object", names) { member, value in
        if takeCommon(member, value) { return }
        if let field = TextSettingField(rawValue: member) {
          take(field, value, into: &setting)
        } else {
          content.text = string(value)
        }
      }
      read.views[index].kind = .text(setting)
    case .image, .box:
      let names = Self.commonMembers + ["size", "aspectRatio"] + placeMembers
      object(value, "a view: an object", names) { member, value in
        if takeCommon(member, value) { return }
        if member == "size" { content.size = contentSize(value) }
        if member == "aspectRatio" { content.aspectRatio = contentRatio(value) }
      }
      read.views[index].kind = type == .image ? .image : .box
    case .guide:
      object(value, "a guide: an object", ["type"] + placeMembers) { member, value in
        if member == "name" || member == "type" { return }
        fault("a guide is not arranged: it belongs into \"views\"")
      }
      if place.isArranged { at("type") { fault("a guide is not arranged: it belongs into \"views\"") } }
      read.views[index].kind = .guide
    case .view, .stack:
      read.views[index].kind = type == .view ? .view : .stack
      layout.arrangement = takeContainer(
        value, index, place, takeCommon, placeMembers, isStack: type == .stack, &read)
    }
    read.layout[index] = layout
    read.views[index].content = content
  }

  /// Reads the members of a view that encloses others, and these; returns the arrangement of a stack.
  private func takeContainer(
    _ value: JSONValue, _ index: Int, _ place: ViewPlace, _ takeCommon: (String, JSONValue) -> Bool,
    _ placeMembers: [String], isStack: Bool, _ read: inout ReadViews
  ) -> StackArrangement? {
    var arrangement = isStack ? StackArrangement() : nil
    let names =
      Self.commonMembers + ["views", "constraints"] + placeMembers + (isStack ? Self.stackMembers : [])
    object(value, isStack ? "a stack: an object" : "a view: an object", names) { member, value in
      if takeCommon(member, value) { return }
      switch member {
      case "views": takeViews(value, in: index, place.steps, into: &read)
      case "constraints": break
      case "arrangedSubviews": takeArrangedSubviews(value, in: index, place.steps, into: &read)
      default: if arrangement != nil { takeArrangement(member, value, into: &arrangement!) }
      }
    }
    if let arrangement { checkArrangement(arrangement) }
    if let constraints = value["constraints"] {
      read.holders.append(
        ConstraintHolder(
          view: index, steps: place.steps, constraints: constraints, hasMargins: hasMargins(value)))
    }
    return arrangement
  }

  /// Returns whether a view, or a template, has margins of its own.
  func hasMargins(_ value: JSONValue) -> Bool {
    value["layoutMargins"] != nil || value["directionalLayoutMargins"] != nil
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

  /// Reads a member about a view's hugging, compression resistance or margins; returns whether it is one.
  private func takeLayout(_ member: String, _ value: JSONValue, into view: inout TemplateView) -> Bool {
    switch member {
    case "contentHuggingPriority": set(&view.hugging, priorities(value, over: view.hugging))
    case "contentCompressionResistancePriority":
      set(&view.compressionResistance, priorities(value, over: view.compressionResistance))
    case "layoutMargins", "directionalLayoutMargins": takeMargins(member, value, into: &view.margins)
    default: return false
    }
    return true
  }

  /// Reads the margins of a view, or of the cell.
  func takeMargins(_ member: String, _ value: JSONValue, into margins: inout LayoutMargins) {
    if member == "directionalLayoutMargins" {
      guard let insets = directionalInsets(value), checkMargins(insets) else { return }
      margins = LayoutMargins(
        top: insets.top, leading: insets.left, bottom: insets.bottom, trailing: insets.right)
    } else if margins.isDirectional {
      fault("\"layoutMargins\" and \"directionalLayoutMargins\" are the same margins; give one of them")
    } else if let insets = boundedInsets(value) {
      margins = LayoutMargins(top: insets.top, left: insets.left, bottom: insets.bottom, right: insets.right)
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

  /// Reads insets within the limit of a template's lengths.
  func boundedInsets(_ value: JSONValue) -> Insets? { insets(value).flatMap { checkMargins($0) ? $0 : nil } }

  private func checkMargins(_ insets: Insets) -> Bool {
    let edges = [insets.top, insets.left, insets.bottom, insets.right]
    if edges.allSatisfy({ abs($0) <= TemplateLimits.length }) { return true }
    fault("margins are at most \(Int(TemplateLimits.length)) points")
    return false
  }
}
