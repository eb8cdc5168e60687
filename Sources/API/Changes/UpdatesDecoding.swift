import JSON
import LayoutEngine

/// The operations of a batch, by their names in JSON.
enum UpdateOperation: String, CaseIterable {
  case deleteItems, insertItems, moveItem, reloadItems, reconfigureItems
  case deleteSections, insertSections, moveSection, reloadSections

  fileprivate var isOfSections: Bool {
    switch self {
    case .deleteItems, .insertItems, .moveItem, .reloadItems, .reconfigureItems: false
    case .deleteSections, .insertSections, .moveSection, .reloadSections: true
    }
  }
}

/// Decodes the operations of a batch.
extension DecodingContext {
  private enum Field: String, FieldNames { case op, at, ids, items, sections, from, to, animation }

  /// The fields of an operation that have been read so far.
  private struct Members {
    var paths: [IndexPath] = []
    var sectionNumbers: [Int] = []
    var items: [Item]?
    var sections: [Section]?
    var from: JSONValue?
    var to: JSONValue?
    var animation = BatchUpdate.Animation.automatic
  }

  func updates(_ value: JSONValue, of kind: LayoutKind, _ positions: ItemPositions) -> [BatchUpdate] {
    var updates: [BatchUpdate] = []
    array(value, "an array of operations") { _, value in
      if let update = update(value, of: kind, positions) { updates.append(update) }
    }
    return updates
  }

  private func update(_ value: JSONValue, of kind: LayoutKind, _ positions: ItemPositions) -> BatchUpdate? {
    guard value.kind == .object else { return mismatch(value, "an operation: an object with \"op\"") }
    guard let op = value["op"] else { return required(nil, "op") }
    guard let operation = at("op", { name(op, of: UpdateOperation.self) }) else { return nil }
    let faultsBefore = faults.count
    var members = Members()
    read(value, operation, &members, kind, positions)
    guard faults.count == faultsBefore, !isStopped else { return nil }
    let action = action(operation, members, value)
    guard faults.count == faultsBefore, let action else { return nil }
    return BatchUpdate(action, animation: members.animation)
  }

  private func read(
    _ value: JSONValue, _ operation: UpdateOperation, _ members: inout Members, _ kind: LayoutKind,
    _ positions: ItemPositions
  ) {
    let fields = fields(of: operation)
    object(value, Field.self, among: fields, "an operation") { field, value in
      switch field {
      case .op: break
      case .at where operation.isOfSections: members.sectionNumbers = sectionNumbers(value)
      case .at: members.paths = indexPaths(value)
      case .ids where operation.isOfSections: members.sectionNumbers = sectionNumbers(ofIDs: value, positions)
      case .ids: members.paths = indexPaths(ofIDs: value, positions)
      case .items: members.items = itemList(value)
      case .sections: members.sections = sectionValues(value, kind)
      case .from: members.from = value
      case .to: members.to = value
      case .animation: set(&members.animation, name(value, of: BatchUpdate.Animation.self))
      }
    }
    if fields.contains(.from) {
      require("from", of: value)
      require("to", of: value)
    } else if (value["at"] == nil) == (value["ids"] == nil) {
      fault("an operation names its positions with \"at\"\(fields.contains(.ids) ? " or \"ids\"" : "")")
    }
  }

  private func fields(of operation: UpdateOperation) -> [Field] {
    switch operation {
    case .deleteItems, .deleteSections: [.op, .at, .ids, .animation]
    case .reloadItems, .reconfigureItems: [.op, .at, .ids, .items, .animation]
    case .insertItems: [.op, .at, .items, .animation]
    case .moveItem, .moveSection: [.op, .from, .to, .animation]
    case .reloadSections: [.op, .at, .ids, .sections, .animation]
    case .insertSections: [.op, .at, .sections, .animation]
    }
  }

