import Diagnostics
import JSON
import LayoutEngine

/// The operations of a batch, by their names in JSON.
package enum UpdateOperation: String, CaseIterable {
  case deleteItems, insertItems, moveItem, reloadItems, reconfigureItems
  case deleteSections, insertSections, moveSection, reloadSections

  /// The names of all operations, for messages, with those of outlines alone.
  fileprivate static let allNames =
    allCases.map { $0.rawValue }
    + OutlineOperation.allCases.map { $0.rawValue }.filter { UpdateOperation(rawValue: $0) == nil }

  /// Whether the operation changes sections, and not items.
  var isOfSections: Bool {
    switch self {
    case .deleteItems, .insertItems, .moveItem, .reloadItems, .reconfigureItems: false
    case .deleteSections, .insertSections, .moveSection, .reloadSections: true
    }
  }
}

/// Decodes the operations of a batch.
extension DecodingContext {
  private enum Field: String, FrequentFieldNames {
    case op, at, ids, items, sections, id, from, to, before, after, section, edge, animation
    static let table = FieldTable<Field>()
  }

  /// The fields of an operation that have been read so far.
  private struct Members {
    var paths: [IndexPath] = []
    var sectionNumbers: [Int] = []
    var items: [Item]?
    var sections: [Section]?
    var position: RelativePosition?
    var animation = BatchUpdate.Animation.automatic
  }

  /// Reads a batch.
  ///
  /// - Parameter hasUniqueIDs: whether to report ids that would have several members.
  package func updates(
    _ value: JSONValue, of kind: LayoutKind, _ positions: ItemPositions, hasUniqueIDs: Bool
  ) -> [BatchUpdate] {
    var batch = BatchReading(of: kind, positions, hasUniqueIDs: hasUniqueIDs)
    var updates: [RelativeUpdate] = []
    array(value, "an array of operations") { operation, value in
      if let update = update(value, operation, &batch) { updates.append(update) }
    }
    return resolved(updates, batch)
  }

  /// Returns the operations of a batch that has been read, with the positions that relative ones have.
  func resolved(_ updates: [RelativeUpdate], _ batch: BatchReading) -> [BatchUpdate] {
    if batch.hasUniqueIDs { checkUniqueness(of: batch) }
    // Operations with errors are missing, so that their numbers are not those of the body.
    guard faults.isEmpty, !isStopped else { return updates.map { $0.update } }
    do throws(RelativePositionError) { return try batch.positions.sections.resolving(updates) } catch {
      at(error.operation) {
        fault("the batch deletes or reloads section \(error.section), in which the position is")
      }
      return []
    }
  }

  private func update(_ value: JSONValue, _ number: Int, _ batch: inout BatchReading) -> RelativeUpdate? {
    guard value.kind == .object else { return mismatch(value, "an operation: an object with \"op\"") }
    guard let op = value["op"] else {
      missing(
        "op", taking: UpdateOperation.allNames, in: value,
        besides: Field.allCases.map { $0.rawValue })
      return nil
    }
    guard let operation = op.string.flatMap({ UpdateOperation(rawValue: $0) }) else {
      _ = at("op") { choice(op, among: UpdateOperation.allNames) }
      return nil
    }
    let faultsBefore = faults.count
    var members = Members()
    read(value, operation, &members, batch)
    guard faults.count == faultsBefore, !isStopped else { return nil }
    guard let action = action(operation, members, value, batch), faults.count == faultsBefore else {
      return nil
    }
    let update = RelativeUpdate(BatchUpdate(action, animation: members.animation), at: members.position)
    note(update, number, &batch)
    return update
  }

  /// Notes an operation that has been read, and reports ids that the batch has given before.
  func note(_ update: RelativeUpdate, _ number: Int, _ batch: inout BatchReading) {
    batch.positions.noteReadings(of: update)
    let repeated = batch.note(update, number)
    if batch.hasUniqueIDs { refuseRepeated(repeated) }
  }

