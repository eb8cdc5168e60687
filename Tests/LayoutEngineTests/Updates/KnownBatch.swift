@testable import LayoutEngine

/// An operation of a batch as files of known outcomes write it; items stand as bare ids.
struct KnownOperation: Decodable {
  enum Place: Decodable {
    case section(Int), item([Int])

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let section = try? container.decode(Int.self) {
        self = .section(section)
      } else {
        self = .item(try container.decode([Int].self))
      }
    }

    var section: Int {
      switch self {
      case .section(let place): place
      case .item(let path): path[0]
      }
    }

    var path: IndexPath {
      switch self {
      case .section: IndexPath(section: -1, item: -1)
      case .item(let path): IndexPath(section: path[0], item: path[1])
      }
    }
  }

  var op: String
  var at: [Place]?
  var from: Place?
  var to: Place?
  var items: [String]?
  var sections: [[String]]?

  /// The update, each item made of its id by `item`.
  func update(_ item: (String) -> Item = { Item(id: $0) }) -> BatchUpdate {
    let items = items.map { $0.map(item) }
    let sections = (sections ?? []).map { Section(items: $0.map(item)) }
    let paths = (at ?? []).map(\.path)
    let places = (at ?? []).map(\.section)
    switch op {
    case "deleteItems": return BatchUpdate(.deleteItems(at: paths))
    case "insertItems": return BatchUpdate(.insertItems(at: paths, items ?? []))
    case "reloadItems": return BatchUpdate(.reloadItems(at: paths, items))
    case "reconfigureItems": return BatchUpdate(.reconfigureItems(at: paths, items))
    case "moveItem": return BatchUpdate(.moveItem(from: from!.path, to: to!.path))
    case "deleteSections": return BatchUpdate(.deleteSections(at: places))
    case "insertSections": return BatchUpdate(.insertSections(at: places, sections))
    case "reloadSections": return BatchUpdate(.reloadSections(at: places, sections))
    default: return BatchUpdate(.moveSection(from: from!.section, to: to!.section))
    }
  }
}
