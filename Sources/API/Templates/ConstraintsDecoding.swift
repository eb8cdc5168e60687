import Constraints
import JSON

/// The constraints of a template, each with the index of its entry in the request.
struct ReadConstraints {
  var constraints: [LayoutConstraint] = []
  var origins: [Int] = []
}

extension DecodingContext {
  private enum ConstraintField: String, FieldNames {
    case item, attribute, relatedBy, toItem, toAttribute, multiplier, constant, priority, identifier
  }

  private enum VisualFormatField: String, FieldNames { case visualFormat, options, metrics, identifier }

  /// The most lengths that a template, or one of its formats, may name.
  private static let metricLimit = 1000

  /// Reads constraints: Visual Format strings, objects of such a string with options, and `NSLayoutConstraint`s.
  ///
  /// - Parameters:
  ///   - views: the names of all views, including invalid ones.
  ///   - hasMargins: whether the template has margins of its own: `|-` then stops at them, as in Apple's
  ///     documentation of `UIView.layoutMargins`.
  func templateConstraints(
    _ value: JSONValue, among views: [String], metrics: [String: Double], hasMargins: Bool
  ) -> ReadConstraints {
    var read = ReadConstraints()
    guard value.count <= TemplateLimits.constraints else {
      fault("a template may have \(TemplateLimits.constraints) constraints; these are \(value.count)")
      return read
    }
    var context = VisualFormatContext(views: views, metrics: metrics)
    if hasMargins { context.superviewSpacing = .margins }
    array(value, "an array of constraints") { index, value in
      guard read.constraints.count <= TemplateLimits.constraints else { return }
      let found: [LayoutConstraint]
      if value.kind == .string {
        found = visualFormat(value, [], context, nil)
      } else if value["visualFormat"] != nil {
        found = visualFormatObject(value, context)
      } else {
        found = constraint(value, metrics: metrics).map { [$0] } ?? []
      }
      read.constraints += found
      read.origins += found.map { _ in index }
      if read.constraints.count > TemplateLimits.constraints {
        fault("a template may have \(TemplateLimits.constraints) constraints; these make it more")
      }
    }
    return read
  }

  /// Reads the lengths that formats and constraints refer to by name.
  func templateMetrics(_ value: JSONValue) -> [String: Double] {
    var metrics: [String: Double] = [:]
    guard value.kind == .object else { return mismatch(value, "an object of numbers, by name") ?? [:] }
    guard value.count <= Self.metricLimit else {
      fault("a template may have \(Self.metricLimit) metrics; these are \(value.count)")
      return [:]
    }
    for (key, value) in value.members {
      if isStopped { break }
      at(String(key)) {
        metrics[String(key)] = number(value, in: -TemplateLimits.length...TemplateLimits.length)
      }
    }
    return metrics
  }

  private func visualFormat(
    _ value: JSONValue, _ options: VisualFormatOptions, _ context: VisualFormatContext, _ identifier: String?
  ) -> [LayoutConstraint] {
    guard let text = string(value) else { return [] }
    do throws(VisualFormatError) {
      return try VisualFormat.constraints(text, options: options, in: context, identifier: identifier ?? text)
    } catch {
      fault("\(error.detail), at character \(error.offset + 1) of \(quoted(text))", column: error.offset + 1)
      return []
    }
  }

  private func visualFormatObject(
    _ value: JSONValue, _ context: VisualFormatContext
  ) -> [LayoutConstraint] {
    var options: VisualFormatOptions = []
    var identifier: String?
    var metrics = context.metrics
    object(value, VisualFormatField.self, "a visual format: an object") { field, value in
      switch field {
      case .visualFormat: break
      case .options: options = formatOptions(value)
      case .metrics: metrics.merge(templateMetrics(value)) { _, own in own }
      case .identifier: identifier = string(value)
      }
    }
    guard let text = value["visualFormat"] else { return [] }
    var own = VisualFormatContext(views: context.views, metrics: metrics)
    own.superviewSpacing = context.superviewSpacing
    return at("visualFormat") { visualFormat(text, options, own, identifier) }
  }

  private func formatOptions(_ value: JSONValue) -> VisualFormatOptions {
    if value.kind == .string { return formatOption(value) ?? [] }
    var options: VisualFormatOptions = []
    array(value, "an array of options") { _, value in
      if let option = formatOption(value) { options.formUnion(option) }
    }
    return options
  }

  private func formatOption(_ value: JSONValue) -> VisualFormatOptions? {
    guard let name = string(value) else { return nil }
    if let option = VisualFormatOptions(name: name) { return option }
    fault("unknown value \(quoted(name))\(suggestion(for: name, among: VisualFormatOptions.names))")
    return nil
  }

  private func constraint(_ value: JSONValue, metrics: [String: Double]) -> LayoutConstraint? {
    let faultsBefore = faults.count
    var constraint = LayoutConstraint(.superview, .width)
    let expected = "a Visual Format string, or a constraint: an object with \"item\" and \"attribute\""
    let isObject = object(value, ConstraintField.self, expected) { field, value in
      switch field {
      case .item: set(&constraint.item, layoutItem(value))
      case .attribute: set(&constraint.attribute, name(value, of: LayoutAttribute.self))
      case .relatedBy: set(&constraint.relation, name(value, of: Relation.self))
      case .toItem: constraint.toItem = value.isNull ? nil : layoutItem(value)
      case .toAttribute: constraint.toAttribute = value.isNull ? nil : name(value, of: LayoutAttribute.self)
      case .multiplier: set(&constraint.multiplier, number(value))
      case .constant: set(&constraint.constant, constant(value, metrics))
      case .priority: set(&constraint.priority, priority(value))
      case .identifier: constraint.identifier = string(value)
      }
    }
    guard isObject else { return nil }
    require("item", of: value)
    require("attribute", of: value)
    return faults.count == faultsBefore ? constraint : nil
  }

  /// Reads a number, or the name of a metric.
  private func constant(_ value: JSONValue, _ metrics: [String: Double]) -> Double? {
    guard let name = value.string else { return number(value) }
    if let metric = metrics[name] { return metric }
    fault("no metric is named \(quoted(name))\(suggestion(for: name, among: metrics.keys.sorted()))")
    return nil
  }

  private func layoutItem(_ value: JSONValue) -> LayoutItem? {
    string(value).map { $0 == Self.superviewName ? .superview : .view($0) }
  }
}