  private func read(
    _ value: JSONValue, _ operation: UpdateOperation, _ members: inout Members, _ batch: BatchReading
  ) {
    object(value, Field.self, among: fields(of: operation), "an operation") { field, value in
      switch field {
      // Read with the others that name a position.
      case .op, .id, .from, .to, .before, .after, .section, .edge: break
      case .at where operation.isOfSections: members.sectionNumbers = sectionNumbers(value)
      case .at: members.paths = indexPaths(value)
      case .ids where operation.isOfSections:
        members.sectionNumbers = sectionNumbers(ofIDs: value, batch.positions)
      case .ids: members.paths = indexPaths(ofIDs: value, batch.positions)
      case .items: members.items = itemList(value)
      case .sections: members.sections = sectionValues(value, batch.kind)
      case .animation: set(&members.animation, name(value, of: BatchUpdate.Animation.self))
      }
    }
    switch operation {
    case .insertItems, .moveItem:
      requireOne(
        of: [operation == .moveItem ? "to" : "at", "before", "after", "section"], in: value, "a position")
      members.position = itemPosition(value, batch)
    case .insertSections, .moveSection:
      requireOne(
        of: [operation == .moveSection ? "to" : "at", "before", "after", "edge"], in: value, "a position")
      members.position = sectionPosition(value, batch)
    default: requireOne(of: ["at", "ids"], in: value, "what it changes")
    }
    if operation == .moveItem || operation == .moveSection {
      requireOne(of: ["from", "id"], in: value, "what it moves")
    }
  }

  func requireOne(of names: [String], in value: JSONValue, _ what: String) {
    guard names.count(where: { value.member(named: $0) != nil }) != 1 else { return }
    let quoted = names.map { "\"\($0)\"" }
    fault(
      "an operation names \(what) with \(names.count == 2 ? "" : "one of ")"
        + "\(quoted.dropLast().joined(separator: ", ")) or \(quoted.last ?? "")")
  }

  private func fields(of operation: UpdateOperation) -> [Field] {
    switch operation {
    case .deleteItems, .deleteSections: [.op, .at, .ids, .animation]
    case .reloadItems, .reconfigureItems: [.op, .at, .ids, .items, .animation]
    case .insertItems: [.op, .at, .before, .after, .section, .edge, .items, .animation]
    case .moveItem: [.op, .from, .id, .to, .before, .after, .section, .edge, .animation]
    case .moveSection: [.op, .from, .id, .to, .before, .after, .edge, .animation]
    case .reloadSections: [.op, .at, .ids, .sections, .animation]
    case .insertSections: [.op, .at, .before, .after, .edge, .sections, .animation]
    }
  }

  private func action(
    _ operation: UpdateOperation, _ members: Members, _ value: JSONValue, _ batch: BatchReading
  ) -> BatchUpdate.Action? {
    /// The number of values that the operation takes; nil for any number next to a member.
    func count(_ positions: Int) -> Int? { members.position == nil ? positions : nil }
    switch operation {
    case .deleteItems: return .deleteItems(at: members.paths)
    case .deleteSections: return .deleteSections(at: members.sectionNumbers)
    case .insertItems:
      guard let items = counted(required(members.items, "items"), as: count(members.paths.count), "item")
      else { return nil }
      return .insertItems(at: members.paths, items)
    case .reloadItems, .reconfigureItems:
      if let items = members.items, counted(items, as: members.paths.count, "item") == nil { return nil }
      return operation == .reloadItems
        ? .reloadItems(at: members.paths, members.items)
        : .reconfigureItems(at: members.paths, members.items)
    case .insertSections, .reloadSections:
      let given = required(members.sections, "sections")
      guard let sections = counted(given, as: count(members.sectionNumbers.count), "section") else {
        return nil
      }
      return operation == .insertSections
        ? .insertSections(at: members.sectionNumbers, sections)
        : .reloadSections(at: members.sectionNumbers, sections)
    case .moveItem:
      let from =
        value["from"].map { value in at("from") { indexPath(value) } }
        ?? value["id"].map { value in at("id") { itemPath(ofID: value, batch.positions) } } ?? nil
      let to = value["to"].map { value in at("to") { indexPath(value) } } ?? from
      guard let from, let to else { return nil }
      if members.position == .before(item: from) || members.position == .after(item: from) {
        fault("an item cannot move next to itself")
      }
      return .moveItem(from: from, to: to)
    case .moveSection:
      let from =
        value["from"].map { value in at("from") { position(value) } }
        ?? value["id"].map { value in at("id") { sectionNumber(ofID: value, batch.positions) } } ?? nil
      let to = value["to"].map { value in at("to") { position(value) } } ?? from
      guard let from, let to else { return nil }
      if members.position == .before(section: from) || members.position == .after(section: from) {
        fault("a section cannot move next to itself")
      }
      return .moveSection(from: from, to: to)
    }
  }

  /// Returns the values if there are as many as positions, or any number if that is nil.
  private func counted<Value>(_ values: [Value]?, as count: Int?, _ noun: String) -> [Value]? {
    guard let values, let count else { return values }
    guard values.count == count else {
      at("\(noun)s") {
        fault(
          "there \(count == 1 ? "is" : "are") \(quantity(count, "position")) and "
            + "\(quantity(values.count, noun)); each position takes one")
      }
      return nil
    }
    return values
  }
}
