import JSON
import LayoutEngine

extension DecodingContext {
  private enum CustomField: String, FieldNames {
    case kind, frame, zIndex, alpha, transform, itemSize, contentSize
  }

  private enum FrameField: String, FieldNames { case x, y, width, height }

  private enum TurnField: String, FieldNames { case rotation, scale }

  private enum ExtentField: String, FieldNames { case width, height }

  func customLayout(_ value: JSONValue) -> CustomLayout {
    // A frame that cannot be read is reported as an error, so that the request is rejected anyway.
    var layout = CustomLayout.empty
    object(value, CustomField.self, "a custom layout") { field, value in
      switch field {
      case .kind: break
      case .frame: set(&layout.frame, customFrame(value))
      case .zIndex: layout.zIndex = formula(value, [field.rawValue])
      case .alpha: layout.alpha = formula(value, [field.rawValue])
      case .transform: layout.transform = customTransform(value)
      case .itemSize: set(&layout.itemSize, size(value))
      case .contentSize: layout.contentSize = customContentSize(value)
      }
    }
    require("frame", of: value)
    return layout
  }

  /// Sections have no metrics to override: formulas distinguish sections by `section`.
  func noCustomMetrics(_ value: JSONValue) -> SectionMetrics {
    guard value.kind == .object else { return mismatch(value, "an object") ?? .none }
    for (name, _) in value.members {
      if isStopped { break }
      at(String(name)) { fault("unknown field; sections of a custom layout have no metrics") }
    }
    return .none
  }
}

extension DecodingContext {
  private func customFrame(_ value: JSONValue) -> CustomFrame? {
    var parts: [CustomFormula?] = [nil, nil, nil, nil]
    if value.kind == .array {
      parts = formulas(value, count: 4, "frame", "[x, y, width, height]")
    } else {
      let expected = "a frame, {\"x\", \"y\", \"width\", \"height\"} or [x, y, width, height]"
      let isObject = object(value, FrameField.self, expected) { field, value in
        let formula = formula(value, ["frame", field.rawValue])
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
    }
    guard let x = parts[0], let y = parts[1] else { return nil }
    return CustomFrame(x: x, y: y, width: parts[2], height: parts[3])
  }

  private func customTransform(_ value: JSONValue) -> CustomTransform? {
    if value.kind == .array {
      let parts = formulas(value, count: 6, "transform", "[a, b, c, d, tx, ty]").compactMap { $0.self }
      return parts.count == 6 ? .matrix(parts) : nil
    }
    var rotation: CustomFormula?, scale: CustomFormula?
    let expected = "a transform, [a, b, c, d, tx, ty] or {\"rotation\", \"scale\"}"
    object(value, TurnField.self, expected) { field, value in
      let formula = formula(value, ["transform", field.rawValue])
      switch field {
      case .rotation: rotation = formula
      case .scale: scale = formula
      }
    }
    return .turn(rotation: rotation, scale: scale)
  }

  private func customContentSize(_ value: JSONValue) -> CustomContentSize? {
    let variables = ExpressionVariable.ofContent
    var width: CustomFormula?, height: CustomFormula?
    if value.kind == .array {
      let parts = formulas(value, count: 2, "contentSize", "[width, height]", over: variables)
      (width, height) = (parts[0], parts[1])
    } else {
      let expected = "a size, {\"width\", \"height\"} or [width, height]"
      let isObject = object(value, ExtentField.self, expected) { field, value in
        let formula = formula(value, ["contentSize", field.rawValue], over: variables)
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
}

extension DecodingContext {
  /// Reads the formulas of a compact form; nil stands for an invalid formula.
  private func formulas(
    _ value: JSONValue, count: Int, _ parameter: String, _ form: String,
    over variables: [ExpressionVariable] = ExpressionVariable.ofItems
  ) -> [CustomFormula?] {
    var formulas = [CustomFormula?](repeating: nil, count: count)
    guard value.count == count else {
      return mismatch(value, "\(count) numbers or expressions, \(form)") ?? formulas
    }
    array(value, form) { index, value in
      formulas[index] = formula(value, [parameter, String(index)], over: variables)
    }
    return formulas
  }

  /// Reads a number, or an expression over `variables`.
  private func formula(
    _ value: JSONValue, _ parameter: [String],
    over variables: [ExpressionVariable] = ExpressionVariable.ofItems
  ) -> CustomFormula? {
    if value.kind == .number {
      return number(value).map { CustomFormula(Expression($0), parameter: parameter) }
    }
    guard let text = value.string else { return mismatch(value, "a number or an expression") }
    do throws(ExpressionSyntaxError) {
      return CustomFormula(try Expression(text, over: variables), parameter: parameter)
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
