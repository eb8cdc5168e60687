import LayoutEngine

/// The styles of elements, each a class of the stylesheet.
enum ElementStyle: String {
  case cell
  case header
  case footer
  case tableHeader = "table-header"
  case tableFooter = "table-footer"
  /// Supplementary views of other kinds take turns with these three.
  case extra1 = "extra-1"
  case extra2 = "extra-2"
  case extra3 = "extra-3"
  case decoration

  /// The style of every kind in a list, in the order of its kinds.
  static func styles(of kinds: [ElementKind]) -> [ElementStyle] {
    var extras = 0
    return kinds.map { kind in
      switch kind {
      case .header: return .header
      case .footer: return .footer
      case .tableHeader: return .tableHeader
      case .tableFooter: return .tableFooter
      default: break
      }
      switch kind.category {
      case .cell: return .cell
      case .decoration: return .decoration
      case .supplementary:
        extras += 1
        return [.extra3, .extra1, .extra2][extras % 3]
      }
    }
  }

  /// The edge with a bar, so that headers and footers differ by more than colour.
  var barEdge: BarEdge? {
    switch self {
    case .header, .tableHeader: .leading
    case .footer, .tableFooter: .trailing
    default: nil
    }
  }

  /// The name of each kind, in the order of the kinds; empty for cells, whose labels have index paths alone. Names
  /// from the client are cut to the length of a label.
  static func names(of kinds: [ElementKind]) -> [String] {
    kinds.map { kind in
      switch kind {
      case .cell: return ""
      case .tableHeader: return "table header"
      case .tableFooter: return "table footer"
      default: break
      }
      return FittedText(kind.name, room: nameRoom)?.words ?? "…"
    }
  }

  private static let nameRoom = 16.0

  /// Whether the style is for kinds that only the client knows.
  var isExtra: Bool { self == .extra1 || self == .extra2 || self == .extra3 }

  enum BarEdge { case leading, trailing }
}
