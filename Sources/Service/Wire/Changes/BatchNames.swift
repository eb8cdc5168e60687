import LayoutEngine

/// What the operations of a batch have done so far to the members that they name: the items, or the sections.
///
/// Ids refer to the members of before the batch, and as anchors also to members that the batch has inserted.
struct BatchNames<Position: Hashable & Sendable> {
  /// Where a member is, as an anchor of others.
  enum Standing {
    /// Where it was before the batch.
    case unmoved(Position)
    /// One of the members that an operation places next to others.
    case placed(operation: Int, member: Int)
    /// An operation gives it an index path, or its section a number.
    case fixed(operation: Int)
    case deleted(operation: Int)
    /// An operation gives it another id.
    case renamed(operation: Int)
  }

  private var moved: [Position: Standing] = [:]
  private var renamed: [Position: Int] = [:]
  private var added: [String: Standing] = [:]
  /// The members of before the batch whose ids are free again.
  private var vacated: Set<Position> = []

  /// Returns the standing of the member that the batch has given an id; nil if it has given none.
  func standing(ofAdded id: String) -> Standing? {
    guard case .unmoved(let position)? = added[id] else { return added[id] }
    return moved[position] ?? .unmoved(position)
  }

  /// Returns the standing of a member that is named by the id or position that it had before the batch.
  func standing(of position: Position) -> Standing {
    renamed[position].map { .renamed(operation: $0) } ?? moved[position] ?? .unmoved(position)
  }

  /// Whether the batch deletes a member of before it, or gives it another description.
  func isVacated(_ position: Position) -> Bool { vacated.contains(position) }

  mutating func delete(_ position: Position, _ operation: Int) {
    moved[position] = .deleted(operation: operation)
    vacated.insert(position)
  }

  mutating func move(_ position: Position, to standing: Standing) { moved[position] = standing }

  /// Notes a new member; returns whether the batch has not given its id before.
  mutating func insert(_ id: String, as standing: Standing) -> Bool {
    added.updateValue(standing, forKey: id) == nil
  }

  /// Notes another description of a member; returns whether the batch has not given its id to another.
  mutating func replace(_ position: Position, _ oldID: String?, with newID: String?, _ operation: Int) -> Bool
  {
    vacated.insert(position)
    if oldID != newID { renamed[position] = operation }
    guard let newID else { return true }
    guard let other = added.updateValue(.unmoved(position), forKey: newID) else { return true }
    if case .unmoved(position) = other { return true }
    return false
  }
}
