import Constraints
import JSON
import LayoutEngine
import SelfSizing
import Wire

/// A guide that stands for a rectangle of the view around it.
struct NamedGuide {
  /// The rectangles, by their names in `UIView`.
  enum Area: String, CaseIterable { case layoutMargins, readableContent, safeArea }

  /// The constraints that make the guide the rectangle.
  var constraints: [LayoutConstraint]
  /// The position of the guide in the template, as the steps of a pointer.
  var steps: [String]

  /// - Parameters:
  ///   - parent: the index of the view around the guide; nil for the cell.
  ///   - readableWidth: the greatest width of text that reads well, in points.
  init(_ area: Area, _ name: String, in parent: Int?, _ steps: [String], readableWidth: Double) {
    self.steps = steps
    let guide = Constraints.LayoutItem.view(name)
    func edges(_ attributes: [(LayoutAttribute, LayoutAttribute)]) -> [LayoutConstraint] {
      attributes.map { LayoutConstraint(guide, $0, to: .superview, $1) }
    }
    switch area {
    case .safeArea:
      constraints = edges([(.left, .left), (.right, .right), (.top, .top), (.bottom, .bottom)])
    case .layoutMargins:
      constraints = edges([
        (.left, .leftMargin), (.right, .rightMargin), (.top, .topMargin), (.bottom, .bottomMargin),
      ])
    case .readableContent:
      constraints = edges([
        (.centerX, .centerXWithinMargins), (.top, .topMargin), (.bottom, .bottomMargin),
      ])
      constraints += [
        LayoutConstraint(guide, .width, .lessThanOrEqual, constant: readableWidth),
        LayoutConstraint(guide, .left, .greaterThanOrEqual, to: .superview, .leftMargin),
        LayoutConstraint(guide, .left, to: .superview, .leftMargin, priority: Self.filling),
      ]
    }
    for index in constraints.indices { constraints[index].container = parent }
  }

  /// The priority with which the readable width fills the margins: below required, above the content of views.
  private static let filling = Priority(999) ?? .required
}

extension DecodingContext {
  /// Reads a guide: one that constraints place, or one for a rectangle of the view around it.
  func takeGuide(
    _ value: JSONValue, _ name: String, in parent: Int?, _ steps: [String], into read: inout ReadViews
  ) {
    var area: NamedGuide.Area?
    object(value, "a guide: an object", ["type", "of"]) { member, value in
      if member == "of" { area = self.name(value, of: NamedGuide.Area.self) }
    }
    guard let area else { return }
    var width = ContentMargins.readableWidth
    if area == .readableContent, let category = textSize?.category {
      textSize?.isVarying = true
      width *= DynamicType.growth(of: .body, category)
    }
    read.guides.append(NamedGuide(area, name, in: parent, steps, readableWidth: width))
  }
}
