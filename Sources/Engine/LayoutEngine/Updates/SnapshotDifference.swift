/// The difference between two states of a collection, as between two of UIKit's snapshots.
///
/// Old positions name deletions and the sources of moves; new positions name insertions and the targets of moves. The
/// number of moves is minimal: the members that stay in order are a longest increasing subsequence. (Heckel's diff, which
/// most libraries use, turns a rotation of 100,000 items, which is one move, into 99,999.)
///
/// The members of both states are found by their ids:
///
/// ```swift
/// func songs(_ ids: [String]) -> SectionList {
///   var items = ItemSequenceBuilder()
///   for id in ids { items.append(Item(id: id)) }
///   return SectionList([Section(id: "songs", items: items.finish())])
/// }
/// let difference = try songs(["a", "b", "c"]).difference(to: songs(["b", "c", "a", "d"]))
/// let moves = difference.movedItems.count  // 1: "a" moves behind "c"
/// let insertions = difference.insertedItems.count  // 1: "d"
///
/// // As a batch, it turns the old state into the new one.
/// let updates = difference.updates.count  // 2
/// ```
public struct SnapshotDifference: Sendable {
  /// The old and the new position of a member of both states.
  public struct Move<Position: Hashable & Sendable>: Hashable, Sendable {
    /// The old position.
    public var from: Position
    /// The new position.
    public var to: Position

    /// Creates a move from an old position to a new one.
    public init(from: Position, to: Position) {
      self.from = from
      self.to = to
    }
  }

  /// Items that are not in the new state, those of deleted sections included.
  public internal(set) var deletedItems: [IndexPath] = []
  /// Items that are not in the old state, those of inserted sections included.
  public internal(set) var insertedItems: [IndexPath] = []
  /// Items that move within their section.
  public internal(set) var movedItems: [Move<IndexPath>] = []
  /// Items that move to another section. A batch cannot move items out of a deleted section or into an inserted one: it
  /// deletes and inserts them, and `applying` then joins both ends.
  public internal(set) var movedAcross: [Move<IndexPath>] = []
  /// Items of both states whose descriptions differ.
  public internal(set) var changedItems: [Move<IndexPath>] = []
  /// Items of both states that have the same description, and in an outline another disclosure: they are expanded or
  /// collapsed, or begin or cease to have children.
  public internal(set) var turnedItems: [Move<IndexPath>] = []
  /// The old positions of sections that only the old state has, in ascending order.
  public internal(set) var deletedSections: [Int] = []
  /// The new positions of sections that only the new state has, in ascending order.
  public internal(set) var insertedSections: [Int] = []
  /// The sections of both states that change their order.
  public internal(set) var movedSections: [Move<Int>] = []
  /// Sections of both states whose own descriptions differ: header, footer, other views, metrics, background. No
  /// operation of a batch changes these; `applying` does, after the batch.
  public internal(set) var changedSections: [Move<Int>] = []

  /// The batch that turns the old state into the new one, except for `changedSections`.
  public internal(set) var updates: [BatchUpdate] = []
  /// The new descriptions of `changedSections`, by new index.
  var sectionDescriptions: [Int: Section] = [:]
  /// The new outlines of sections of both states, by new index; nil for one that has none any more.
  var outlines: [Int: Outline?] = [:]

  /// Whether both states are equal.
  public var isEmpty: Bool { updates.isEmpty && changedSections.isEmpty }
}

extension SectionList {
  /// The difference from this state to another.
  ///
  /// - Throws: `SnapshotError` with every id that is missing or repeats, in either state.
  /// - Complexity: O(n log n) for n sections and items in both states, O(n) where they mostly stay in order.
  public func difference(to other: SectionList) throws(SnapshotError) -> SnapshotDifference {
    var sectionIDs = IdentityWords()
    var itemIDs = IdentityWords()
    guard let before = IdentifiedState(self, &sectionIDs, &itemIDs),
      let after = IdentifiedState(other, &sectionIDs, &itemIDs),
      let sections = IdentityMatch(sectionIDs, oldCount: count),
      let items = IdentityMatch(itemIDs, oldCount: itemCount)
    else { throw SnapshotError(from: self, to: other) }
    var finder = DifferenceFinder(before: before, after: after, sections: sections, items: items)
    finder.findSections()
    finder.findDeletedItems()
    finder.findKeptItems()
    finder.makeUpdates()
    return finder.difference
  }

  /// The batch that turns this state into another, except for the sections' own descriptions.
  ///
  /// - Throws: `SnapshotError` with every id that is missing or repeats, in either state.
  /// - Complexity: that of `difference(to:)`.
  public func updates(to other: SectionList) throws(SnapshotError) -> [BatchUpdate] {
    try difference(to: other).updates
  }

  /// The new state of a difference whose old state is this one, with all ids and descriptions.
  ///
  /// The map has a move for an item that went from one section to another, even if the batch could only delete and insert
  /// it.
  ///
  /// - Throws: `BatchError` if the difference is not one from this state.
  /// - Complexity: that of applying its updates.
  public func applying(_ difference: SnapshotDifference) throws(BatchError) -> Updated {
    var updated = try applying(difference.updates)
    updated.map.join(difference.movedAcross, changing: difference.changedItems + difference.turnedItems)
    for (place, description) in difference.sectionDescriptions {
      var section = description
      section.items = updated.sections[place].items
      updated.sections = updated.sections.replacing(place..<place + 1, with: [section])
      updated.replacedSections.insert(place)
    }
    for (place, outline) in difference.outlines {
      var section = updated.sections[place]
      section.outline = outline
      updated.sections = updated.sections.replacing(place, with: section)
    }
    return updated
  }
}
