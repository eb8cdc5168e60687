import Diagnostics

/// A reason why ids do not identify the members of a state; the messages follow UIKit's exceptions.
public struct SnapshotConflict: Error, Hashable, Sendable {
  /// The kinds of conflicts, as responses name them.
  public enum Code: String, CaseIterable, Sendable {
    case duplicateItems = "duplicate-items"
    case duplicateSections = "duplicate-sections"
    case missingItemIDs = "missing-item-ids"
    case missingSectionIDs = "missing-section-ids"
  }

  /// The state that has the conflict.
  public enum State: String, CaseIterable, Sendable {
    case before, after
  }

  /// The number of positions that a conflict lists at most; its message has the full number.
  public static let positionLimit = 100

  /// The kind of the conflict.
  public var code: Code
  /// The state in which ids repeat.
  public var state: State
  /// The conflict in a sentence for the client.
  public var message: String
  /// The ids that repeat, in the order of their first repetition, at most `positionLimit` of them.
  public var identifiers: [String] = []
  /// The index paths of the items concerned, in order.
  public var items: [IndexPath] = []
  /// The indices of the sections concerned, in order.
  public var sections: [Int] = []
}

/// Every conflict in the ids of two states.
public struct SnapshotError: Error, Hashable, Sendable {
  /// The conflicts, at least one.
  public var conflicts: [SnapshotConflict]

  /// - Complexity: O(n) for n items in both states.
  init(from before: SectionList, to after: SectionList) {
    conflicts = [(before, SnapshotConflict.State.before), (after, .after)].flatMap { sections, state in
      SnapshotConflict.ofSections(sections, state) + SnapshotConflict.ofItems(sections, state)
    }
  }
}

extension SnapshotConflict {
  fileprivate static func ofSections(_ sections: SectionList, _ state: State) -> [SnapshotConflict] {
    var census = IdentityCensus<Int>()
    for (place, id) in sections.map({ ($0, $1.id) }) { census.note(id, at: place) }
    return conflicts(census, state, "section", .missingSectionIDs, .duplicateSections) { $0.sections = $1 }
  }

  fileprivate static func ofItems(_ sections: SectionList, _ state: State) -> [SnapshotConflict] {
    var census = IdentityCensus<IndexPath>()
    for (section, items) in sections.map({ ($0, $1.items) }) {
      var first = 0
      items.chunks.forEachLeaf {
        let chunk = $0.leaf
        if chunk.ids.isEmpty {
          let listed = min(chunk.count, positionLimit)
          for item in 0..<listed { census.note(nil, at: IndexPath(section: section, item: first + item)) }
          census.missingCount += chunk.count - listed
        } else {
          for (item, id) in chunk.ids.enumerated() {
            census.note(id, at: IndexPath(section: section, item: first + item))
          }
        }
        first += chunk.count
        return true
      }
    }
    return conflicts(census, state, "item", .missingItemIDs, .duplicateItems) { $0.items = $1 }
  }

  private static func conflicts<Position>(
    _ census: IdentityCensus<Position>, _ state: State, _ noun: String, _ missing: Code, _ duplicate: Code,
    _ list: (inout SnapshotConflict, [Position]) -> Void
  ) -> [SnapshotConflict] {
    var conflicts: [SnapshotConflict] = []
    if census.missingCount > 0 {
      var conflict = SnapshotConflict(
        code: missing, state: state,
        message: "\(quantity(census.missingCount, noun)) \(state.rawValue) "
          + "\(census.missingCount == 1 ? "has" : "have") no identifier")
      list(&conflict, census.missing)
      conflicts.append(conflict)
    }
    if !census.repeated.isEmpty {
      let named = census.repeated.prefix(positionLimit)
      let more = census.repeated.count - named.count
      var conflict = SnapshotConflict(
        code: duplicate, state: state,
        message: "supplied \(noun) identifiers are not unique. Duplicate identifiers: "
          + named.joined(separator: ", ") + (more > 0 ? " and \(more) more" : ""))
      conflict.identifiers = Array(named)
      list(&conflict, Array(named.flatMap { census.positions[$0] ?? [] }.sorted().prefix(positionLimit)))
      conflicts.append(conflict)
    }
    return conflicts
  }
}

/// The positions of each id of a state.
private struct IdentityCensus<Position: Comparable> {
  var missing: [Position] = []
  var missingCount = 0
  var positions: [String: [Position]] = [:]
  var repeated: [String] = []

  mutating func note(_ id: String?, at position: Position) {
    guard let id else {
      missingCount += 1
      if missing.count < SnapshotConflict.positionLimit { missing.append(position) }
      return
    }
    positions[id, default: []].append(position)
    if positions[id]!.count == 2 { repeated.append(id) }
  }
}
