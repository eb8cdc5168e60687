import Geometry
import Testing

@testable import Constraints

@Suite struct AttributeTests {
  /// A view at (10, 20), 100 wide and 50 high, in a cell of 300 × 200 whose margins are 1, 2, 3 and 4.
  private static func place(
    _ constraint: LayoutConstraint, direction: LayoutDirection = .leftToRight
  ) throws -> Rect {
    var probe = box("probe")
    probe.margins = LayoutMargins(top: 5, left: 6, bottom: 7, right: 8)
    var anchor = TemplateView("anchor", ViewMetrics(firstBaseline: 12, lastBaseline: 9))
    anchor.margins = LayoutMargins(top: 21, left: 22, bottom: 23, right: 24)
    let fixed: [LayoutConstraint] = [
      LayoutConstraint(.view("anchor"), .left, to: .superview, .left, constant: 10),
      LayoutConstraint(.view("anchor"), .top, to: .superview, .top, constant: 20),
      LayoutConstraint(.view("anchor"), .width, constant: 100),
      LayoutConstraint(.view("anchor"), .height, constant: 50),
      LayoutConstraint(.superview, .height, constant: 200),
      LayoutConstraint(.view("probe"), .width, constant: 40, priority: priority(10)),
      LayoutConstraint(.view("probe"), .height, constant: 16, priority: priority(10)),
    ]
    let template = try template(
      [anchor, probe], [], fixed + [constraint], margins: LayoutMargins(top: 1, left: 2, bottom: 3, right: 4),
      direction: direction)
    return try template.solved(width: 300).frames[1]
  }

  private static func between(
    _ attribute: LayoutAttribute, _ item: LayoutItem, _ other: LayoutAttribute
  ) -> LayoutConstraint {
    LayoutConstraint(.view("probe"), attribute, to: item, other)
  }

  @Test(
    arguments: [
      (.left, .left, 10), (.left, .right, 110), (.left, .centerX, 60), (.left, .leftMargin, 32),
      (.left, .rightMargin, 86), (.left, .centerXWithinMargins, 59), (.right, .left, -30),
      (.centerX, .centerX, 40), (.leading, .leading, 10), (.trailing, .trailing, 70),
      (.leading, .trailingMargin, 86), (.leadingMargin, .leading, 4), (.trailingMargin, .trailing, 78),
      (.leftMargin, .left, 4), (.rightMargin, .right, 78), (.centerXWithinMargins, .centerX, 41),
    ] as [(LayoutAttribute, LayoutAttribute, Double)])
  func `a horizontal position follows the other view's`(
    own: LayoutAttribute, other: LayoutAttribute, x: Double
  )
    throws
  {
    #expect(try Self.place(Self.between(own, .view("anchor"), other)).x == x)
  }

  @Test(
    arguments: [
      (.top, .top, 20), (.top, .bottom, 70), (.top, .centerY, 45), (.top, .topMargin, 41),
      (.top, .bottomMargin, 47), (.top, .centerYWithinMargins, 44), (.bottom, .top, 4),
      (.centerY, .centerY, 37), (.top, .firstBaseline, 32), (.top, .lastBaseline, 61),
      // A view without text has its first baseline at its top and its last at its bottom.
      (.firstBaseline, .firstBaseline, 32), (.lastBaseline, .lastBaseline, 45), (.topMargin, .top, 15),
      (.bottomMargin, .bottom, 61), (.centerYWithinMargins, .centerY, 38),
    ] as [(LayoutAttribute, LayoutAttribute, Double)])
  func `a vertical position follows the other view's`(own: LayoutAttribute, other: LayoutAttribute, y: Double)
    throws
  {
    #expect(try Self.place(Self.between(own, .view("anchor"), other)).y == y)
  }

  @Test(
    arguments: [
      (.left, .left, 0, nil), (.right, .right, 260, nil), (.left, .leftMargin, 2, nil),
      (.right, .rightMargin, 256, nil), (.centerX, .centerX, 130, nil),
      (.centerX, .centerXWithinMargins, 129, nil),
      (.top, .topMargin, nil, 1), (.bottom, .bottom, nil, 184), (.bottom, .bottomMargin, nil, 181),
      (.centerY, .centerYWithinMargins, nil, 91), (.top, .firstBaseline, nil, 0),
      (.bottom, .lastBaseline, nil, 184),
    ] as [(LayoutAttribute, LayoutAttribute, Double?, Double?)])
  func `the superview's positions are its own edges and margins`(
    own: LayoutAttribute, other: LayoutAttribute, x: Double?, y: Double?
  ) throws {
    let frame = try Self.place(Self.between(own, .superview, other))
    if let x { #expect(frame.x == x) }
    if let y { #expect(frame.y == y) }
  }

  @Test func `sizes compare with sizes of either axis, times a factor, plus a constant`() throws {
    let half = LayoutConstraint(
      .view("probe"), .width, to: .view("anchor"), .height, multiplier: 0.5, constant: 3)
    #expect(try Self.place(half).width == 28)
    let fraction = LayoutConstraint(
      .view("probe"), .height, .lessThanOrEqual, to: .superview, .width, multiplier: 0.04)
    #expect(try Self.place(fraction).height == 12)
    let nothing = LayoutConstraint(
      .view("probe"), .width, to: .view("anchor"), .width, multiplier: 0, constant: 17)
    #expect(try Self.place(nothing).width == 17)
  }

  @Test func `from right to left, leading is the right edge and constants count leftward`() throws {
    func x(_ own: LayoutAttribute, _ other: LayoutAttribute, _ constant: Double = 0, _ multiplier: Double = 1)
      throws -> Double
    {
      var constraint = Self.between(own, .view("anchor"), other)
      constraint.constant = constant
      constraint.multiplier = multiplier
      return try Self.place(constraint, direction: .rightToLeft).x
    }
    // The anchor spans 10 to 110, and the probe is 40 wide.
    #expect(try x(.leading, .leading) == 70)
    #expect(try x(.leading, .leading, 5) == 65)
    #expect(try x(.leading, .trailing, 8) == -38)
    #expect(try x(.leadingMargin, .trailing) == -22)
    // 300 − 110 = 190 from the right, times a half: the right edge is at 205.
    #expect(try x(.leading, .leading, 0, 0.5) == 165)
    // Attributes without a direction are not mirrored.
    #expect(try x(.centerX, .centerX, 5) == 45)
    #expect(try x(.left, .left, 5) == 15)
  }
}
