import Constraints
import JSON
import Wire

/// The constraints of a template, each with the position of its entry in the template, as the steps of a pointer.
struct ReadConstraints {
  var constraints: [LayoutConstraint] = []
  var origins: [[String]] = []
}

extension DecodingContext {
  private enum ConstraintField: String, FieldNames {
    case item, attribute, relatedBy, toItem, toAttribute, multiplier, constant, priority, identifier
    case lengthsScaleWith
  }

  private enum VisualFormatField: String, FieldNames {
    case visualFormat, options, metrics, identifier, lengthsScaleWith
  }

  /// The most lengths that a template, or one of its formats, may name.
  private static let metricLimit = 1000

  /// Reads the constraints of a template and of its views: Visual Format strings, objects of such a string with options,
  /// and `NSLayoutConstraint`s.
  ///
  /// - Parameter views: all views, including invalid ones.
  func templateConstraints(
    _ holders: [ConstraintHolder], _ guides: [NamedGuide], among views: [TemplateView],
    metrics: [String: Double]
  ) -> ReadConstraints {
    var read = ReadConstraints()
    for holder in holders {
      // Formats suggest the views beside each other before all others.
      let names =
        views.filter { $0.parent == holder.view }.map { $0.name }
        + views.filter { $0.parent != holder.view }.map { $0.name }
      var context = VisualFormatContext(views: names, metrics: metrics)
      if holder.hasMargins { context.superviewSpacing = .margins }
      inTextSize(holder.textSize) {
        at(holder.steps) { at("constraints") { takeConstraints(of: holder, context, metrics, into: &read) } }
      }
    }
    for guide in guides {
      read.constraints += guide.constraints
      read.origins += guide.constraints.map { _ in guide.steps }
    }
    return read
  }

  private func takeConstraints(
    of holder: ConstraintHolder, _ context: VisualFormatContext, _ metrics: [String: Double],
    into read: inout ReadConstraints
  ) {
    let value = holder.constraints
    guard value.count <= TemplateLimits.constraints else {
      return fault("a template may have \(TemplateLimits.constraints) constraints; these are \(value.count)")
    }
    array(value, "an array of constraints") { index, value in
      guard read.constraints.count <= TemplateLimits.constraints else { return }
      var found = followingTextSize(value) { scaledConstraints(value, context, metrics) }
      for place in found.indices { found[place].container = holder.view }
      read.constraints += found
      read.origins += found.map { _ in holder.steps + ["constraints", String(index)] }
      if read.constraints.count > TemplateLimits.constraints {
        fault("a template may have \(TemplateLimits.constraints) constraints; these make it more")
      }
    }
  }

  /// Reads an entry of the constraints, with constants as they are at the text size.
  private func scaledConstraints(
    _ value: JSONValue, _ context: VisualFormatContext, _ metrics: [String: Double]
  ) -> [LayoutConstraint] {
    var found =
      if value.kind == .string {
        visualFormat(value, [], context, nil)
      } else if value["visualFormat"] != nil {
        visualFormatObject(value, context)
      } else {
        constraint(value, metrics: metrics).map { [$0] } ?? []
      }
    for place in found.indices { found[place].constant = scaled(found[place].constant) }
    return found
  }

  /// Reads the lengths that formats and constraints refer to by name, unscaled.
  func templateMetrics(_ value: JSONValue) -> [String: Double] {
    var metrics: [String: Double] = [:]
    guard value.kind == .object else { return mismatch(value, "an object of numbers, by name") ?? [:] }
    guard value.count <= Self.metricLimit else {
      fault("a template may have \(Self.metricLimit) metrics; these are \(value.count)")
      return [:]
    }
    for (key, value) in value.members {
      if isStopped { break }
      let name = String(key)
      at(name) {
        guard checkNormalForm(of: name) else { return }
        metrics[name] = number(value, in: -TemplateLimits.length...TemplateLimits.length)
      }
    }
    return metrics
  }

  private func visualFormat(
    _ value: JSONValue, _ options: VisualFormatOptions, _ context: VisualFormatContext, _ identifier: String?
  ) -> [LayoutConstraint] {
    guard let text = clientName(value) else { return [] }
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
      case .visualFormat, .lengthsScaleWith: break
      case .options: options = formatOptions(value)
      case .metrics: for (name, length) in templateMetrics(value) { metrics[name] = length }
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
      case .lengthsScaleWith: break
      }
    }
    guard isObject else { return nil }
    require("item", of: value)
    require("attribute", of: value)
    return faults.count == faultsBefore ? constraint : nil
  }

  /// Reads a number, or the name of a metric.
  private func constant(_ value: JSONValue, _ metrics: [String: Double]) -> Double? {
    guard value.kind == .string else { return number(value) }
    guard let name = clientName(value) else { return nil }
    if let metric = metrics[name] { return metric }
    if Double(name) != nil { return number(value) }
    fault("no metric is named \(quoted(name))\(suggestion(for: name, among: metrics.keys.sorted()))")
    return nil
  }

  private func layoutItem(_ value: JSONValue) -> LayoutItem? {
    clientName(value).map { $0 == Self.superviewName ? .superview : .view($0) }
  }
}
