import Testing

@testable import Constraints

@Suite struct VisualFormatTests {
  private static let names = ["a", "b", "find", "findNext", "findField", "_x1", "título", "V"]
  private static let metrics = ["gap": 12.5, "low": -4, "weak": 300, "b": 77]

  /// The constraints of a format, each as one would say it.
  private func said(
    _ format: String, _ options: VisualFormatOptions = [],
    superview: VisualFormatContext.SuperviewSpacing? = nil
  ) throws -> [String] {
    var context = VisualFormatContext(views: Self.names, metrics: Self.metrics)
    if let superview { context.superviewSpacing = superview }
    return try VisualFormat.constraints(format, options: options, in: context).map(Self.said)
  }

  private static func said(_ constraint: LayoutConstraint) -> String {
    func name(_ item: LayoutItem) -> String {
      if case .view(let name) = item { name } else { "|" }
    }
    let relations: [Relation: String] = [.equal: "=", .lessThanOrEqual: "<=", .greaterThanOrEqual: ">="]
    var text = "\(name(constraint.item)).\(constraint.attribute) \(relations[constraint.relation]!)"
    if let item = constraint.toItem, let attribute = constraint.toAttribute {
      text += " \(name(item)).\(attribute)"
      if constraint.constant != 0 { text += " + \(constraint.constant)" }
    } else {
      text += " \(constraint.constant)"
    }
    if !constraint.priority.isRequired { text += " @\(constraint.priority.rawValue)" }
    return text
  }

  @Test(
    arguments: [
      // The examples of the guide.
      ("[a]-[b]", ["b.leading = a.trailing + 8.0"]),
      ("[a(>=50)]", ["a.width >= 50.0"]),
      ("|-50-[a]-50-|", ["a.leading = |.leading + 50.0", "|.trailing = a.trailing + 50.0"]),
      ("V:[a]-10-[b]", ["b.top = a.bottom + 10.0"]),
      ("[a][b]", ["b.leading = a.trailing"]),
      ("[a(100@20)]", ["a.width = 100.0 @20.0"]),
      ("[a(==findNext)]", ["a.width = findNext.width"]),
      ("[a(>=70,<=100)]", ["a.width >= 70.0", "a.width <= 100.0"]),
      (
        "|-[find]-[findNext]-[findField(>=20)]-|",
        [
          "find.leading = |.leading + 20.0", "findNext.leading = find.trailing + 8.0",
          "findField.leading = findNext.trailing + 8.0", "findField.width >= 20.0",
          "|.trailing = findField.trailing + 20.0",
        ]
      ),
      // Orientation.
      ("H:|[a]|", ["a.leading = |.leading", "|.trailing = a.trailing"]),
      ("V:|[a]|", ["a.top = |.top", "|.bottom = a.bottom"]),
      ("V:|-[a(find)]-|", ["a.top = |.top + 20.0", "a.height = find.height", "|.bottom = a.bottom + 20.0"]),
      ("[V]", []),
      // Distances.
      ("[a]-0-[find]", ["find.leading = a.trailing"]),
      ("[a]-1.5-[find]", ["find.leading = a.trailing + 1.5"]),
      ("[a]-gap-[find]", ["find.leading = a.trailing + 12.5"]),
      ("[a]-low-[find]", ["find.leading = a.trailing + -4.0"]),
      ("[a]-(8)-[find]", ["find.leading = a.trailing + 8.0"]),
      ("[a]-(-8)-[find]", ["find.leading = a.trailing + -8.0"]),
      ("[a]-(==gap@weak)-[find]", ["find.leading = a.trailing + 12.5 @300.0"]),
      (
        "|-(>=8@750,<=20)-[a]", ["a.leading >= |.leading + 8.0 @750.0", "a.leading <= |.leading + 20.0"]
      ),
      ("[a]->=8-[find]", ["find.leading >= a.trailing + 8.0"]),
      ("[a]-8@750-[find]", ["find.leading = a.trailing + 8.0 @750.0"]),
      ("|-(<=-3)-[a]", ["a.leading <= |.leading + -3.0"]),
      // Numbers, as strtod has them.
      ("[a(1e2)]", ["a.width = 100.0"]), ("[a(2.5E-1)]", ["a.width = 0.25"]), ("[a(.5)]", ["a.width = 0.5"]),
      ("[a(5.)]", ["a.width = 5.0"]), ("[a(0x1F)]", ["a.width = 31.0"]), ("[a(0x1.8p3)]", ["a.width = 12.0"]),
      ("[a(007)]", ["a.width = 7.0"]),
      // Predicates.
      ("[a(gap)]", ["a.width = 12.5"]), ("[a(==find@500)]", ["a.width = find.width @500.0"]),
      ("[a(<=find@weak,>=10)]", ["a.width <= find.width @300.0", "a.width >= 10.0"]),
      ("[a(>=50@0.5)]", ["a.width >= 50.0 @0.5"]), ("[a(50@1000)]", ["a.width = 50.0"]),
      // A metric hides a view of its name.
      ("[a(b)]", ["a.width = 77.0"]),
      // Names, and spaces between things.
      ("[_x1]-[título]", ["título.leading = _x1.trailing + 8.0"]),
      (
        " H : | - 8 - [ a ( >= 1 , <= 2 @ 3 ) ] - | ",
        [
          "a.leading = |.leading + 8.0", "a.width >= 1.0", "a.width <= 2.0 @3.0",
          "|.trailing = a.trailing + 20.0",
        ]
      ),
    ] as [(String, [String])])
  func `a format has the constraints that Apple's guide describes`(format: String, constraints: [String])
    throws
  {
    #expect(try said(format) == constraints)
  }

