import LayoutEngine

/// Where a user wants the item of a movement to go: by a pointer to a position, by a keyboard to an index path or next to
/// another item.
public enum MovementTarget: Sendable {
  /// The position of the item's centre, in content coordinates, in points.
  case position(Point)
  /// The index path that the item has once it is dropped.
  case indexPath(IndexPath)
  /// In front of an item, or behind it, at its index path in the collection.
  case before(IndexPath)
  case after(IndexPath)
}

extension Movement {
  /// Returns the index path that a target means; for a position the present proposal, because a search finds it.
  ///
  /// - Throws: `noSuchTarget`, `ownItem`.
  func place(of target: MovementTarget, in sections: SectionList) throws(MovementError) -> IndexPath {
    switch target {
    case .position: return proposed
    case .indexPath(let path):
      guard let most = lastItem(of: path.section, in: sections), (0...most).contains(path.item) else {
        throw .noSuchTarget(path, lastItem: lastItem(of: path.section, in: sections))
      }
      return path
    case .before(let path): return try place(nextTo: path, in: sections, by: 0)
    case .after(let path): return try place(nextTo: path, in: sections, by: 1)
    }
  }

  private func place(
    nextTo path: IndexPath, in sections: SectionList, by step: Int
  ) throws(MovementError) -> IndexPath {
    guard path != origin else { throw .ownItem }
    guard path.section >= 0, path.section < sections.count, path.item >= 0,
      path.item < sections[path.section].items.count
    else { throw .noSuchItem(path) }
    let isBehindOrigin = path.section == origin.section && path.item > origin.item
    return IndexPath(section: path.section, item: path.item - (isBehindOrigin ? 1 : 0) + step)
  }

  /// The last index that the item may have in a section; nil if there is no such section.
  private func lastItem(of section: Int, in sections: SectionList) -> Int? {
    guard section >= 0, section < sections.count else { return nil }
    return sections[section].items.count - (section == origin.section ? 1 : 0)
  }
}
