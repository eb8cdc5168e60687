import JSON
import LayoutEngine

/// The layout kinds by their names on the wire, each with what reads it: the one place that lists them.
enum LayoutKindName: String, CaseIterable {
  case flow
  case list
  case grid
  case waterfall
  case justified
  case magazine
  case stack
  case circle
  case spiral
  case coverFlow
  case carousel
  case compositional
  case custom

  /// Whether its sections have backgrounds, and headers and footers that name their height alone.
  var readsMagazineFields: Bool { self == .magazine }

  func decodeLayout(_ value: JSONValue, _ context: DecodingContext) -> LayoutKind {
    switch self {
    case .flow: .flow(context.flowLayout(value))
    case .list: .list(context.listLayout(value))
    case .grid: .grid(context.gridLayout(value))
    case .waterfall: .waterfall(context.waterfallLayout(value))
    case .justified: .justified(context.justifiedLayout(value))
    case .magazine: .magazine(context.magazineLayout(value))
    case .stack: .stack(context.stackLayout(value))
    case .circle: .circle(context.circleLayout(value))
    case .spiral: .spiral(context.spiralLayout(value))
    case .coverFlow: .coverFlow(context.coverFlowLayout(value))
    case .carousel: .carousel(context.carouselLayout(value))
    case .compositional: .compositional(context.compositionalLayout(value))
    case .custom: .custom(context.customLayout(value))
    }
  }

  func decodeMetrics(_ value: JSONValue, _ context: DecodingContext) -> SectionMetrics {
    switch self {
    case .flow: .flow(context.flowOverrides(value))
    case .list: .list(context.listOverrides(value))
    case .grid: .grid(context.gridOverrides(value))
    case .waterfall: .waterfall(context.waterfallOverrides(value))
    case .justified: .justified(context.justifiedOverrides(value))
    case .magazine: .magazine(context.magazineOverrides(value))
    case .stack: .stack(context.stackOverrides(value))
    case .circle: .circle(context.circleOverrides(value))
    case .spiral: .spiral(context.spiralOverrides(value))
    case .coverFlow: .coverFlow(context.coverFlowOverrides(value))
    case .carousel: .carousel(context.carouselOverrides(value))
    case .compositional: context.noMetrics(value, self)
    case .custom: context.customOverrides(value)
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
    case .grid: .grid
    case .waterfall: .waterfall
    case .justified: .justified
    case .magazine: .magazine
    case .stack: .stack
    case .circle: .circle
    case .spiral: .spiral
    case .coverFlow: .coverFlow
    case .carousel: .carousel
    case .compositional: .compositional
    case .custom: .custom
    }
  }
}
