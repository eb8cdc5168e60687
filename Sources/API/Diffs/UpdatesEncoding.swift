import JSON
import LayoutEngine

extension JSONWriter {
  /// Writes the member `updates`: what a batch does and where, without what it brings, which the client has.
  mutating func updates(_ updates: [BatchUpdate]) {
    key("updates")
    list(updates) { json, update in
      json.beginObject()
      switch update.action {
      case .deleteItems(let paths): json.operation(.deleteItems, at: paths)
      case .insertItems(let paths, _): json.operation(.insertItems, at: paths)
      case .reloadItems(let paths, _): json.operation(.reloadItems, at: paths)
      case .reconfigureItems(let paths, _): json.operation(.reconfigureItems, at: paths)
      case .deleteSections(let places): json.operation(.deleteSections, at: places)
      case .insertSections(let places, _): json.operation(.insertSections, at: places)
      case .reloadSections(let places, _): json.operation(.reloadSections, at: places)
      case .moveItem(let from, let to):
        json.operation(.moveItem)
        json.key("from")
        json.indexPath(from)
        json.key("to")
        json.indexPath(to)
      case .moveSection(let from, let to):
        json.operation(.moveSection)
        json.key("from")
        json.number(from)
        json.key("to")
        json.number(to)
      }
      json.endObject()
    }
  }

  mutating func indexPath(_ path: IndexPath) {
    beginArray()
    number(path.section)
    number(path.item)
    endArray()
  }

  private mutating func operation(_ name: UpdateOperation) {
    key("op")
    string(name.rawValue)
  }

  private mutating func operation(_ name: UpdateOperation, at paths: [IndexPath]) {
    operation(name)
    key("at")
    list(paths) { $0.indexPath($1) }
  }

  private mutating func operation(_ name: UpdateOperation, at places: [Int]) {
    operation(name)
    key("at")
    list(places) { $0.number($1) }
  }
}
