import Geometry
@testable import Constraints

/// A template whose cell is a stack. Views without a parent are arranged by the cell.
func stacked(
  _ arrangement: StackArrangement, _ views: [TemplateView], _ constraints: [LayoutConstraint] = [],
  margins: LayoutMargins = LayoutMargins(), direction: LayoutDirection = .leftToRight
) throws -> Template {
  let arranged = views.map { view in
    var view = view.showingText
    if view.parent == nil { view.isArranged = true }
    return view
  }
  return try Template(
    views: arranged, constraints: constraints, margins: margins, arrangement: arrangement,
    direction: direction)
}

extension StackArrangement {
  static func row(
    _ distribution: Distribution = .fill, _ alignment: Alignment = .fill, spacing: Double = 0
  ) -> StackArrangement {
    StackArrangement(distribution: distribution, alignment: alignment, spacing: spacing)
  }

  static func column(
    _ distribution: Distribution = .fill, _ alignment: Alignment = .fill, spacing: Double = 0
  ) -> StackArrangement {
    StackArrangement(axis: .vertical, distribution: distribution, alignment: alignment, spacing: spacing)
  }
}

extension TemplateView {
  /// The view, marked as a text if it has a baseline or wraps.
  var showingText: TemplateView {
    var view = self
    view.isText = metrics.firstBaseline != 0 || heightFollowsWidth
    return view
  }

  /// The view as a stack.
  func arranging(_ arrangement: StackArrangement) -> TemplateView {
    var view = self
    view.arrangement = arrangement
    return view
  }

  /// The view inside another one, arranged by it or not.
  func inside(_ parent: Int, arranged: Bool = true) -> TemplateView {
    var view = self
    view.parent = parent
    view.isArranged = arranged
    return view
  }

  var hidden: TemplateView {
    var view = self
    view.metrics.isHidden = true
    return view
  }

  func spacingAfter(_ spacing: Double) -> TemplateView {
    var view = self
    view.customSpacingAfter = spacing
    return view
  }
}
