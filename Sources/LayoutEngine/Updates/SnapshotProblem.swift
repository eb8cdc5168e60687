/// Why a state cannot be told from another by its ids; worded after UIKit's own exceptions.
public struct SnapshotProblem: Error, Hashable, Sendable {
  public enum Code: String, CaseIterable, Sendable {
    case duplicateItems = "duplicate-items"
    case duplicateSections = "duplicate-sections"
    case missingItemIDs = "missing-item-ids"
    case missingSectionIDs = "missing-section-ids"
  }

  /// The state that has the problem.
  public enum State: String, CaseIterable, Sendable {
    case before, after
  }

  /// How many places a problem lists; its message says how many there are.
  public static let mostPlaces = 100

  public var code: Code
  public var state: State
  public var message: String
  /// The ids that repeat, in the order of their first repetition, at most `mostPlaces` of them.
  public var identifiers: [String] = []
  /// Of items: every place concerned, in order.
  public var items: [IndexPath] = []
  /// Of sections: every place concerned, in order.
  public var sections: [Int] = []
}

/// All that is wrong with the ids of two states.
public struct SnapshotProblems: Error, Hashable, Sendable {
  public var problems: [SnapshotProblem]

  /// - Complexity: O(n) for n items in both states.
  init(from before: SectionList, to after: SectionList) {
    problems = [(before, SnapshotProblem.State.before), (after, .after)].flatMap { sections, state in
      SnapshotProblem.ofSections(sections, state) + SnapshotProblem.ofItems(sections, state)
    }
  }
}

extension SnapshotProblem {
  fileprivate static func ofSections(_ sections: SectionList, _ state: State) -> [SnapshotProblem] {
    var census = IdentityCensus<Int>()
    for (place, id) in sections.map({ ($0, $1.id) }) { census.note(id, at: place) }
    return problems(census, state, "section", .missingSectionIDs, .duplicateSections) { $0.sections = $1 }
  }

  fileprivate static func ofItems(_ sections: SectionList, _ state: State) -> [SnapshotProblem] {
    var census = IdentityCensus<IndexPath>()
    for (section, items) in sections.map({ ($0, $1.items) }) {
      var first = 0
      items.chunks.forEachLeaf {
        let chunk = $0.leaf
        if chunk.ids.isEmpty {
          let listed = min(chunk.count, mostPlaces)
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
    return problems(census, state, "item", .missingItemIDs, .duplicateItems) { $0.items = $1 }
  }

  private static func problems<Place>(
    _ census: IdentityCensus<Place>, _ state: State, _ noun: String, _ missing: Code, _ duplicate: Code,
    _ list: (inout SnapshotProblem, [Place]) -> Void
  ) -> [SnapshotProblem] {
    var problems: [SnapshotProblem] = []
    if census.missingCount > 0 {
      var problem = SnapshotProblem(
        code: missing, state: state,
        message: "\(census.missingCount) \(noun)s \(state.rawValue) have no identifier")
      list(&problem, census.missing)
      problems.append(problem)
    }
    if !census.repeated.isEmpty {
      let named = census.repeated.prefix(mostPlaces)
      let more = census.repeated.count - named.count
      var problem = SnapshotProblem(
        code: duplicate, state: state,
        message: "supplied \(noun) identifiers are not unique. Duplicate identifiers: "
          + named.joined(separator: ", ") + (more > 0 ? " and \(more) more" : ""))
      problem.identifiers = Array(named)
      list(&problem, Array(named.flatMap { census.places[$0] ?? [] }.sorted().prefix(mostPlaces)))
      problems.append(problem)
    }
    return problems
  }
}

/// Where each id of a state is.
private struct IdentityCensus<Place: Comparable> {
  var missing: [Place] = []
  var missingCount = 0
  var places: [String: [Place]] = [:]
  var repeated: [String] = []

  mutating func note(_ id: String?, at place: Place) {
    guard let id else {
      missingCount += 1
      if missing.count < SnapshotProblem.mostPlaces { missing.append(place) }
      return
    }
    places[id, default: []].append(place)
    if places[id]!.count == 2 { repeated.append(id) }
  }
}
