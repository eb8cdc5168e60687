import JSON
import LayoutEngine

/// The fields of a layout whose other parameters sections may override, all of them.
enum ScrollingField<Metrics: FieldNames>: FieldNames {
  case kind
  case scrollDirection
  case metrics(Metrics)

  static var allCases: [ScrollingField] { [.kind, .scrollDirection] + Metrics.allCases.map { .metrics($0) } }

  init?(rawValue: String) {
    switch rawValue {
    case "kind": self = .kind
    case "scrollDirection": self = .scrollDirection
    default:
      guard let field = Metrics(rawValue: rawValue) else { return nil }
      self = .metrics(field)
    }
  }

  var rawValue: String {
    switch self {
    case .kind: "kind"
    case .scrollDirection: "scrollDirection"
    case .metrics(let field): field.rawValue
    }
  }
}

extension DecodingContext {
  /// Reads a layout whose parameters are a scroll direction and what sections may override.
  func scrollingLayout<Metrics: FieldNames>(
    _ value: JSONValue, _ type: Metrics.Type, _ expected: String, _ scrollDirection: inout ScrollAxis,
    _ read: (Metrics, JSONValue) -> Void
  ) {
    object(value, ScrollingField<Metrics>.self, expected) { field, value in
      switch field {
      case .kind: break
      case .scrollDirection: set(&scrollDirection, name(value, of: ScrollAxis.self))
      case .metrics(let field): read(field, value)
      }
    }
  }

  /// An angle in degrees, a turn at most either way.
  func angle(_ value: JSONValue) -> Double? { number(value, in: -360...360) }

  /// A part of a whole.
  func part(_ value: JSONValue) -> Double? { number(value, in: 0...1) }
}
