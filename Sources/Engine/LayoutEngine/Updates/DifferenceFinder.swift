import Cancellation

/// Finds the difference of two states whose members are paired.
struct DifferenceFinder {
  let before: IdentifiedState
  let after: IdentifiedState
  let sections: IdentityMatch
  let items: IdentityMatch
  var difference = SnapshotDifference()

  init(before: IdentifiedState, after: IdentifiedState, sections: IdentityMatch, items: IdentityMatch) {
    self.before = before
    self.after = after
    self.sections = sections
    self.items = items
  }

  mutating func findSections() {
    difference.deletedSections = sections.newPlaces.indices.filter { sections.newPlaces[$0] < 0 }
    difference.insertedSections = sections.oldPlaces.indices.filter { sections.oldPlaces[$0] < 0 }
    let kept = sections.oldPlaces.indices.filter { sections.oldPlaces[$0] >= 0 }
    let sources = ContiguousArray(kept.map { sections.oldPlaces[$0] })
    difference.movedSections = IncreasingSubsequence.indicesOutside(sources).map {
      .init(from: Int(sources[$0]), to: kept[$0])
    }
    for (source, place) in zip(sources, kept) {
      let (old, new) = (before.sections[Int(source)], after.sections[place])
      if old.outline != nil || new.outline != nil {
        difference.outlines.updateValue(new.outline, forKey: place)
      }
      guard !old.hasSameDescription(as: new) else { continue }
      difference.changedSections.append(.init(from: Int(source), to: place))
      difference.sectionDescriptions[place] = new
      // Its items arrive with the batch.
      difference.sectionDescriptions[place]?.items = ItemSequence(count: 0)
    }
  }

  mutating func findDeletedItems() {
    for section in before.sections.indices {
      let row = before.items(of: section)
      for item in row where items.newPlaces[item] < 0 {
        difference.deletedItems.append(IndexPath(section: section, item: item - row.lowerBound))
      }
    }
  }

  /// Finds inserted items and those that stay, section after section of the new state.
  mutating func findKeptItems() {
    var oldItems = IdentifiedItems(before)
    var newItems = IdentifiedItems(after)
    var pace = Pace()
    let hasOutlines = (before.sections + after.sections).contains { $0.outline != nil }
    for section in after.sections.indices {
      if pace.isOver(after: 16) { return }
      let row = after.items(of: section)
      let oldSection = Int(sections.oldPlaces[section])
      let oldRow = oldSection < 0 ? 0..<0 : before.items(of: oldSection)
      var staying = ContiguousArray<Int32>()
      staying.reserveCapacity(row.count)
      var places = ContiguousArray<Int32>()
      places.reserveCapacity(row.count)
      for item in row {
        if pace.isOver(after: 16) { return }
        let path = IndexPath(section: section, item: item - row.lowerBound)
        let old = Int(items.oldPlaces[item])
        guard old >= 0 else {
          difference.insertedItems.append(path)
          continue
        }
        if oldRow.contains(old) {
          staying.append(Int32(old))
          places.append(Int32(path.item))
        } else {
          difference.movedAcross.append(.init(from: before.path(of: old), to: path))
        }
        let (oldPlace, newPlace) = (oldItems.find(old), newItems.find(item))
        if !newItems.chunk.columns.hasSameDescription(
          at: newPlace, as: oldItems.chunk.columns, at: oldPlace)
        {
          difference.changedItems.append(.init(from: before.path(of: old), to: path))
        } else if hasOutlines, let id = newItems.chunk.ids[newPlace] {
          let from = before.path(of: old)
          let wasExpanded = before.sections[from.section].outline?.isExpanded(id)
          if wasExpanded != after.sections[section].outline?.isExpanded(id) {
            difference.turnedItems.append(.init(from: from, to: path))
          }
        }
      }
      for index in IncreasingSubsequence.indicesOutside(staying) {
        difference.movedItems.append(
          .init(
            from: IndexPath(section: oldSection, item: Int(staying[index]) - oldRow.lowerBound),
            to: IndexPath(section: section, item: Int(places[index]))))
      }
    }
  }
}
