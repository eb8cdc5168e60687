import Diagnostics
import JSON
import LayoutEngine

/// Decodes layouts and the metrics of sections by the declarations in `LayoutKind.all`.
extension DecodingContext {
  /// Reads a layout: its kind, then the parameters of that kind.
  func layout(_ value: JSONValue) -> LayoutKind? {
    guard value.kind == .object else { return mismatch(value, "an object with \"kind\"") }
    guard let name = value["kind"] else {
      missing("kind", taking: LayoutKind.all.map { $0.name }, in: value, besides: [])
      return nil
    }
    let kind = at("kind") { () -> LayoutKind? in
      if let known = name.string.flatMap(LayoutKind.named) { return known }
      return choice(name, among: LayoutKind.all.map { $0.name }).flatMap(LayoutKind.named)
    }
    guard let kind else { return nil }
    var layout = layout(value, of: kind)
    if let flips = value.member(named: LayoutKind.flippingParameter) {
      at(LayoutKind.flippingParameter) { set(&layout.flipsHorizontally, bool(flips)) }
    }
    return layout
  }

  /// Reads the parameters of a layout of a kind.
  private func layout(_ value: JSONValue, of kind: LayoutKind) -> LayoutKind {
    switch kind.name {
    case "compositional", "custom": return structuredLayout(value, kind.name)
    default:
      let names = ParameterNames.ofLayouts[kind.name]!
      let given = parameters(of: value, in: names, "a \(kind.name) layout", kind: kind.name)
      return assigned { () throws(ParameterError) in try kind.assigning(given) } ?? kind
    }
  }

  /// Reads a layout of a kind whose description is more than a list of parameters.
  ///
  /// It is a function of its own in pages, too, where such a kind is in the part of the module that comes later.
  @inline(never)
  private func structuredLayout(_ value: JSONValue, _ kind: String) -> LayoutKind {
    if kind == "custom" { return .custom(customLayout(value)) }
    let layout = compositionalLayout(value)
    for sections in [layout.sections] + layout.alternatives.map({ $0.sections }) {
      charge(sections.reduce(0) { $0.addingWithinRange($1.group.leastBytes) }, noting: true)
    }
    return .compositional(layout)
  }

  /// The memory of a kind that lays out one section, which its text may be much shorter than.
  private static var sectionKindBytes: Int { 1024 }

  /// Reads the parameters of a kind that lays out one section of a compositional layout.
  func sectionKind(_ value: JSONValue, _ name: String) -> SectionKind? {
    guard let kind = LayoutKind.named(name), let names = ParameterNames.ofSectionKinds[kind.name] else {
      return nil
    }
    charge(Self.sectionKindBytes)
    let given = parameters(of: value, in: names, "the parameters of a \(name) section: an object", kind: name)
    return SectionKind(assigned { () throws(ParameterError) in try kind.assigning(given) } ?? kind)
  }

  /// Reads the metrics of a section of a layout of that kind.
  func metrics(_ value: JSONValue, of kind: LayoutKind) -> SectionMetrics {
    switch kind.name {
    case "compositional": return noMetrics(value, kind)
    case "custom": return noCustomMetrics(value)
    default:
      let names = ParameterNames.ofSections[kind.name]!
      let given = parameters(of: value, in: names, "the metrics of a \(kind.name) section", kind: kind.name)
      return assigned { () throws(ParameterError) in try kind.metrics(given: given) } ?? .none
    }
  }

  /// Reads empty metrics, for a kind whose sections override nothing by metrics.
  private func noMetrics(_ value: JSONValue, _ kind: LayoutKind) -> SectionMetrics {
    if value.kind != .object {
      let _: Bool? = mismatch(value, "an object")
    } else if value.count > 0 {
      fault("sections of a \(kind.name) layout have no metrics")
    }
    return .none
  }

  /// Returns the result of an assignment, or reports its error. Names and types were checked when the parameters were
  /// read.
  private func assigned<Result>(_ assign: () throws(ParameterError) -> Result) -> Result? {
    do throws(ParameterError) { return try assign() } catch {
      fault(error.detail)
      return nil
    }
  }
}

