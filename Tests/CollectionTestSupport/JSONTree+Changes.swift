import LayoutEngine
import TestSupport

/// What tests make, as clients send it.
extension JSONTree {
  package init(sections: SectionList) {
    self = .array((0..<sections.count).map { JSONTree(section: sections[$0]) })
  }

  package init(section: Section) {
    let items = (0..<section.items.count).compactMap { section.items.item(at: $0) }
    var tree: JSONTree = ["items": JSONTree(items: items)]
    if let id = section.id { tree["id"] = .string(id) }
    self = tree
  }

  /// Items by their ids and sizes.
  package init(items: [Item]) {
    self = .array(
      items.map { item in
        var tree: JSONTree = [:]
        if let id = item.id { tree["id"] = .string(id) }
        if let size = item.size { tree["size"] = [.number(size.width), .number(size.height)] }
        return tree
      })
  }

  package init(path: IndexPath) { self = JSONTree(numbers: [path.section, path.item]) }

  private init(numbers: [Int]) { self = .array(numbers.map { .number(Double($0)) }) }

  /// An operation of a batch, with index paths.
  package init(update: BatchUpdate) {
    func named(_ op: String, _ paths: [IndexPath], _ items: [Item]? = nil) -> JSONTree {
      var tree: JSONTree = ["op": .string(op), "at": .array(paths.map { JSONTree(path: $0) })]
      if let items { tree["items"] = JSONTree(items: items) }
      return tree
    }
    func named(_ op: String, _ places: [Int], _ sections: [Section]? = nil) -> JSONTree {
      var tree: JSONTree = ["op": .string(op), "at": JSONTree(numbers: places)]
      if let sections { tree["sections"] = .array(sections.map { JSONTree(section: $0) }) }
      return tree
    }
    switch update.action {
    case .deleteItems(let paths): self = named("deleteItems", paths)
    case .insertItems(let paths, let items): self = named("insertItems", paths, items)
    case .moveItem(let from, let to):
      self = ["op": "moveItem", "from": JSONTree(path: from), "to": JSONTree(path: to)]
    case .reloadItems(let paths, let items): self = named("reloadItems", paths, items)
    case .reconfigureItems(let paths, let items): self = named("reconfigureItems", paths, items)
    case .deleteSections(let places): self = named("deleteSections", places)
    case .insertSections(let places, let sections): self = named("insertSections", places, sections)
    case .moveSection(let from, let to):
      self = ["op": "moveSection", "from": .number(Double(from)), "to": .number(Double(to))]
    case .reloadSections(let places, let sections): self = named("reloadSections", places, sections)
    }
  }

  /// Insets by their edges.
  package init(insets: Insets) {
    self = [
      "top": .number(insets.top), "left": .number(insets.left), "bottom": .number(insets.bottom),
      "right": .number(insets.right),
    ]
  }
}
