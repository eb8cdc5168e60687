import Testing

@testable import Constraints

@Suite struct TemplateTests {
  private static func fault(_ constraint: LayoutConstraint) -> ConstraintError? {
    let error = #expect(throws: TemplateError.self) {
      try template([box("title"), box("photo")], ["H:|[title]|"], [constraint])
    }
    guard case .constraint(index: 2, let fault) = error else { return nil }
    return fault
  }

  @Test func `an unknown view is reported with the most similar name`() {
    let constraint = LayoutConstraint(.view("foto"), .width, constant: 8)
    #expect(Self.fault(constraint) == .unknownView("foto", .item, nearest: "photo"))
    #expect(Self.fault(constraint)?.detail == "no view is named \"foto\"; did you mean \"photo\"?")
    let other = LayoutConstraint(.view("photo"), .width, to: .view("badge"), .width)
    #expect(Self.fault(other) == .unknownView("badge", .toItem, nearest: nil))
    #expect(Self.fault(other)?.detail == "no view is named \"badge\"")
  }

  @Test(
    arguments: [
      (LayoutConstraint(.view("title"), .left, constant: 8), .unpairedLocation(.left)),
      (
        LayoutConstraint(.view("title"), .top, to: .superview, .top, multiplier: 0), .unpairedLocation(.top)
      ),
      (LayoutConstraint(.view("title"), .left, to: .superview, .width), .mismatch(.left, .width)),
      (LayoutConstraint(.view("title"), .height, to: .superview, .bottom), .mismatch(.height, .bottom)),
      (LayoutConstraint(.view("title"), .left, to: .superview, .top), .mismatch(.left, .top)),
      (
        LayoutConstraint(.view("title"), .centerY, to: .superview, .centerX), .mismatch(.centerY, .centerX)
      ),
      (
        LayoutConstraint(.view("title"), .leading, to: .superview, .left),
        .mixedDirections(.leading, .left)
      ),
      (
        LayoutConstraint(.view("title"), .rightMargin, to: .superview, .trailing),
        .mixedDirections(.rightMargin, .trailing)
      ),
      (LayoutConstraint(.view("title"), .width, to: .superview), .incompleteSecondItem),
      (LayoutConstraint(.view("title"), .width, to: nil, .width), .incompleteSecondItem),
      (LayoutConstraint(.view("title"), .width, constant: .nan), .constantOutOfBounds),
      (LayoutConstraint(.view("title"), .width, constant: -1e8), .constantOutOfBounds),
      (
        LayoutConstraint(.view("title"), .width, to: .superview, .width, multiplier: .infinity),
        .multiplierOutOfBounds
      ),
      (
        LayoutConstraint(.view("title"), .width, to: .superview, .width, multiplier: 1e-4),
        .multiplierOutOfBounds
      ),
    ] as [(LayoutConstraint, ConstraintError)])
  func `constraints that NSLayoutConstraint rejects are rejected`(
    constraint: LayoutConstraint, fault: ConstraintError
  ) {
    #expect(Self.fault(constraint) == fault)
    #expect(!fault.detail.isEmpty)
  }

  @Test func `views have unique names and valid metrics`() {
    func error(_ views: [TemplateView]) -> TemplateError? {
      #expect(throws: TemplateError.self) { try template(views, []) }
    }
    #expect(error([box("a"), box("b"), box("a")]) == .view(index: 2, .duplicateName("a")))
    for view in [
      box("a", -1), box("a", .nan), box("a", 3, .infinity), box("a", ratio: 0), box("a", ratio: -2),
      box("a", ratio: .nan), TemplateView("a", ViewMetrics(firstBaseline: .infinity)),
    ] {
      #expect(error([box("z"), view]) == .view(index: 1, .invalidMetrics))
    }
    var margin = box("a")
    margin.margins.left = .nan
    #expect(error([margin]) == .view(index: 0, .invalidMargins))
  }

  @Test func `the superview's margins are validated too`() {
    #expect(throws: TemplateError.invalidMargins) {
      try template([], [], margins: LayoutMargins(top: .infinity))
    }
  }

  @Test func `more views or constraints than the limits allow are rejected immediately`() {
    let views = (0...TemplateLimits.views).map { box("v\($0)") }
    #expect(throws: TemplateError.tooManyViews(101)) { try template(views, []) }
    let constraint = LayoutConstraint(.view("a"), .width, constant: 5)
    let error = #expect(throws: TemplateError.self) {
      try template([box("a")], [], Array(repeating: constraint, count: 10_000))
    }
    #expect(error == .tooManyConstraints(10_000))
    #expect(error?.detail == "a template may have at most 500 constraints, got 10000")
  }
}
