import JSON
import LayoutEngine

/// The operations in sections with outlines, by their names in JSON.
enum OutlineOperation: String, CaseIterable {
  case expandItems, collapseItems, insertItems, moveItem, deleteItems, reloadItems, reconfigureItems
}

/// Decodes batches that change outlines. Their ids are looked up when the batch is made: an edit may name what an edit
/// before it has shown or inserted.
extension DecodingContext {
  private enum Field: String, FrequentFieldNames {
    case op, ids, id, items, into, before, after, section, edge, descendants, animation
    static let table = FieldTable<Field>()
  }

  private enum Edge: String, CaseIterable {
    case start, end
  }

  /// The fields of an operation that have been read so far.
  private struct Members {
    var ids: [String] = []
    var id: String?
    var items: [OutlineItem]?
    var withDescendants = false
    var animation = BatchUpdate.Animation.automatic
  }

  /// Reads a batch that names items of an outline; nil for another batch.
  func outlineEdits(_ value: JSONValue, _ positions: ItemPositions) -> [OutlineEdit]? {
    guard changesOutlines(value, positions) else { return nil }
    var edits: [OutlineEdit] = []
    array(value, "an array of operations") { _, value in
      if let edit = outlineEdit(value, positions) { edits.append(edit) }
    }
    return edits
  }

  /// Whether an operation of a batch is one of outlines, or names an item or a section of one.
  ///
  /// - Complexity: that of finding the first id of each operation in outlines, all together.
  private func changesOutlines(_ value: JSONValue, _ positions: ItemPositions) -> Bool {
    guard value.kind == .array else { return false }
    let hasOutlines = positions.sections.hasOutlines
    var named: Set<String> = []
    for operation in value.elements where operation.kind == .object {
      if isStopped { return false }
      switch operation["op"]?.string.flatMap({ OutlineOperation(rawValue: $0) }) {
      case .expandItems, .collapseItems: return true
      // An id of a section may be that of an item.
      case nil: continue
      default: break
      }
      if operation["into"] != nil { return true }
      guard hasOutlines else { continue }
      let ids = [operation["ids"]?[0], operation["id"], operation["before"], operation["after"]]
      for case let id? in ids.map({ $0?.string }) { named.insert(id) }
      if let id = operation["section"]?.string, case .one(let section) = positions.section(id),
        positions.sections[section].outline != nil
      {
        return true
      }
    }
    return !positions.sections.homes(inOutlines: named).isEmpty
  }

  private func outlineEdit(_ value: JSONValue, _ positions: ItemPositions) -> OutlineEdit? {
    guard value.kind == .object else { return mismatch(value, "an operation: an object with \"op\"") }
    guard let op = value["op"] else {
      missing(
        "op", taking: OutlineOperation.allCases.map { $0.rawValue }, in: value,
        besides: Field.allCases.map { $0.rawValue })
      return nil
    }
    guard let operation = at("op", { outlineOperation(op) }) else { return nil }
    let faultsBefore = faults.count
    var members = Members()
    object(value, Field.self, among: fields(of: operation), "an operation in an outline") { field, value in
      switch field {
      // The others are the place, which is read as a whole.
      case .op, .into, .before, .after, .section, .edge: break
      case .ids: members.ids = ids(value)
      case .id: members.id = clientName(value)
      case .items: members.items = outlineItems(value, areNew: operation == .insertItems)
      case .descendants: set(&members.withDescendants, bool(value))
      case .animation: set(&members.animation, name(value, of: BatchUpdate.Animation.self))
      }
    }
    guard faults.count == faultsBefore, !isStopped else { return nil }
    let action = action(operation, members, value, positions)
    guard let action, faults.count == faultsBefore else { return nil }
    return OutlineEdit(action, animation: members.animation)
  }

  private func outlineOperation(_ value: JSONValue) -> OutlineOperation? {
    guard let given = value.string, UpdateOperation(rawValue: given)?.isOfSections == true else {
      return name(value, of: OutlineOperation.self)
    }
    fault("a batch that changes outlines has no operations on sections; send two requests")
    return nil
  }

