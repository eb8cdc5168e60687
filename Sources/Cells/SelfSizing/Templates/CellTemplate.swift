import Constraints
import Flexbox
import LayoutEngine
import Text

/// The design of a cell, which decides its size together with an item's content.
public struct CellTemplate: Sendable {
  /// How the size is computed.
  package enum Design: Sendable {
    /// By the parts of the template, from the one inside the cell on.
    case parts(CellPart)
    /// By the size of the only view and insets in points (`sizeThatFits`).
    case sizeThatFits(insets: Insets)
  }

  /// The views of the cell, each after the view that encloses it.
  public let views: [CellView]
  /// The way in which the views get their sizes and positions.
  package let design: Design
  /// The identity of the template in caches: no two templates of a process share one.
  let id = Identity.next()
  private let names: ViewNames?
  /// For each constraint, the position of its entry in the description of the template: a Visual Format string is one entry
  /// for several.
  private let origins: [[String]]

  /// The template at each text size, from small to large; none if it is the same at all.
  private var forms: [CellTemplate] = []

  /// Makes the template of a cell that is as large as its only view and the insets around it.
  ///
  /// - Parameter insets: in points; negative insets are valid.
  public init(sizing view: CellView, insets: Insets = .zero) {
    views = [view]
    design = .sizeThatFits(insets: insets)
    names = nil
    origins = []
  }

  /// Returns the template that is another one at other text sizes.
  ///
  /// - Parameter forms: the template at each text size, from small to large, or one for all; all with the same views.
  package static func adapting(_ forms: [CellTemplate]) -> CellTemplate {
    guard forms.count > 1 else { return forms[0] }
    var template = forms[ContentSizeCategory.large.rank]
    template.forms = forms
    return template
  }

  /// Returns the template at a text size.
  ///
  /// - Complexity: O(1).
  package func adapted(to category: ContentSizeCategory) -> CellTemplate {
    forms.isEmpty ? self : forms[category.rank]
  }

  /// Makes the template of a cell that lays out views by constraints, as a stack or as a flex container.
  ///
  /// - Parameters:
  ///   - layout: the same views with their priorities, margins and arrangements, in the same order.
  ///   - origins: for each constraint, the steps of a JSON pointer to its entry in the description of the template.
  ///   - inside: how the cell lays out the views that it encloses.
  ///   - margins: the margins of the cell, in points; 8 on each side by default.
  /// - Throws: `TemplateError`, with the index of the invalid view or constraint.
  /// - Complexity: O(v + c) for v views and c constraints.
  public init(
    views: [CellView], layout: [TemplateView], constraints: [LayoutConstraint], origins: [[String]],
    inside: CellInside = .constraints(nil), margins: LayoutMargins = LayoutMargins()
  ) throws(TemplateError) {
    precondition(views.count == layout.count, "every view has an entry in the layout")
    if views.count > TemplateLimits.views { throw .tooManyViews(views.count) }
    self.origins = origins
    var layout = layout
    for (index, view) in views.enumerated() { layout[index].take(view) }
    let names = try ViewNames(layout)
    self.names = names
    var named = zip(views, names.keys).map { view, key in
      var view = view
      view.name = key
      return view
    }
    // Texts of flex containers stand on the baselines that a browser gives them.
    for index in named.indices where views[index].isFlexItem(of: views, inside) {
      named[index].roundFontHeights()
    }
    self.views = named
    design = .parts(
      try CellPartsBuilder(named, layout, constraints, inside: inside, margins: margins).build())
  }

  /// Returns the index of the view with that name or path; nil if there is none.
  ///
  /// - Complexity: O(1).
  package func index(ofView name: String) -> Int? {
    names.map { $0.index(of: name) } ?? (views[0].name == name ? 0 : nil)
  }

