import Constraints
import LayoutEngine
import Synchronization
import Text

/// The design of a cell, from which and an item's content its size follows.
public struct CellTemplate: Sendable {
  /// How the size is found.
  public enum Design: Sendable {
    /// By constraints between the views (`systemLayoutSizeFitting`), for either direction of text.
    case constraints(leftToRight: Template, rightToLeft: Template)
    /// By the one view and what is kept free around it (`sizeThatFits`).
    case sizeThatFits(insets: Insets)
  }

  public let views: [CellView]
  public let design: Design
  /// Tells it from every other: what was found out of one says nothing of another.
  let number = Self.numbers.add(1, ordering: .relaxed).newValue
  private let places: [String: Int]
  /// Of each constraint, the number of the client's that it comes from: one Visual Format string is several.
  private let origins: [Int]

  private static let numbers = Atomic(0)

  /// A cell that is as large as its one view and the insets around it.
  public init(sizing view: CellView, insets: Insets = .zero) {
    views = [view]
    design = .sizeThatFits(insets: insets)
    places = [view.name: 0]
    origins = []
  }

  /// A cell of views that constraints hold together.
  ///
  /// - Parameters:
  ///   - layout: the same views with their priorities and margins, in the same order.
  ///   - origins: of each constraint, the number of the client's that it comes from.
  /// - Throws: what is wrong with a view or a constraint, and which one it is.
  /// - Complexity: O(v + c) for v views and c constraints.
  public init(
    views: [CellView], layout: [TemplateView], constraints: [LayoutConstraint], origins: [Int],
    margins: LayoutMargins = LayoutMargins()
  ) throws(TemplateError) {
    precondition(views.count == layout.count, "every view has a place in the layout")
    self.views = views
    self.origins = origins
    var layout = layout
    for (place, view) in views.enumerated() { layout[place].take(view) }
    design = .constraints(
      leftToRight: try Template(views: layout, constraints: constraints, margins: margins),
      rightToLeft: try Template(
        views: layout, constraints: constraints, margins: margins, direction: .rightToLeft))
    places = Dictionary(views.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The place of the view of that name.
  public func place(ofView name: String) -> Int? { places[name] }

  /// Whether the size of a cell may be another in another content size category.
  ///
  /// - Complexity: O(v) for v views; O(n) in the length of content that may say itself how its text is set.
  func followsCategory(showing content: Content) -> Bool {
    if views.contains(where: { $0.setting?.followsCategory ?? false }) { return true }
    guard case .sizeThatFits = design, views[0].setting != nil else { return false }
    return Self.categoryWords.contains { content.jsonText.contains($0) }
  }

  /// The members of a text by which it follows the category where its template does not.
  private static let categoryWords = ["textStyle", "adjustsFontForContentSizeCategory"].map { Array($0.utf8) }

  /// How a view's text is set; nil for a view that shows none.
  public func textAttributes(
    of view: Int, showing content: ViewContent, _ environment: CellEnvironment
  ) -> TextAttributes? {
    (content.setting ?? views[view].setting)?.attributes(in: environment.category)
  }

  /// The number of the client's constraint that one of the template's comes from.
  public func origin(ofConstraint index: Int) -> Int? {
    origins.indices.contains(index) ? origins[index] : nil
  }

  /// A constraint that could not be kept, in words.
  public func summary(of source: ConstraintSource) -> String {
    if case .constraints(let template, _) = design { template.summary(of: source) } else { "" }
  }

  /// The template that every collection has: a text that wraps, set as body text.
  public static let text = CellTemplate(
    sizing: CellView(name: "text", kind: .text(TextSetting(style: .body, lineLimit: 0))))
}

extension TemplateView {
  /// Takes over what solvers have to know of the view before they know its content.
  fileprivate mutating func take(_ view: CellView) {
    switch view.kind {
    case .text(let setting):
      heightFollowsWidth = setting.wraps
      metrics = ViewMetrics(width: 0, height: 0)
    case .image, .box: metrics = view.content.metrics
    }
  }
}

extension ViewContent {
  /// What an image or a box says of its size.
  var metrics: ViewMetrics {
    ViewMetrics(width: size?.width, height: size?.height, aspectRatio: aspectRatio)
  }

  /// The same, the template's where an item says nothing.
  func metrics(over template: ViewContent) -> ViewMetrics {
    let size = size ?? template.size
    return ViewMetrics(
      width: size?.width, height: size?.height, aspectRatio: aspectRatio ?? template.aspectRatio)
  }
}