  private func fields(of operation: OutlineOperation) -> [Field] {
    switch operation {
    case .expandItems, .collapseItems: [.op, .ids, .descendants, .animation]
    case .insertItems: [.op, .into, .before, .after, .section, .edge, .items, .animation]
    case .moveItem: [.op, .id, .into, .before, .after, .section, .edge, .animation]
    case .deleteItems: [.op, .ids, .animation]
    case .reloadItems, .reconfigureItems: [.op, .ids, .items, .animation]
    }
  }

  private func action(
    _ operation: OutlineOperation, _ members: Members, _ value: JSONValue, _ positions: ItemPositions
  ) -> OutlineEdit.Action? {
    switch operation {
    case .insertItems:
      guard let items = required(members.items, "items"), let place = outlinePlace(value, positions) else {
        return nil
      }
      return .insert(items, place)
    case .moveItem:
      guard let id = required(members.id, "id"), let place = outlinePlace(value, positions) else {
        return nil
      }
      return .move(id, place)
    case .expandItems, .collapseItems, .deleteItems, .reloadItems, .reconfigureItems:
      guard value["ids"] != nil else { return required(nil, "ids") }
      switch operation {
      case .expandItems: return .expand(members.ids, withDescendants: members.withDescendants)
      case .collapseItems: return .collapse(members.ids, withDescendants: members.withDescendants)
      case .deleteItems: return .delete(members.ids)
      default: break
      }
      if let items = members.items, items.count != members.ids.count {
        at("items") {
          fault("there are \(members.ids.count) ids and \(items.count) items; each id takes one")
        }
        return nil
      }
      let items = members.items.map { $0.map { $0.item } }
      return .describe(members.ids, items, reloads: operation == .reloadItems)
    }
  }

  private func ids(_ value: JSONValue) -> [String] {
    var ids: [String] = []
    array(value, "an array of ids") { _, value in
      countItems(1)
      if let id = clientName(value) { ids.append(id) }
    }
    return ids
  }

  /// Reads the place of new and moved items.
  private func outlinePlace(_ value: JSONValue, _ positions: ItemPositions) -> OutlinePlace? {
    requireOne(of: ["into", "before", "after", "section"], in: value, "a position")
    let edge = value["edge"].flatMap { value in at("edge") { name(value, of: Edge.self) } }
    if value["edge"] != nil, value["into"] == nil, value["section"] == nil {
      at("edge") { fault("only a position in a \"section\" or \"into\" an item has an edge") }
    }
    func id(_ field: StaticString) -> String? {
      value[field].flatMap { value in at("\(field)") { clientName(value) } }
    }
    if let id = id("into") { return .into(id, atStart: edge == .start) }
    if let id = id("before") { return .before(id) }
    if let id = id("after") { return .after(id) }
    guard let section = value["section"] else { return nil }
    return at("section") {
      sectionNumber(ofID: section, positions).map { .top(section: $0, atStart: edge == .start) }
    }
  }

  /// Reads items, of which new ones may have parents among those in front of them.
  private func outlineItems(_ value: JSONValue, areNew: Bool) -> [OutlineItem] {
    var items: [OutlineItem] = []
    var places: [String: Int] = [:]
    array(value, "an array of items", taking: MemoryLayout<OutlineItem>.stride) { index, value in
      countItems(1)
      let (item, relation) = itemWithRelation(value)
      charge(CostRates.bytes(ofDescribing: item))
      var new = OutlineItem(item, isExpanded: relation?.isExpanded ?? false)
      if relation != nil, !areNew {
        fault(
          "an item keeps its parent and its state; \"moveItem\", \"expandItems\" and \"collapseItems\" change them"
        )
      } else if let parent = relation?.parent {
        new.parent = places[parent]
        if new.parent == nil {
          at("parent") {
            fault(
              "no item in front of it in the operation has the id \(quoted(parent)); \"into\" names another")
          }
        }
      }
      if let id = item.id { places[id] = items.count }
      items.append(new)
    }
    return items
  }
}
