import Constraints
import Flexbox
import JSON
import LayoutEngine
import SelfSizing
import Wire

/// The type of a view of a template, by its name in JSON.
private enum ViewTypeName: String, CaseIterable { case text, image, box, view, stack, flex, guide }

/// The views of a template, in the order of the description: a view precedes those that it encloses.
struct ReadViews {
  var views: [CellView] = []
  /// The hugging, compression resistance, margins and arrangement of each view.
  var layout: [TemplateView] = []
  /// The views with constraints of their own.
  var holders: [ConstraintHolder] = []
  /// The guides that stand for a rectangle of the view around them.
  var guides: [NamedGuide] = []
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
  /// The text size in the view.
  var textSize: TextSizeScope?
}

/// The place of a view in its template.
private struct ViewPlace {
  /// How the enclosing view lays out the view.
  enum Role { case constrained, arranged, flexItem }

  var name: String
  var parent: Int?
  var role = Role.constrained
  var steps: [String]

  /// The members that views of any type have in this place.
  var members: [String] {
    switch role {
    case .constrained: constrainedMembers
    case .arranged: constrainedMembers + ["name", "customSpacingAfter"]
    case .flexItem:
      ["type", "hidden"] + DecodingContext.flexItemMembers + DecodingContext.textSizeMembers
    }
  }

  private var constrainedMembers: [String] {
    [
      "type", "hidden", "contentHuggingPriority", "contentCompressionResistancePriority", "layoutMargins",
      "directionalLayoutMargins",
    ] + DecodingContext.textSizeMembers
  }
}

