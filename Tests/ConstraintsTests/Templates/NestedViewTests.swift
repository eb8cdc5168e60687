import Geometry
import Testing

@testable import Constraints

@Suite struct NestedViewTests {
  /// `view.attribute = superview.attribute + constant`, in a view of that index.
  private static func align(
    _ attribute: LayoutAttribute, _ item: String, _ constant: Double = 0, in container: Int?,
    with other: String? = nil, _ otherAttribute: LayoutAttribute? = nil, multiplier: Double = 1
  ) -> LayoutConstraint {
    var constraint = LayoutConstraint(
      .view(item), attribute, to: other.map { .view($0) } ?? .superview, otherAttribute ?? attribute,
      multiplier: multiplier, constant: constant)
    constraint.container = container
    return constraint
  }

  private static let views = [
    box("card"), label("title", 5).inside(0, arranged: false), box("badge", 10, 10),
  ]

  private static let outer = [
    align(.left, "card", 20, in: nil), align(.top, "card", 10, in: nil), align(.right, "card", -30, in: nil),
    align(.bottom, "card", -5, in: nil),
  ]

  @Test func `the superview of a constraint is the view that holds it`() throws {
    let inner = [
      Self.align(.left, "title", 4, in: 0), Self.align(.top, "title", 3, in: 0),
      Self.align(.bottom, "title", -2, in: 0), Self.align(.right, "title", -6, in: 0),
    ]
    let solution = try Template(views: Self.views, constraints: Self.outer + inner).solved(width: 200)
    #expect(isNear(solution.frames[0], frame(20, 10, 150, 25)))
    #expect(isNear(solution.frames[1], frame(24, 13, 140, 20)))
    #expect(isNear([solution.size.height], [40]))
  }

  @Test func `margins are those of the view that holds the constraint, on the side that they name`() throws {
    var views = Self.views
    views[0].margins = LayoutMargins(top: 1, leading: 2, bottom: 3, trailing: 4)
    let inner = [
      Self.align(.leading, "title", in: 0, .leadingMargin),
      Self.align(.trailing, "title", in: 0, .trailingMargin),
      Self.align(.top, "title", in: 0, .topMargin), Self.align(.bottom, "title", in: 0, .bottomMargin),
    ]
    for (direction, x) in [(LayoutDirection.leftToRight, 22.0), (.rightToLeft, 24)] {
      let solution = try Template(views: views, constraints: Self.outer + inner, direction: direction)
        .solved(width: 200)
      #expect(isNear(solution.frames[1], frame(x, 11, 144, 20)), "\(direction)")
    }
  }

  @Test func `locations are coordinates of the view that holds the constraint`() throws {
    // The title begins at a quarter of the card's width, from its leading edge.
    let inner = [
      Self.align(.leading, "title", in: 0, .trailing, multiplier: 0.25), Self.align(.top, "title", in: 0),
      Self.align(.bottom, "title", in: 0, .bottom),
    ]
    let left = try Template(views: Self.views, constraints: Self.outer + inner).solved(width: 200)
    #expect(isNear([left.frames[1].x], [20 + 0.25 * 150]))
    let right = try Template(views: Self.views, constraints: Self.outer + inner, direction: .rightToLeft)
      .solved(width: 200)
    #expect(isNear([right.frames[1].maxX], [170 - 0.25 * 150]))
  }

  @Test func `a constraint crosses levels by a name or a path`() throws {
    for name in ["title", "card.title"] {
      let inner = [
        Self.align(.left, "title", 4, in: 0), Self.align(.top, "title", 3, in: 0),
        Self.align(.bottom, "title", in: 0), Self.align(.left, "badge", 7, in: nil, with: name, .right),
        Self.align(.centerY, "badge", in: nil, with: name),
      ]
      let solution = try Template(views: Self.views, constraints: Self.outer + inner).solved(width: 200)
      #expect(isNear(solution.frames[2], frame(24 + 50 + 7, 18, 10, 10)), "\(name)")
    }
  }

  @Test func `names are unique among siblings, and paths where several views have one`() throws {
    let views = [
      box("a"), box("value").inside(0, arranged: false), box("b"), box("value").inside(2, arranged: false),
      box("only").inside(2, arranged: false), box("0").inside(2, arranged: false),
    ]
    let names = try ViewNames(views)
    #expect(names.keys == ["a", "a.value", "b", "b.value", "only", "b.0"])
    #expect(names.index(of: "value") == nil && names.index(of: "b.only") == 4)
    #expect(names.index(of: "value", in: 2) == 3 && names.index(of: "only", in: 0) == 4)
    #expect(throws: TemplateError.view(index: 1, .duplicateName("a"))) {
      try Template(views: [box("a"), box("a")], constraints: [])
    }
    #expect(throws: TemplateError.view(index: 2, .duplicateName("a.b"))) {
      try Template(views: [box("a"), box("b").inside(0), box("a.b")], constraints: [])
    }
  }

  @Test func `a view that encloses itself or a later one is refused`() throws {
    for parent in [0, 1, -1, 7] {
      #expect(throws: TemplateError.view(index: 0, .invalidParent)) {
        try Template(views: [box("a").inside(parent), box("b")], constraints: [])
      }
    }
  }

  @Test func `an unknown name suggests the nearest key`() throws {
    let constraint = Self.align(.left, "badge", in: nil, with: "titel")
    #expect(throws: TemplateError.constraint(index: 0, .unknownView("titel", .toItem, nearest: "title"))) {
      try Template(
        views: [box("x"), label("title").inside(0), box("badge")], constraints: [constraint])
    }
  }
}
