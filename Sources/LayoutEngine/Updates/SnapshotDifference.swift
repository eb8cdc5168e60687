/// What became of every section and every item from one state to another, as between two of UIKit's snapshots.
///
/// Deleted things and the sources of moves are named by their places before, inserted ones and the targets of
/// moves by their places after. There are never more moves than have to be: what stays in order is a longest
/// increasing subsequence. (Heckel's diff, which most libraries use, makes 99,999 moves of a rotation that is
/// one.)
public struct SnapshotDifference: Sendable {
  /// Something that is in both states.
  public struct Move<Place: Hashable & Sendable>: Hashable, Sendable {
    public var from: Place
    public var to: Place

    public init(from: Place, to: Place) {
      self.from = from
      self.to = to
    }
  }

  /// Items that are not in the new state, also those of deleted sections.
  public internal(set) var deletedItems: [IndexPath] = []
  /// Items that are not in the old state, also those of inserted sections.
  public internal(set) var insertedItems: [IndexPath] = []
  /// Items that change places in their section.
  public internal(set) var movedItems: [Move<IndexPath>] = []
  /// Items whose section is another one after. A batch lets none leave a deleted section or enter an inserted
  /// one: there they are deleted, inserted, or go and come with the section; `applying` then joins both ends.
  public internal(set) var movedAcross: [Move<IndexPath>] = []
  /// Items of both states whose description differs, wherever they are.
  public internal(set) var changedItems: [Move<IndexPath>] = []
  public internal(set) var deletedSections: [Int] = []
  public internal(set) var insertedSections: [Int] = []
  public internal(set) var movedSections: [Move<Int>] = []
  /// Sections of both states whose own description differs: header, footer, other views, metrics, background.
  /// No operation of a batch says so; `applying` gives it to them after the batch.
  public internal(set) var changedSections: [Move<Int>] = []

  /// The batch that makes the one state of the other, but for what sections say of themselves.
  public internal(set) var updates: [BatchUpdate] = []
  /// What changed sections say of themselves after, by the place after.
  var sectionDescriptions: [Int: Section] = [:]

  public var isEmpty: Bool { updates.isEmpty && changedSections.isEmpty }
}

extension SectionList {
  /// What became of every section and item from this state to another.
  ///
  /// - Throws: every id that is missing or repeats, in either state.
  /// - Complexity: O(n log n) for n sections and items in both states, O(n) where they mostly stay in order.
  public func difference(to other: SectionList) throws(SnapshotProblems) -> SnapshotDifference {
    var sectionIDs = IdentityWords()
    var itemIDs = IdentityWords()
    guard let before = IdentifiedState(self, &sectionIDs, &itemIDs),
      let after = IdentifiedState(other, &sectionIDs, &itemIDs),
      let sections = IdentityMatch(sectionIDs, oldCount: count),
      let items = IdentityMatch(itemIDs, oldCount: itemCount)
    else { throw SnapshotProblems(from: self, to: other) }
    var finder = DifferenceFinder(before: before, after: after, sections: sections, items: items)
    finder.findSections()
    finder.findDeletedItems()
    finder.findKeptItems()
    finder.makeUpdates()
    return finder.difference
  }

  /// The batch that makes another state of this one, but for what sections say of themselves.
  ///
  /// - Throws: every id that is missing or repeats, in either state.
  /// - Complexity: that of `difference(to:)`.
  public func updates(to other: SectionList) throws(SnapshotProblems) -> [BatchUpdate] {
    try difference(to: other).updates
  }

  /// Makes the other state of the one that a difference was found from, ids and descriptions and all.
  ///
  /// An item that went from one section to another is a move in the map, also where the batch could only
  /// delete and insert it.
  ///
  /// - Throws: the conflicts that the difference has with a state it was not found from.
  /// - Complexity: that of applying its updates.
  public func applying(_ difference: SnapshotDifference) throws(BatchConflicts) -> Updated {
    var updated = try applying(difference.updates)
    updated.map.join(difference.movedAcross)
    for (place, description) in difference.sectionDescriptions {
      var section = description
      section.items = updated.sections[place].items
      updated.sections = updated.sections.replacing(place..<place + 1, with: [section])
      updated.replacedSections.insert(place)
    }
    return updated
  }
}