extension DecodingContext {
  private enum AxesField: String, FieldNames { case horizontal, vertical }

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
        guard checkNormalForm(of: name) else { return }
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
    takeList(value, "arrangedSubviews", .arranged, in: parent, steps, into: &read)
  }

  /// Reads the items of a flex container: `children`, an array of views.
  func takeChildren(_ value: JSONValue, in parent: Int?, _ steps: [String], into read: inout ReadViews) {
    takeList(value, "children", .flexItem, in: parent, steps, into: &read)
  }

  private func takeList(
    _ value: JSONValue, _ member: String, _ role: ViewPlace.Role, in parent: Int?, _ steps: [String],
    into read: inout ReadViews
  ) {
    array(value, "an array of views") { index, value in
      if read.isFull { return }
      var name = String(index)
      if value.kind == .object, let given = value["name"] {
        at("name") {
          if let own = clientName(given) { name = own }
          if name == Self.superviewName {
            fault("\"\(Self.superviewName)\" is the enclosing view; name this one otherwise")
          }
        }
      }
      let place = ViewPlace(
        name: name, parent: parent, role: role, steps: steps + [member, String(index)])
      takeView(value, place, into: &read)
    }
  }

  private func faultViews(_ count: Int, _ read: inout ReadViews) {
    if !read.isFull { fault("a template may have \(TemplateLimits.views) views; these are \(count)") }
    read.isFull = true
  }

  private func takeView(_ value: JSONValue, _ place: ViewPlace, into read: inout ReadViews) {
    followingTextSize(value) { takeScaledView(value, place, into: &read) }
  }

  private func takeScaledView(_ value: JSONValue, _ place: ViewPlace, into read: inout ReadViews) {
    guard read.views.count < TemplateLimits.views else {
      if !read.isFull { fault("a template may have \(TemplateLimits.views) views, with those in others") }
      read.isFull = true
      return
    }
    // Constraints may name a view that is invalid, which is reported once.
    let index = read.views.count
    read.views.append(
      CellView(name: place.name, kind: .box, parent: place.parent, steps: place.steps))
    var layout = TemplateView(place.name, parent: place.parent, isArranged: place.role == .arranged)
    read.layout.append(layout)
    guard value.kind == .object else {
      let _: Bool? = mismatch(value, "a view: an object with \"type\"")
      return
    }
    guard let type = value["type"] else {
      missing("type", taking: ViewTypeName.allCases.map { $0.rawValue }, in: value, besides: place.members)
      return
    }
    guard let type = at("type", { self.name(type, of: ViewTypeName.self) }) else { return }
    let members = place.members
    // For images and boxes it is a part of their content.
    let ratioMembers = place.role == .flexItem ? ["aspectRatio"] : []
    var style = FlexStyle()
    var content = ViewContent()
    /// Reads the members of every view; returns whether the member was one of them.
    func takeCommon(_ member: String, _ value: JSONValue) -> Bool {
      switch member {
      case "type", "name", "lengthsScaleWith", "minimumContentSizeCategory", "maximumContentSizeCategory":
        return true
      case "customSpacingAfter":
        layout.customSpacingAfter = points(value, in: TemplateLimits.offsets)
      case "hidden": content.isHidden = bool(value)
      default:
        if place.role == .flexItem || type == .flex, takeFlex(member, value, into: &style) { return true }
        return takeLayout(member, value, into: &layout)
      }
      return true
    }
    switch type {
    case .text:
      var setting = TextSetting()
      if let limits = textSize?.limits { setting.categoryLimits = limits }
      let names = members + ["text", "runs"] + Self.textSettingMembers + ratioMembers
      object(value, "a text view: an object", names) { member, value in
        switch member {
        case "text": content.text = string(value)
        case "runs": content.runs = textRuns(value)
        default: if !take(member, value, into: &setting) { _ = takeCommon(member, value) }
        }
      }
      checkText(value)
      read.views[index].kind = .text(setting)
    case .image, .box:
      object(value, "a view: an object", members + ["size", "aspectRatio"]) { member, value in
        switch member {
        case "size": content.size = contentSize(value)
        case "aspectRatio": content.aspectRatio = contentRatio(value)
        default: _ = takeCommon(member, value)
        }
      }
      read.views[index].kind = type == .image ? .image : .box
    case .guide:
      if place.role == .constrained {
        takeGuide(value, place.name, in: place.parent, place.steps, into: &read)
      } else {
        at("type") { fault("a guide is for constraints: it belongs into \"views\"") }
      }
      read.views[index].kind = .guide
    case .view, .stack:
      read.views[index].kind = type == .view ? .view : .stack
      layout.arrangement = takeContainer(value, index, place, takeCommon, isStack: type == .stack, &read)
    case .flex:
      read.views[index].kind = .flex
      takeFlexContainer(value, index, place, takeCommon, &read)
    }
    read.layout[index] = layout
    read.views[index].content = content
    read.views[index].style = style
  }

  /// Reads the members of a flex container, and its items.
  private func takeFlexContainer(
    _ value: JSONValue, _ index: Int, _ place: ViewPlace, _ takeCommon: (String, JSONValue) -> Bool,
    _ read: inout ReadViews
  ) {
    let boxMembers = place.role == .flexItem ? ["aspectRatio"] : Self.flexBoxMembers + ["aspectRatio"]
    let names = place.members + Self.flexContainerMembers + boxMembers
    object(value, "a flex container: an object", names) { member, value in
      if member == "children" {
        takeChildren(value, in: index, place.steps, into: &read)
      } else {
        _ = takeCommon(member, value)
      }
    }
  }

  /// Reads the members of a view that encloses others, and these; returns the arrangement of a stack.
  private func takeContainer(
    _ value: JSONValue, _ index: Int, _ place: ViewPlace, _ takeCommon: (String, JSONValue) -> Bool,
    isStack: Bool, _ read: inout ReadViews
  ) -> StackArrangement? {
    var arrangement = StackArrangement()
    var names = place.members + ["views", "constraints"] + (isStack ? Self.stackMembers : [])
    if place.role == .flexItem { names += ["layoutMargins", "directionalLayoutMargins", "aspectRatio"] }
    object(value, isStack ? "a stack: an object" : "a view: an object", names) { member, value in
      if takeCommon(member, value) { return }
      switch member {
      case "views": takeViews(value, in: index, place.steps, into: &read)
      case "constraints": break
      case "arrangedSubviews": takeArrangedSubviews(value, in: index, place.steps, into: &read)
      default: takeArrangement(member, value, into: &arrangement)
      }
    }
    if isStack { finish(&arrangement, of: value) }
    if let holder = constraintHolder(value, view: index, steps: place.steps) { read.holders.append(holder) }
    return isStack ? arrangement : nil
  }

  /// Returns the constraints of a view, or of a template; nil if it has none.
  func constraintHolder(_ value: JSONValue, view: Int?, steps: [String]) -> ConstraintHolder? {
    value["constraints"].map {
      ConstraintHolder(
        view: view, steps: steps, constraints: $0, hasMargins: hasMargins(value), textSize: textSize)
    }
  }

  /// Returns whether a view, or a template, has margins of its own.
  private func hasMargins(_ value: JSONValue) -> Bool {
    value["layoutMargins"] != nil || value["directionalLayoutMargins"] != nil
  }

  /// Reads the size of a view's content.
  func contentSize(_ value: JSONValue) -> Size? {
    guard let size = size(value) else { return nil }
    guard max(size.width, size.height) <= TemplateLimits.length else {
      fault("the width and height of a view's content are at most \(Int(TemplateLimits.length)) points")
      return nil
    }
    return Size(width: scaled(size.width), height: scaled(size.height))
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

  /// Reads the margins of a view, or of the cell. Directional ones replace the others, in any order.
  func takeMargins(_ member: String, _ value: JSONValue, into margins: inout LayoutMargins) {
    if member == "directionalLayoutMargins" {
      guard let insets = directionalInsets(value).flatMap(bounded) else { return }
      margins = LayoutMargins(
        top: insets.top, leading: insets.left, bottom: insets.bottom, trailing: insets.right)
    } else if let insets = boundedInsets(value), !margins.isDirectional {
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
  func boundedInsets(_ value: JSONValue) -> Insets? { insets(value).flatMap(bounded) }

  /// Returns insets as they are at the text size, and reports those beyond the limit.
  private func bounded(_ insets: Insets) -> Insets? {
    let edges = [insets.top, insets.left, insets.bottom, insets.right]
    guard edges.allSatisfy({ abs($0) <= TemplateLimits.length }) else {
      fault("margins are at most \(Int(TemplateLimits.length)) points")
      return nil
    }
    return Insets(
      top: scaled(insets.top), left: scaled(insets.left), bottom: scaled(insets.bottom),
      right: scaled(insets.right))
  }
}
