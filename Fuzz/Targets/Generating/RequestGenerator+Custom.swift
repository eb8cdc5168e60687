/// Custom layouts, whose parameters are formulas.
extension RequestGenerator {
  mutating func custom() -> [String] {
    var frame = ["\"x\":\(formula())", "\"y\":\(formula())"]
    frame += some(in: 2, [("width", { $0.formula() }), ("height", { $0.formula() })])
    let others = some([
      ("zIndex", { $0.formula() }), ("alpha", { $0.formula() }), ("itemSize", { $0.size() }),
      ("transform", { "{\"rotation\":\($0.formula()),\"scale\":\($0.formula())}" }),
      ("values", { "{\"a\":\($0.coordinate()),\"b_2\":\($0.coordinate())}" }),
      ("supplementaries", { "{\"header\":\($0.formulas()),\"badge\":\($0.formulas())}" }),
      ("decorations", { "{\"line\":\($0.formulas(counted: true))}" }),
      ("contentSize", { "[\($0.decisions.pick(["width", "n*9", "1000"]).quoted),\($0.number())]" }),
    ])
    return ["\"frame\":\(Self.object(frame))"] + others
  }

  /// The expressions of a supplementary or a decoration.
  private mutating func formulas(counted: Bool = false) -> String {
    let names = counted ? ["i", "n", "width"] : ["i", "item.height"]
    let frame = (0..<4).map { _ in decisions.once(in: 2) ? number() : decisions.pick(names).quoted }
    var members = ["\"frame\":[\(frame.joined(separator: ","))]"]
    if counted { members += some([("count", { $0.decisions.pick(["n", "section*3", "1e7"]).quoted })]) }
    members += some([("alpha", { $0.number(0...1) }), ("zIndex", { $0.coordinate() })])
    return Self.object(members)
  }

  private mutating func formula() -> String {
    switch decisions.below(4) {
    case 0: coordinate()
    default: expression(depth: 0).quoted
    }
  }

  private mutating func expression(depth: Int) -> String {
    guard depth < 4 else { return "i" }
    switch decisions.below(9) {
    case 0:
      return decisions.pick(["i", "section", "sections", "n", "width", "item.height", "item.values.a", "pi"])
    case 1: return number()
    case 2:
      let function = decisions.pick(["sin", "cos", "floor", "abs", "sqrt", "round", "tan", "ceil"])
      return "\(function)(\(expression(depth: depth + 1)))"
    case 3: return "if(\(expression(depth: depth + 1)) < 3, \(expression(depth: depth + 1)), i*20)"
    case 4: return "min(\(expression(depth: depth + 1)),max(1,\(expression(depth: depth + 1))))"
    default:
      let sign = decisions.pick(["+", "-", "*", "/", "%"])
      return "(\(expression(depth: depth + 1)) \(sign) \(expression(depth: depth + 1)))"
    }
  }
}

extension String {
  fileprivate var quoted: String { "\"\(self)\"" }
}