  private func action(
    _ operation: UpdateOperation, _ members: Members, _ value: JSONValue
  ) -> BatchUpdate.Action? {
    switch operation {
    case .deleteItems: return .deleteItems(at: members.paths)
    case .deleteSections: return .deleteSections(at: members.sectionNumbers)
    case .insertItems:
      guard let items = counted(required(members.items, "items"), as: members.paths.count, "items") else {
        return nil
      }
      return .insertItems(at: members.paths, items)
    case .reloadItems, .reconfigureItems:
      if let items = members.items, counted(items, as: members.paths.count, "items") == nil { return nil }
      return operation == .reloadItems
        ? .reloadItems(at: members.paths, members.items)
        : .reconfigureItems(at: members.paths, members.items)
    case .insertSections, .reloadSections:
      let given = required(members.sections, "sections")
      guard let sections = counted(given, as: members.sectionNumbers.count, "sections") else { return nil }
      return operation == .insertSections
        ? .insertSections(at: members.sectionNumbers, sections)
        : .reloadSections(at: members.sectionNumbers, sections)
    case .moveItem:
      let from = at("from") { members.from.flatMap(indexPath) }
      let to = at("to") { members.to.flatMap(indexPath) }
      guard let from, let to else { return nil }
      return .moveItem(from: from, to: to)
    case .moveSection:
      let from = at("from") { members.from.flatMap(position) }
      let to = at("to") { members.to.flatMap(position) }
      guard let from, let to else { return nil }
      return .moveSection(from: from, to: to)
    }
  }

  /// Returns the values if there are as many as positions.
  private func counted<Value>(_ values: [Value]?, as count: Int, _ name: String) -> [Value]? {
    guard let values else { return nil }
    guard values.count == count else {
      at(name) { fault("there are \(count) positions and \(values.count) \(name); each position takes one") }
      return nil
    }
    return values
  }
}

extension DecodingContext {
  /// The largest number of a section or an item.
  private static var positionLimit: Int { Int(Int32.max) }

  /// Reads the number of a section, or of an item in its section.
  func position(_ value: JSONValue) -> Int? { integer(value, in: 0...Self.positionLimit) }

  func indexPath(_ value: JSONValue) -> IndexPath? {
    guard value.kind == .array, value.count == 2 else {
      return mismatch(value, "an index path, [section, item]")
    }
    let section = at(0) { position(value[0]) }
    let item = at(1) { position(value[1]) }
    guard let section, let item else { return nil }
    return IndexPath(section: section, item: item)
  }

  private func indexPaths(_ value: JSONValue) -> [IndexPath] {
    var paths: [IndexPath] = []
    array(value, "an array of index paths") { _, value in
      countItems(1)
      if let path = indexPath(value) { paths.append(path) }
    }
    return paths
  }

  private func sectionNumbers(_ value: JSONValue) -> [Int] {
    var numbers: [Int] = []
    array(value, "an array of section numbers") { _, value in
      countItems(1)
      if let number = position(value) { numbers.append(number) }
    }
    return numbers
  }

  private func itemList(_ value: JSONValue) -> [Item] {
    var items: [Item] = []
    array(value, "an array of items") { _, value in
      countItems(1)
      items.append(item(value))
    }
    return items
  }

  private func sectionValues(_ value: JSONValue, _ kind: LayoutKind) -> [Section] {
    var sections: [Section] = []
    array(value, "an array of sections") { _, value in
      if let read = section(value, of: kind) { sections.append(read.0) }
    }
    return sections
  }

  private func indexPaths(ofIDs value: JSONValue, _ positions: ItemPositions) -> [IndexPath] {
    var paths: [IndexPath] = []
    if value.kind == .array { positions.lookUp(value.elements.compactMap(\.string)) }
    array(value, "an array of ids") { _, value in
      countItems(1)
      if let path = itemPath(ofID: value, positions) { paths.append(path) }
    }
    return paths
  }

  private func sectionNumbers(ofIDs value: JSONValue, _ positions: ItemPositions) -> [Int] {
    var found: [Int] = []
    array(value, "an array of ids") { _, value in
      countItems(1)
      guard let id = string(value) else { return }
      if let number = resolve(id, positions.section(id), "section") { found.append(number) }
    }
    return found
  }

  /// Reads the id of an item, and returns its index path.
  func itemPath(ofID value: JSONValue, _ positions: ItemPositions) -> IndexPath? {
    string(value).flatMap { resolve($0, positions.item($0), "item") }
  }

  private func resolve<Place>(_ id: String, _ found: Found<Place>, _ what: String) -> Place? {
    switch found {
    case .one(let place): return place
    case .nothing: fault("no \(what) has the id \(quoted(id)) before the update")
    case .several: fault("more than one \(what) has the id \(quoted(id)) before the update")
    }
    return nil
  }
}
