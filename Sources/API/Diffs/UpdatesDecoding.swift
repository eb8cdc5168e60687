import JSON
import LayoutEngine

/// What an operation of a batch does, by its name on the wire.
enum UpdateOperation: String, CaseIterable {
  case deleteItems, insertItems, moveItem, reloadItems, reconfigureItems
  case deleteSections, insertSections, moveSection, reloadSections
}

/// The operations of a batch.
extension DecodingContext {
  private enum DeletionField: String, FieldNames { case op, at, ids, animation }
  private enum ReplacementField: String, FieldNames { case op, at, ids, items, animation }
  private enum InsertionField: String, FieldNames { case op, at, items, animation }
  private enum MoveField: String, FieldNames { case op, from, to, animation }
  private enum SectionReplacementField: String, FieldNames { case op, at, ids, sections, animation }
  private enum SectionInsertionField: String, FieldNames { case op, at, sections, animation }

  /// Everything that an operation may say.
  private struct Members {
    var paths: [IndexPath] = []
    var places: [Int] = []
    var items: [Item]?
    var sections: [Section]?
    var from: JSONValue?
    var to: JSONValue?
    var animation = BatchUpdate.Animation.automatic
  }

  func updates(_ value: JSONValue, of kind: LayoutKind, _ places: ItemPlaces) -> [BatchUpdate] {
    var updates: [BatchUpdate] = []
    array(value, "an array of operations") { _, value in
      if let update = update(value, of: kind, places) { updates.append(update) }
    }
    return updates
  }

  private func update(_ value: JSONValue, of kind: LayoutKind, _ places: ItemPlaces) -> BatchUpdate? {
    guard value.kind == .object else { return mismatch(value, "an operation: an object with \"op\"") }
    guard let op = value["op"] else { return required(nil, "op") }
    guard let operation = at("op", { name(op, of: UpdateOperation.self) }) else { return nil }
    let faultsBefore = faults.count
    var members = Members()
    switch operation {
    case .deleteItems: read(value, DeletionField.self, &members, kind, places, ofSections: false)
    case .reloadItems, .reconfigureItems:
      read(value, ReplacementField.self, &members, kind, places, ofSections: false)
    case .insertItems: read(value, InsertionField.self, &members, kind, places, ofSections: false)
    case .moveItem, .moveSection: read(value, MoveField.self, &members, kind, places, ofSections: false)
    case .deleteSections: read(value, DeletionField.self, &members, kind, places, ofSections: true)
    case .reloadSections: read(value, SectionReplacementField.self, &members, kind, places, ofSections: true)
    case .insertSections: read(value, SectionInsertionField.self, &members, kind, places, ofSections: true)
    }
    guard faults.count == faultsBefore, !isStopped else { return nil }
    let action = action(operation, members, value)
    guard faults.count == faultsBefore, let action else { return nil }
    return BatchUpdate(action, animation: members.animation)
  }

  private func read<Field: FieldNames>(
    _ value: JSONValue, _ type: Field.Type, _ members: inout Members, _ kind: LayoutKind,
    _ places: ItemPlaces, ofSections: Bool
  ) {
    object(value, type, "an operation") { field, value in
      switch field.rawValue {
      case "at" where ofSections: members.places = sectionPlaces(value)
      case "at": members.paths = indexPaths(value)
      case "ids" where ofSections: members.places = sectionPlaces(ofIDs: value, places)
      case "ids": members.paths = indexPaths(ofIDs: value, places)
      case "items": members.items = itemList(value)
      case "sections": members.sections = sectionValues(value, kind)
      case "from": members.from = value
      case "to": members.to = value
      case "animation": set(&members.animation, name(value, of: BatchUpdate.Animation.self))
      default: break
      }
    }
    if type == MoveField.self {
      require("from", of: value)
      require("to", of: value)
    } else if (value["at"] == nil) == (value["ids"] == nil) {
      fault(
        "an operation names its positions with \"at\"\(Field(rawValue: "ids") == nil ? "" : " or \"ids\"")")
    }
  }

  private func action(
    _ operation: UpdateOperation, _ members: Members, _ value: JSONValue
  ) -> BatchUpdate.Action? {
    switch operation {
    case .deleteItems: return .deleteItems(at: members.paths)
    case .deleteSections: return .deleteSections(at: members.places)
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
      guard let sections = counted(given, as: members.places.count, "sections") else { return nil }
      return operation == .insertSections
        ? .insertSections(at: members.places, sections) : .reloadSections(at: members.places, sections)
    case .moveItem:
      let from = at("from") { members.from.flatMap(indexPath) }
      let to = at("to") { members.to.flatMap(indexPath) }
      guard let from, let to else { return nil }
      return .moveItem(from: from, to: to)
    case .moveSection:
      let from = at("from") { members.from.flatMap(place) }
      let to = at("to") { members.to.flatMap(place) }
      guard let from, let to else { return nil }
      return .moveSection(from: from, to: to)
    }
  }

  /// The values, if there are as many as places.
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
  private static var placeLimit: Int { Int(Int32.max) }

  func place(_ value: JSONValue) -> Int? { integer(value, in: 0...Self.placeLimit) }

  func indexPath(_ value: JSONValue) -> IndexPath? {
    guard value.kind == .array, value.count == 2 else {
      return mismatch(value, "an index path, [section, item]")
    }
    let section = at(0) { place(value[0]) }
    let item = at(1) { place(value[1]) }
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

  private func sectionPlaces(_ value: JSONValue) -> [Int] {
    var places: [Int] = []
    array(value, "an array of section numbers") { _, value in
      countItems(1)
      if let place = place(value) { places.append(place) }
    }
    return places
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

  private func indexPaths(ofIDs value: JSONValue, _ places: ItemPlaces) -> [IndexPath] {
    var paths: [IndexPath] = []
    if value.kind == .array { places.prepare(value.elements.compactMap(\.string)) }
    array(value, "an array of ids") { _, value in
      countItems(1)
      if let path = itemPath(ofID: value, places) { paths.append(path) }
    }
    return paths
  }

  private func sectionPlaces(ofIDs value: JSONValue, _ places: ItemPlaces) -> [Int] {
    var found: [Int] = []
    array(value, "an array of ids") { _, value in
      countItems(1)
      guard let id = string(value) else { return }
      if let place = resolve(id, places.section(id), "section") { found.append(place) }
    }
    return found
  }

  /// The place of the item that has an id.
  func itemPath(ofID value: JSONValue, _ places: ItemPlaces) -> IndexPath? {
    string(value).flatMap { resolve($0, places.item($0), "item") }
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
