import LayoutEngine

/// The positions of items and sections in a collection, by their ids.
///
/// Looks a few ids up one by one. Once the searches have cost as much as a dictionary of all ids, it builds and uses
/// the dictionary. Either way the cost is at most about twice that of the better choice.
package final class ItemPositions {
  let sections: SectionList
  /// The number of filters that searches may still ask. Entering an item in a dictionary takes about as long as asking
  /// a filter; half of that is for the filters, which the first search may have to make.
  private lazy var allowance = sections.itemCount / 2
  private lazy var searchLength = sections.searchLength
  /// The results of `lookUp` and of later searches: an anchor often names an item that a change names too.
  private var found: [String: Found<IndexPath>] = [:]
  private lazy var items = sections.pathsOfItems()

  /// The number of searches for a section that may still be made: about as many as take the time of a dictionary.
  private var sectionAllowance = 8
  private lazy var sectionNumbers = sections.indicesOfSections()

  /// What decoding has read here; nil if that is not noted.
  var readings: [CollectionReading]?

  /// Creates the positions in sections, which notes what decoding reads here if it is asked to.
  package init(of sections: SectionList, notingReadings: Bool = false) {
    self.sections = sections
    readings = notingReadings ? [] : nil
  }

  /// Finds many items in one pass; `item` then returns them.
  ///
  /// - Complexity: O(k + n) for k ids and n items.
  func lookUp(_ ids: [String]) {
    // Looking every item up among a few ids takes as long as asking a filter for each four items.
    guard ids.count > 1, allows(min(ids.count * searchLength, searchLength + sections.itemCount / 4)) else {
      return
    }
    found = [:]
    for (id, path) in zip(ids, sections.paths(ofItems: ids)) where found[id] == nil { found[id] = path }
  }

  /// Returns the index path of the item that has an id.
  ///
  /// - Complexity: O(s + n / c) for n items in chunks of c and s sections, with a word read for each 16 chunks; O(n)
  ///   once for a dictionary when such searches have taken as long; from then on O(1).
  func item(_ id: String) -> Found<IndexPath> {
    if let known = found[id] { return known }
    guard allows(searchLength) else { return items[id] ?? .nothing }
    let path = sections.path(ofItem: id)
    found[id] = path
    return path
  }

  /// Returns the number of the section that has an id.
  ///
  /// - Complexity: O(s) for s sections the first times, then O(1).
  func section(_ id: String) -> Found<Int> {
    if sectionAllowance > 0 {
      sectionAllowance -= 1
      return sections.index(ofSection: id)
    }
    return sectionNumbers[id] ?? .nothing
  }

  /// Deducts a search from the allowance, and returns whether it may be made. After a search that exceeds the
  /// allowance no more are made.
  private func allows(_ length: Int) -> Bool {
    allowance = length <= allowance ? allowance - length : 0
    return allowance > 0
  }
}
