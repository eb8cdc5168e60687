import JSON
import LayoutEngine

/// The layout kinds by their names on the wire, each with what reads it: the one place that lists them.
enum LayoutKindName: String, CaseIterable {
  case flow
  case list
  case compositional

  /// Whether its sections have backgrounds, and headers and footers that name their height alone.
  var readsMagazineFields: Bool { false }

  func decodeLayout(_ value: JSONValue, _ context: DecodingContext) -> LayoutKind {
    switch self {
    case .flow: .flow(context.flowLayout(value))
    case .list: .list(context.listLayout(value))
    case .compositional: .compositional(context.compositionalLayout(value))
    }
  }

  func decodeMetrics(_ value: JSONValue, _ context: DecodingContext) -> SectionMetrics {
    switch self {
    case .flow: .flow(context.flowOverrides(value))
    case .list: .list(context.listOverrides(value))
    case .compositional: context.noMetrics(value, self)
    }
  }
}

extension DecodingContext {
  /// Takes the empty metrics of a kind whose sections override nothing that way.
  func noMetrics(_ value: JSONValue, _ kind: LayoutKindName) -> SectionMetrics {
    if value.kind != .object {
      let _: Bool? = mismatch(value, "an object")
    } else if value.count > 0 {
      fault("sections of a \(kind.rawValue) layout have no metrics")
    }
    return .none
  }

  /// Reads a layout: its kind, then the parameters of that kind.
  func layout(_ value: JSONValue) -> (kind: LayoutKind, decoder: LayoutKindName)? {
    guard value.kind == .object else { return mismatch(value, "an object with \"kind\"") }
    guard let kind = value["kind"] else { return required(nil, "kind") }
    guard let name = at("kind", { name(kind, of: LayoutKindName.self) }) else { return nil }
    return (name.decodeLayout(value, self), name)
  }
}

extension LayoutKind {
  /// The kind's name on the wire.
  var name: LayoutKindName {
    switch self {
    case .flow: .flow
    case .list: .list
    case .compositional: .compositional
    }
  }
}
