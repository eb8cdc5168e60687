import CollectionModel
import LayoutEngine

/// The batch that leads from one state of a collection to the next, for a client that may not know it.
package struct AppliedUpdates {
  var updates: [BatchUpdate]
  /// The viewport's sections before and after: the index paths of the batch are theirs.
  var before: SectionList
  var after: SectionList

  /// Creates the batch of a step, at the index paths of a viewport.
  package init(_ step: CollectionStep, on viewport: String) {
    updates = step.updates(on: viewport)
    before = step.before.shown(on: viewport).state.sections
    after = step.after.shown(on: viewport).state.sections
  }
}

extension ResponseWriter where Self: ~Copyable {
  /// Writes the member `updates`: the operations of a batch with the positions and ids of their members, without the
  /// inserted items and sections.
  ///
  /// - Complexity: O(k log n) for a batch of k and n items.
  package mutating func updates(_ applied: AppliedUpdates) {
    let (before, after) = (applied.before, applied.after)
    var (oldIDs, newIDs) = (ItemIDs(of: before), ItemIDs(of: after))
    key("updates")
    list(applied.updates) { writer, update in
      writer.beginObject()
      switch update.action {
      case .deleteItems(let paths): writer.operation(.deleteItems, at: paths, &oldIDs)
      case .insertItems(let paths, _): writer.operation(.insertItems, at: paths, &newIDs)
      case .reloadItems(let paths, _): writer.operation(.reloadItems, at: paths, &oldIDs)
      case .reconfigureItems(let paths, _): writer.operation(.reconfigureItems, at: paths, &oldIDs)
      case .deleteSections(let numbers): writer.operation(.deleteSections, at: numbers, of: before)
      case .insertSections(let numbers, _): writer.operation(.insertSections, at: numbers, of: after)
      case .reloadSections(let numbers, _): writer.operation(.reloadSections, at: numbers, of: before)
      case .moveItem(let from, let to):
        writer.operation(.moveItem, of: oldIDs[from.section, from.item])
        writer.key("from")
        writer.indexPath(from)
        writer.key("to")
        writer.indexPath(to)
      case .moveSection(let from, let to):
        writer.operation(.moveSection, of: from < before.count ? before[from].id : nil)
        writer.key("from")
        writer.number(from)
        writer.key("to")
        writer.number(to)
      }
      writer.endObject()
    }
  }

  private mutating func operation(_ name: UpdateOperation) {
    key("op")
    string(name.rawValue)
  }

  private mutating func operation(_ name: UpdateOperation, of id: String?) {
    operation(name)
    guard let id else { return }
    key("id")
    string(id)
  }

  private mutating func operation(_ name: UpdateOperation, at paths: [IndexPath], _ ids: inout ItemIDs) {
    operation(name)
    key("at")
    list(paths) { $0.indexPath($1) }
    self.ids(paths.map { ids[$0.section, $0.item] })
  }

  private mutating func operation(_ name: UpdateOperation, at numbers: [Int], of sections: SectionList) {
    operation(name)
    key("at")
    list(numbers) { $0.number($1) }
    ids(numbers.map { $0 < sections.count ? sections[$0].id : nil })
  }

  /// Writes the member `ids`, with null for a member without id, if there is any id.
  private mutating func ids(_ ids: [String?]) {
    guard ids.contains(where: { $0 != nil }) else { return }
    key("ids")
    list(ids) { $0.string(orNull: $1) }
  }
}
