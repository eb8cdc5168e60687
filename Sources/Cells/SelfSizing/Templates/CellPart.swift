import Constraints
import Flexbox

/// A part of a template that one solver lays out: the views inside the cell, or inside one view, up to those that another
/// solver lays out.
///
/// A flex container among constraints is a view of the outer part, with a part of its own inside, and so is a view with
/// constraints, or a stack, among the items of a flex container.
package final class CellPart: Sendable {
  enum Solver: Sendable {
    /// For either direction of text.
    case constraints(leftToRight: Template, rightToLeft: Template)
    /// The first node is the container; each following node is the view before its index.
    case flex(FlexTree)
  }

  /// The identity of the part in caches: no two parts of a process share one.
  let id = Identity.next()
  let solver: Solver
  /// The view whose inside this is; nil for the cell.
  let root: Int?
  /// For each view of the part, its index in the template.
  let views: [Int]
  /// For each view, its metrics without an item's content, and whether it shows a text.
  let defaults: [ViewMetrics]
  let showsText: [Bool]
  /// For each view, whether its height follows its width, and whether a stack arranges it.
  let followsWidth: [Bool]
  let isArranged: [Bool]
  /// The parts inside views of this one, by the index of the view in this part.
  let insides: [Int: CellPart]
  /// For each constraint of the part, its index among those of the template.
  let constraints: [Int]

  init(
    _ solver: Solver, root: Int?, views: [Int], of template: [CellView], _ layout: [TemplateView],
    insides: [Int: CellPart], constraints: [Int]
  ) {
    self.solver = solver
    self.root = root
    self.views = views
    defaults = views.map { view in
      var metrics = template[view].content.metrics
      metrics.isHidden = template[view].content.isHidden ?? false
      return metrics
    }
    showsText = views.map { template[$0].setting != nil }
    followsWidth = views.map { layout[$0].heightFollowsWidth }
    isArranged = views.map { layout[$0].isArranged }
    self.insides = insides
    self.constraints = constraints
  }

  /// Returns a description of a broken constraint with the indices of the template; nil if this part does not have it.
  func summary(of source: ConstraintSource) -> String? {
    guard case .constraints(let template, _) = solver else { return nil }
    func local(_ view: Int) -> Int? { views.firstIndex(of: view) }
    let own: ConstraintSource? =
      switch source {
      case .fitting: .fitting
      case .constraint(let index, let identifier):
        constraints.firstIndex(of: index).map { .constraint($0, identifier: identifier) }
      case .arrangement(let view):
        view == root ? .arrangement(view: nil) : view.flatMap(local).map { .arrangement(view: $0) }
      case .proportion(let view): local(view).map { .proportion(view: $0) }
      case .aspectRatio(let view): local(view).map { .aspectRatio(view: $0) }
      case .hugging(let view, let axis): local(view).map { .hugging(view: $0, axis) }
      case .compressionResistance(let view, let axis):
        local(view).map { .compressionResistance(view: $0, axis) }
      }
    return own.map { template.summary(of: $0) }
  }

  /// Returns the source of a broken constraint with the indices of the template.
  func inTemplate(_ source: ConstraintSource) -> ConstraintSource {
    switch source {
    case .fitting: .fitting
    case .constraint(let index, let identifier): .constraint(constraints[index], identifier: identifier)
    case .arrangement(let view): .arrangement(view: view.map { views[$0] } ?? root)
    case .proportion(let view): .proportion(view: views[view])
    case .aspectRatio(let view): .aspectRatio(view: views[view])
    case .hugging(let view, let axis): .hugging(view: views[view], axis)
    case .compressionResistance(let view, let axis): .compressionResistance(view: views[view], axis)
    }
  }
}

/// The inside of a cell or a view: how it lays out the views that it encloses.
public enum CellInside: Hashable, Sendable {
  /// By constraints, or as a stack.
  case constraints(StackArrangement?)
  /// As a flex container.
  case flex(FlexStyle)

  var isFlex: Bool { if case .flex = self { true } else { false } }
}

/// Divides the views of a template into parts.
struct CellPartsBuilder {
  /// A part in the making.
  private struct Draft {
    let root: Int?
    let inside: CellInside
    let margins: LayoutMargins
    var views: [Int] = []
    /// The drafts inside views of this one, by the index of the view in it.
    var insides: [Int: Int] = [:]
    /// The indices of the constraints of the template that this part has.
    var constraints: [Int] = []
  }

  private let views: [CellView]
  private let layout: [TemplateView]
  private let constraints: [LayoutConstraint]
  private var drafts: [Draft] = []
  /// For each view, the draft that it belongs to, and its index there.
  private var places: [(draft: Int, index: Int)] = []
  /// For each view that encloses others, the draft of these.
  private var innerDrafts: [Int?] = []

