@testable import LayoutEngine

extension CustomFormula {
  init(_ text: String, _ parameter: String..., values: [String] = []) throws {
    try self.init(Expression(text, values: values), parameter: parameter)
  }
}

extension Item {
  /// An item with values and nothing else.
  init(values: [String: Double]) {
    self.init()
    self.values = ItemValues(values)
  }
}

extension CustomView {
  /// Views of a kind whose frames are as four texts say; without the latter two, they keep their sizes.
  init(
    _ kind: ElementKind, x: String, y: String, width: String? = nil, height: String? = nil,
    count: String? = nil,
    _ change: (inout CustomElement) throws -> Void = { _ in }
  ) throws {
    func formula(_ text: String, _ name: String) throws -> CustomFormula {
      try CustomFormula(text, kind.name, "frame", name)
    }
    var element = CustomElement(
      frame: CustomFrame(
        x: try formula(x, "x"), y: try formula(y, "y"), width: try width.map { try formula($0, "width") },
        height: try height.map { try formula($0, "height") }))
    try change(&element)
    self.init(kind, element, count: try count.map { try CustomFormula($0, kind.name, "count") })
  }
}

extension CustomLayout {
  /// A layout whose frames are as four texts say; without the latter two, items keep their sizes.
  init(
    x: String, y: String, width: String? = nil, height: String? = nil, values: [CustomValue] = [],
    _ change: (inout CustomLayout) throws -> Void = { _ in }
  ) throws {
    let names = values.map(\.name)
    try self.init(
      frame: CustomFrame(
        x: CustomFormula(x, "frame", "x", values: names),
        y: CustomFormula(y, "frame", "y", values: names),
        width: width.map { try CustomFormula($0, "frame", "width", values: names) },
        height: height.map { try CustomFormula($0, "frame", "height", values: names) }))
    self.values = values
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