/// The parameters of every kind by their names in JSON, listed once.
private struct ParameterNames: Sendable {
  static let ofLayouts = tables {
    ParameterNames($0.parameters, before: ["kind", LayoutKind.flippingParameter])
  }
  static let ofSections = tables { ParameterNames($0.parameters.ofSections, before: []) }
  static let ofSectionKinds = tables { ParameterNames(SectionKind.parameters(of: $0), before: []) }

  /// The names, in the order in which messages list them.
  let names: [String]
  let forms: [String: ParameterForm]
  let alternatives: [[String]]

  private init(_ table: ParameterTable, before: [String]) {
    names = before + table.fields.map { $0.name }
    forms = Dictionary(uniqueKeysWithValues: table.fields.map { ($0.name, $0.form) })
    alternatives = table.alternatives
  }

  private static func tables(_ make: (LayoutKind) -> ParameterNames) -> [String: ParameterNames] {
    Dictionary(uniqueKeysWithValues: LayoutKind.all.map { ($0.name, make($0)) })
  }
}

extension DecodingContext {
  /// Reads the members of an object that are parameters.
  private func parameters(
    of value: JSONValue, in table: ParameterNames, _ expected: String, kind: String
  ) -> [GivenParameter] {
    var given: [GivenParameter] = []
    object(value, expected, table.names) { name, member in
      guard let form = table.forms[name], let parameter = parameter(member, form) else { return }
      given.append(GivenParameter(name, parameter))
    }
    for names in table.alternatives where names.allSatisfy({ has($0, value) }) {
      let both = names.map { "\"\($0)\"" }.joined(separator: " and ")
      fault("a \(kind) has one of \(both); this one has both")
    }
    return given
  }

  /// Reads the value of a parameter.
  private func parameter(_ value: JSONValue, _ form: ParameterForm) -> ParameterValue? {
    switch form {
    case .number(let range), .points(let range): return number(value, in: range).map { .number($0) }
    case .positive, .positiveLength: return positive(value).map { .number($0) }
    case .whole(let range): return integer(value, in: range).map { .whole($0) }
    case .flag: return bool(value).map { .flag($0) }
    case .size: return size(value).map { .size($0) }
    case .point: return point(value).map { .point($0) }
    case .insets: return insets(value).map { .insets($0) }
    case .choice(let names): return choice(value, among: names).map { .text($0) }
    case .uniformInsets:
      switch value.kind {
      case .number: return number(value).map { .number($0) }
      case .array, .object: return insets(value).map { .insets($0) }
      default:
        return mismatch(
          value, "a number or insets, {\"top\", \"left\", \"bottom\", \"right\"}", as: .insets)
      }
    case .automatic(let other, let expected):
      guard let text = value.string else { return parameter(value, other) }
      if text == "automatic" { return .text(text) }
      if NearestName.to(text, among: ["automatic"]) == nil {
        return mismatch(value, expected, as: other.isSize ? .size : .number)
      }
      fault("unknown value \(quoted(text)); did you mean \"automatic\"? It takes \(expected)")
      return nil
    case .off(let other, let expected):
      if value.bool == false { return other.zero }
      return value.kind == .number ? parameter(value, other) : mismatch(value, expected, as: .number)
    case .members(let fields, let other, let expected):
      return value.kind == .number ? parameter(value, other) : members(value, fields, expected)
    case .structure: return nil
    }
  }

  private func has(_ name: String, _ value: JSONValue) -> Bool {
    value.kind == .object && value.members.contains { String($0.0) == name }
  }

  private func members(
    _ value: JSONValue, _ fields: [ParameterField], _ expected: String
  ) -> ParameterValue? {
    var members: [GivenParameter] = []
    let isObject = object(value, expected, fields.map { $0.name }) { name, member in
      guard let field = fields.first(where: { $0.name == name }),
        let parameter = parameter(member, field.form)
      else { return }
      members.append(GivenParameter(name, parameter))
    }
    guard isObject else { return nil }
    var isWhole = true
    for field in fields where field.isRequired && !has(field.name, value) {
      fault("the field \"\(field.name)\" is missing")
      isWhole = false
    }
    return isWhole ? .members(members) : nil
  }
}

extension ParameterForm {
  /// Whether its values are sizes.
  fileprivate var isSize: Bool { if case .size = self { true } else { false } }

  /// The value that `false` stands for.
  fileprivate var zero: ParameterValue {
    if case .whole = self { return .whole(0) }
    return .number(0)
  }
}