  /// - Complexity: O(v + c) for v views and c constraints.
  init(
    _ views: [CellView], _ layout: [TemplateView], _ constraints: [LayoutConstraint], inside: CellInside,
    margins: LayoutMargins
  ) {
    self.views = views
    self.layout = layout
    self.constraints = constraints
    drafts = [Draft(root: nil, inside: inside, margins: margins)]
    for (index, view) in views.enumerated() {
      let draft = view.parent.map { innerDrafts[$0] ?? 0 } ?? 0
      let place = drafts[draft].views.count
      drafts[draft].views.append(index)
      places.append((draft, place))
      guard let inside = view.inside(layout[index]) else {
        innerDrafts.append(nil)
        continue
      }
      if inside.isFlex == drafts[draft].inside.isFlex {
        innerDrafts.append(draft)
      } else {
        innerDrafts.append(drafts.count)
        drafts[draft].insides[place] = drafts.count
        drafts.append(Draft(root: index, inside: inside, margins: layout[index].margins))
      }
    }
    for (index, constraint) in constraints.enumerated() {
      let draft = constraint.container.map { innerDrafts[$0] ?? 0 } ?? 0
      drafts[draft].constraints.append(index)
    }
  }

  /// Compiles all parts, and returns the one of the cell.
  ///
  /// - Throws: `TemplateError`, with the index of the invalid view or constraint in the template.
  func build() throws(TemplateError) -> CellPart {
    try part(of: drafts[0])
  }

  private func part(of draft: Draft) throws(TemplateError) -> CellPart {
    let solver: CellPart.Solver
    switch draft.inside {
    case .constraints(let arrangement): solver = try compile(draft, arrangement)
    case .flex(let style): solver = .flex(tree(of: draft, style))
    }
    var insides: [Int: CellPart] = [:]
    for (view, inside) in draft.insides { insides[view] = try part(of: drafts[inside]) }
    return CellPart(
      solver, root: draft.root, views: draft.views, of: views, layout, insides: insides,
      constraints: draft.constraints)
  }

  private func compile(
    _ draft: Draft, _ arrangement: StackArrangement?
  ) throws(TemplateError) -> CellPart.Solver {
    let own = draft.views.map { view in
      var own = layout[view]
      own.parent = localIndex(of: views[view].parent, in: draft)
      return own
    }
    let held = draft.constraints.map { index in
      var constraint = constraints[index]
      constraint.container = localIndex(of: constraint.container, in: draft)
      return constraint
    }
    func template(_ direction: LayoutDirection) throws(TemplateError) -> Template {
      do throws(TemplateError) {
        return try Template(
          views: own, constraints: held, margins: draft.margins, arrangement: arrangement,
          direction: direction)
      } catch {
        switch error {
        case .view(let index, let reason): throw .view(index: draft.views[index], reason)
        case .constraint(let index, let reason):
          throw .constraint(index: draft.constraints[index], reason)
        default: throw error
        }
      }
    }
    return .constraints(leftToRight: try template(.leftToRight), rightToLeft: try template(.rightToLeft))
  }

  /// Returns the index of an enclosing view in a part; nil if the part is the inside of that view or of the cell.
  private func localIndex(of view: Int?, in draft: Draft) -> Int? {
    view == draft.root ? nil : view.map { places[$0].index }
  }

  private func tree(of draft: Draft, _ style: FlexStyle) -> FlexTree {
    var children: [[Int]] = Array(repeating: [], count: draft.views.count + 1)
    for (place, view) in draft.views.enumerated() {
      children[(localIndex(of: views[view].parent, in: draft) ?? -1) + 1].append(place + 1)
    }
    var nodes = [FlexNode(style, .boxes(children[0]))]
    for (place, view) in draft.views.enumerated() {
      let isContainer = views[view].inside(layout[view])?.isFlex ?? false
      var style = views[view].style
      // Text on one line is truncated rather than wider than its room.
      if case .text(let setting) = views[view].kind, setting.isTruncatedToOneLine { style.overflow = .hidden }
      nodes.append(FlexNode(style, isContainer ? .boxes(children[place + 1]) : .measured))
    }
    return FlexTree(nodes)
  }
}

extension CellView {
  /// How the view lays out the views that it encloses; nil for a view that encloses none.
  fileprivate func inside(_ layout: TemplateView) -> CellInside? {
    switch kind {
    case .text, .image, .box, .guide: nil
    case .view, .stack: .constraints(layout.arrangement)
    case .flex: .flex(style)
    }
  }
}
