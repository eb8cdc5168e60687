import Testing

@testable import Constraints

@Suite struct SummaryTests {
  @Test(
    arguments: [
      (LayoutConstraint(.view("a"), .width, constant: 44), "a.width == 44"),
      (
        LayoutConstraint(
          .view("photo"), .width, .lessThanOrEqual, to: .superview, .width, multiplier: 0.5, constant: -16,
          priority: priority(750)), "photo.width <= 0.5 × superview.width - 16 @750"
      ),
      (
        LayoutConstraint(
          .superview, .trailing, .greaterThanOrEqual, to: .view("a"), .trailing, constant: 8.25),
        "superview.trailing >= a.trailing + 8.25"
      ),
      (
        LayoutConstraint(.view("a"), .top, to: .view("b"), .top, priority: priority(0.5)),
        "a.top == b.top @0.5"
      ),
    ] as [(LayoutConstraint, String)])
  func `the summary of a constraint is one line`(constraint: LayoutConstraint, summary: String) {
    #expect(constraint.summary == summary)
  }

  @Test func `the summary of a broken constraint describes it`() throws {
    let width = LayoutConstraint(.view("a"), .width, constant: 44, identifier: "narrow")
    let template = try template([box("a")], ["H:|[a]"], [width])
    let words: [(ConstraintSource, String)] = [
      (.constraint(0, identifier: nil), "a.leading == superview.leading"),
      (.constraint(1, identifier: "narrow"), "\"narrow\" (a.width == 44)"),
      (.aspectRatio(view: 0), "the aspect ratio of \"a\""),
      (.hugging(view: 0, .horizontal), "\"a\" no larger than the width of its content"),
      (.compressionResistance(view: 0, .vertical), "\"a\" no smaller than the height of its content"),
      (.fitting, "the fitting size of the cell"),
    ]
    for (source, text) in words { #expect(template.summary(of: source) == text) }
  }
}