  @Test func `a bare dash at the superview can stand for its margins`() throws {
    #expect(
      try said("|-[a]-[find]-|", superview: .margins) == [
        "a.leading = |.leadingMargin", "find.leading = a.trailing + 8.0", "|.trailingMargin = find.trailing",
      ])
    #expect(
      try said("V:|-[a]-|", superview: .margins) == ["a.top = |.topMargin", "|.bottomMargin = a.bottom"])
    #expect(
      try said("|-[a]-5-|", superview: .points(3)) == [
        "a.leading = |.leading + 3.0", "|.trailing = a.trailing + 5.0",
      ])
  }

  @Test func `options align each view with the one before it`() throws {
    #expect(
      try said("[a]-[find]-[findNext]", [.alignAllTop, .alignAllBottom]) == [
        "find.leading = a.trailing + 8.0", "findNext.leading = find.trailing + 8.0", "find.top = a.top",
        "findNext.top = find.top", "find.bottom = a.bottom", "findNext.bottom = find.bottom",
      ])
    // The superview is not aligned with.
    #expect(
      try said("V:|[a]-[find]|", .alignAllCenterX) == [
        "a.top = |.top", "find.top = a.bottom + 8.0", "|.bottom = find.bottom", "find.centerX = a.centerX",
      ])
  }

  @Test func `options set which way a format runs`() throws {
    #expect(
      try said("|-5-[a]-6-[find]-7-|", .directionLeftToRight) == [
        "a.left = |.left + 5.0", "find.left = a.right + 6.0", "|.right = find.right + 7.0",
      ])
    #expect(
      try said("|-5-[a]-6-[find]-7-|", .directionRightToLeft) == [
        "|.right = a.right + 5.0", "a.left = find.right + 6.0", "find.left = |.left + 7.0",
      ])
    #expect(
      try said("|-[a]-|", .directionRightToLeft, superview: .margins) == [
        "|.rightMargin = a.right", "a.left = |.leftMargin",
      ])
    #expect(try said("V:|[a]", .directionRightToLeft) == ["a.top = |.top"])
  }

  @Test func `options let vertical distances run from baseline to baseline`() throws {
    #expect(
      try said("V:|-5-[a]-24-[find]-6-|", .spacingBaselineToBaseline) == [
        "a.top = |.top + 5.0", "find.firstBaseline = a.lastBaseline + 24.0", "|.bottom = find.bottom + 6.0",
      ])
    #expect(try said("[a]-24-[find]", .spacingBaselineToBaseline) == ["find.leading = a.trailing + 24.0"])
  }

  @Test func `options have UIKit's names`() {
    #expect(VisualFormatOptions(name: "alignAllFirstBaseline") == .alignAllFirstBaseline)
    #expect(VisualFormatOptions(name: "alignAllCenterX") == .alignAllCenterX)
    #expect(VisualFormatOptions(name: "alignAllBaseline") == .alignAllLastBaseline)
    #expect(VisualFormatOptions(name: "directionLeadingToTrailing") == [])
    #expect(VisualFormatOptions(name: "alignall") == nil)
    #expect(VisualFormatOptions.names.count == 16)
    #expect(VisualFormatOptions.names.allSatisfy { VisualFormatOptions(name: $0) != nil })
  }

  @Test func `each constraint carries the identifier of its format`() throws {
    let context = VisualFormatContext(views: ["a"])
    let constraints = try VisualFormat.constraints("|[a(5)]|", in: context, identifier: "row")
    #expect(constraints.map(\.identifier) == ["row", "row", "row"])
  }
}
