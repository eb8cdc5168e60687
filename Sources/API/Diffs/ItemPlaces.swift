import LayoutEngine

/// Where items and sections stand in a collection, by their ids.
///
/// One id is searched for; so many that searches cost as much as a dictionary of all are looked up in that. Either way
/// the cost is at most about twice that of the better choice.
final class ItemPlaces {
  let sections: SectionList
  /// How many chunks searches may still pass. To enter an item in a dictionary takes about as long as to pass a chunk;
  /// half of that is for the filters, which the first search may have to make.
  private lazy var allowance = sections.itemCount / 2
  private lazy var searchLength = sections.searchLength
  /// What the ids stand for that `prepare` was told of last.
  private var prepared: [String: Found<IndexPath>] = [:]
  private lazy var items = sections.pathsOfItems()

  /// Searches for a section that may still be made: about as many as a dictionary takes the time of.
  private var sectionAllowance = 8
  private lazy var sectionPlaces = sections.indicesOfSections()

  init(of sections: SectionList) {
    self.sections = sections
  }

  /// Finds many items in one pass, for `item` to have at hand.
  ///
  /// - Complexity: O(k + n) for k ids and n items.
  func prepare(_ ids: [String]) {
    // Looking every item up among a few ids takes as long as passing a chunk for each four items.
    guard ids.count > 1, allows(min(ids.count * searchLength, searchLength + sections.itemCount / 4)) else {
      return
    }
    prepared = Dictionary(zip(ids, sections.paths(ofItems: ids)), uniquingKeysWith: { first, _ in first })
  }

  /// - Complexity: O(s + n / c) for n items in chunks of c and s sections; after about c of them, O(n) once, then O(1).
  func item(_ id: String) -> Found<IndexPath> {
    if let found = prepared[id] { return found }
    return allows(searchLength) ? sections.path(ofItem: id) : items[id] ?? .nothing
  }

  /// - Complexity: O(s) for s sections the first times, then O(1).
  func section(_ id: String) -> Found<Int> {
    if sectionAllowance > 0 {
      sectionAllowance -= 1
      return sections.index(ofSection: id)
    }
    return sectionPlaces[id] ?? .nothing
  }

  /// Takes a search from the allowance; once one is too much for that, no more are made.
  private func allows(_ length: Int) -> Bool {
    allowance = length <= allowance ? allowance - length : 0
    return allowance > 0
  }
}