  /// Returns the attributes of a view's text; nil for a view without text.
  ///
  /// - Complexity: O(1).
  package func textAttributes(
    of view: Int, showing content: ViewContent, _ environment: CellEnvironment
  ) -> TextAttributes? {
    (content.setting ?? views[view].setting)?.attributes(in: environment.category)
  }

  /// Returns the position of a constraint's entry in the description of the template, as the steps of a JSON pointer; nil if
  /// it has none.
  ///
  /// - Complexity: O(1).
  package func origin(ofConstraint index: Int) -> [String]? {
    origins.indices.contains(index) ? origins[index] : nil
  }

  /// Returns the widths of the border of a cell that is a flex container, in points.
  ///
  /// - Complexity: O(1).
  package func borderWidths(_ environment: CellEnvironment) -> Insets {
    guard case .parts(let root) = design else { return .zero }
    return root.borderWidths(environment)
  }

  /// Returns for each view whether it, or a view around it, is hidden or collapsed.
  ///
  /// - Complexity: O(v) for v views.
  package func hiddenViews(showing content: [ViewContent]) -> [Bool] {
    var hidden: [Bool] = []
    hidden.reserveCapacity(views.count)
    for (index, view) in views.enumerated() {
      let isHidden = content[index].isHidden ?? view.content.isHidden ?? false
      let isOut = isHidden || view.style.visibility == .collapse
      hidden.append(isOut || (view.parent.map { hidden[$0] } ?? false))
    }
    return hidden
  }

  /// Returns a description of a broken constraint, for warnings.
  ///
  /// - Complexity: O(v) for v views.
  package func summary(of source: ConstraintSource) -> String {
    guard case .parts(let root) = design else { return "" }
    if case .arrangement(let view?) = source {
      return "the arrangement of \"\(views[view].name.prefix(60))\""
    }
    var parts = [root]
    while let part = parts.popLast() {
      if let text = part.summary(of: source) { return text }
      parts += part.insides.values
    }
    return ""
  }

  /// The built-in template `text`: a text that wraps, in the style `body`.
  public static let text = CellTemplate(
    sizing: CellView(name: "text", kind: .text(TextSetting(style: .body, lineLimit: 0))))
}

extension CellView {
  /// Whether a flex container lays out the view.
  fileprivate func isFlexItem(of views: [CellView], _ inside: CellInside) -> Bool {
    guard let parent else { return inside.isFlex }
    if case .flex = views[parent].kind { return true }
    return false
  }

  /// Makes a text round the heights of fonts as browsers do.
  fileprivate mutating func roundFontHeights() {
    guard case .text(var setting) = kind else { return }
    setting.paragraph.roundsFontHeights = true
    kind = .text(setting)
  }
}

extension TemplateView {
  /// Takes the properties of the view that a solver is compiled for.
  fileprivate mutating func take(_ view: CellView) {
    parent = view.parent
    switch view.kind {
    case .text(let setting):
      isText = true
      heightFollowsWidth = setting.wraps
      metrics = ViewMetrics(width: 0, height: 0)
    case .image, .box: metrics = view.content.metrics
    case .view, .stack, .guide: metrics = ViewMetrics()
    case .flex:
      // Like a text, it is as high as its width requires, and has baselines.
      isText = true
      heightFollowsWidth = true
      metrics = ViewMetrics(width: 0, height: 0)
    }
    metrics.isHidden = view.content.isHidden ?? false
  }
}

extension ViewContent {
  /// The metrics of an image or a box.
  var metrics: ViewMetrics {
    ViewMetrics(width: size?.width, height: size?.height, aspectRatio: aspectRatio)
  }
}

extension ViewMetrics {
  /// Takes the sizes and the ratio that an item gives an image or a box, and whether it hides the view.
  mutating func take(_ content: ViewContent) {
    if let size = content.size { (width, height) = (size.width, size.height) }
    if let ratio = content.aspectRatio { aspectRatio = ratio }
    if let hidden = content.isHidden { isHidden = hidden }
  }
}
