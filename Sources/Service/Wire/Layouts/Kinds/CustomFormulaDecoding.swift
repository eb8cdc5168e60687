import JSON
import LayoutEngine

/// The names that a formula may use.
struct FormulaScope {
  var variables: [ExpressionVariable]
  /// The values of items.
  var values: [String] = []
}

/// Decodes the formulas of custom layouts.
extension DecodingContext {
  private enum FrameField: String, FieldNames { case x, y, width, height }

  private enum TurnField: String, FieldNames { case rotation, scale }

  private enum ExtentField: String, FieldNames { case width, height }

  /// What a character of an expression takes at most: half a step that is read, and half an instruction of a program.
  private static let bytesOfCharacter = 24

  /// - Parameter needsSize: whether the element has no size of its own.
  func customFrame(
    _ value: JSONValue, _ path: [String], _ scope: FormulaScope, needsSize: Bool = false
  ) -> CustomFrame? {
    var parts: [CustomFormula?] = [nil, nil, nil, nil]
    if value.kind == .array {
      parts = formulas(value, count: 4, path, "[x, y, width, height]", scope)
    } else {
      let expected = "a frame, {\"x\", \"y\", \"width\", \"height\"} or [x, y, width, height]"
      let isObject = object(value, FrameField.self, expected) { field, value in
        let formula = formula(value, path + [field.rawValue], scope)
        switch field {
        case .x: parts[0] = formula
        case .y: parts[1] = formula
        case .width: parts[2] = formula
        case .height: parts[3] = formula
        }
      }
      guard isObject else { return nil }
      require("x", of: value)
      require("y", of: value)
      if needsSize {
        require("width", of: value)
        require("height", of: value)
      }
    }
    guard let x = parts[0], let y = parts[1] else { return nil }
    return CustomFrame(x: x, y: y, width: parts[2], height: parts[3])
  }

  func customTransform(_ value: JSONValue, _ path: [String], _ scope: FormulaScope) -> CustomTransform? {
    if value.kind == .array {
      let parts = formulas(value, count: 6, path, "[a, b, c, d, tx, ty]", scope).compactMap { $0.self }
      return parts.count == 6 ? .matrix(parts) : nil
    }
    var rotation: CustomFormula?, scale: CustomFormula?
    let expected = "a transform, [a, b, c, d, tx, ty] or {\"rotation\", \"scale\"}"
    object(value, TurnField.self, expected) { field, value in
      let formula = formula(value, path + [field.rawValue], scope)
      switch field {
      case .rotation: rotation = formula
      case .scale: scale = formula
      }
    }
    return .turn(rotation: rotation, scale: scale)
  }

  func customContentSize(_ value: JSONValue) -> CustomContentSize? {
    let scope = FormulaScope(variables: ExpressionVariable.ofContent)
    let path = ["contentSize"]
    var width: CustomFormula?, height: CustomFormula?
    if value.kind == .array {
      let parts = formulas(value, count: 2, path, "[width, height]", scope)
      (width, height) = (parts[0], parts[1])
    } else {
      let expected = "a size, {\"width\", \"height\"} or [width, height]"
      let isObject = object(value, ExtentField.self, expected) { field, value in
        let formula = formula(value, path + [field.rawValue], scope)
        switch field {
        case .width: width = formula
        case .height: height = formula
        }
      }
      guard isObject else { return nil }
      require("width", of: value)
      require("height", of: value)
    }
    guard let width, let height else { return nil }
    return CustomContentSize(width: width, height: height)
  }

  /// Reads the formulas of a compact form; nil stands for an invalid formula.
  private func formulas(
    _ value: JSONValue, count: Int, _ path: [String], _ form: String, _ scope: FormulaScope
  ) -> [CustomFormula?] {
    var formulas = [CustomFormula?](repeating: nil, count: count)
    guard value.count == count else {
      return mismatch(value, "\(count) numbers or expressions, \(form)") ?? formulas
    }
    array(value, form) { index, value in
      formulas[index] = formula(value, path + [String(index)], scope)
    }
    return formulas
  }

  /// Reads a number, or an expression.
  ///
  /// - Parameter path: where it stands in the layout's parameters.
  func formula(_ value: JSONValue, _ path: [String], _ scope: FormulaScope) -> CustomFormula? {
    if value.kind == .number {
      return number(value).map { CustomFormula(Expression($0), parameter: path) }
    }
    guard let text = value.string else { return mismatch(value, "a number or an expression") }
    charge(text.utf8.count * Self.bytesOfCharacter)
    do throws(ExpressionSyntaxError) {
      let expression = try Expression(text, over: scope.variables, values: scope.values)
      return CustomFormula(expression, parameter: path)
    } catch {
      fault(described(error, in: text), column: error.offset + 1)
      return nil
    }
  }

  /// Returns a message with the error of an expression, its position and a suggestion.
  private func described(_ error: ExpressionSyntaxError, in text: String) -> String {
    let place = "at character \(error.offset + 1)"
    switch error.reason {
    case .unknownVariable(let name, let known), .unknownFunction(let name, let known):
      return "\(error.detail) \(place)\(suggestion(for: name, among: known))"
    case .tooLong:
      return error.detail
    default:
      return "\(error.detail), \(place): \(quoted(text, around: error.offset))"
    }
  }

  /// Returns the part of a text around a position, short enough for a message.
  private func quoted(_ text: String, around offset: Int) -> String {
    let scalars = text.unicodeScalars
    guard scalars.count > 60 else { return quoted(text) }
    let start = max(0, offset - 20)
    let rest = scalars.dropFirst(start)
    return "\"\(start > 0 ? "…" : "")\(String(rest.prefix(50)))\(rest.count > 50 ? "…" : "")\""
  }
}
