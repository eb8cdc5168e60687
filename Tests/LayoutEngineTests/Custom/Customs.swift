@testable import LayoutEngine

extension CustomFormula {
  init(_ text: String, _ parameter: String...) throws {
    try self.init(Expression(text), parameter: parameter)
  }
}

extension CustomLayout {
  /// A layout whose frames are as four texts say; without the latter two, items keep their sizes.
  init(
    x: String, y: String, width: String? = nil, height: String? = nil,
    _ change: (inout CustomLayout) throws -> Void = { _ in }
  ) throws {
    try self.init(
      frame: CustomFrame(
        x: CustomFormula(x, "frame", "x"), y: CustomFormula(y, "frame", "y"),
        width: width.map { try CustomFormula($0, "frame", "width") },
        height: height.map { try CustomFormula($0, "frame", "height") }))
    try change(&self)
  }

  func solve(_ sections: Section..., in container: Container = Container(320, 480)) throws -> CustomSolution {
    try prepare(SectionList(ContiguousArray(sections)), in: container)
  }

  /// Why it has no solution; nil if it has one.
  func failure(_ sections: Section..., in container: Container = Container(320, 480)) -> LayoutError? {
    do throws(LayoutError) {
      _ = try prepare(SectionList(ContiguousArray(sections)), in: container)
      return nil
    } catch {
      return error
    }
  }
}

extension CustomContentSize {
  init(_ width: String, _ height: String) throws {
    try self.init(
      width: CustomFormula(
        Expression(width, over: ExpressionVariable.ofContent), parameter: ["contentSize", "width"]),
      height: CustomFormula(
        Expression(height, over: ExpressionVariable.ofContent), parameter: ["contentSize", "height"]))
  }
}
