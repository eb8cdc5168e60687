/// The sections of a collection, in order.
///
/// A list is made of sections, and counts the items of all of them:
///
/// ```swift
/// let album = SectionList([
///   Section(id: "2024", items: ItemSequence(count: 120)),
///   Section(id: "2025", items: ItemSequence(count: 80)),
/// ])
/// let years = album.count  // 2
/// let photos = album.itemCount  // 200
/// let newest = album[1].id  // "2025"
/// ```
public struct SectionList: Sendable {
  let tree: SummaryTree<Section>

  /// A list of sections.
  ///
  /// - Complexity: O(n) for n sections.
  public init(_ sections: ContiguousArray<Section>) {
    tree = SummaryTree(sections)
  }

  private init(_ tree: SummaryTree<Section>) {
    self.tree = tree
  }

  /// The list with new sections in place of a range.
  ///
  /// - Complexity: O(log n + k) for n sections and k new ones.
  func replacing(_ range: Range<Int>, with sections: ContiguousArray<Section>) -> SectionList {
    SectionList(tree.replacing(range, with: sections))
  }

  /// The list with another section at an index.
  ///
  /// - Complexity: O(log n) for n sections.
  public func replacing(_ index: Int, with section: Section) -> SectionList {
    SectionList(tree.replacing(index, with: section))
  }

  /// The number of sections.
  ///
  /// - Complexity: O(1).
  public var count: Int { tree.leafCount }

  /// The number of items in all sections.
  ///
  /// - Complexity: O(1).
  public var itemCount: Int { tree.totals.items }

  /// The number of items in the sections behind one.
  ///
  /// - Complexity: O(log n) for n sections.
  package func itemCount(behind section: Int) -> Int {
    let place = tree.leaf(at: section)
    return itemCount - place.before.items - place.leaf.items.count
  }

  /// The number of items of each section that has an element in a list, in ascending order.
  ///
  /// - Complexity: O(n + s log s + s log m) for n elements of s sections of m.
  package func itemCounts(of list: ElementList) -> [(section: Int, count: Int)] {
    var counts: [(section: Int, count: Int)] = []
    var isAscending = true
    for record in list.records {
      let section = Int(truncatingIfNeeded: record.section)
      // Views at the edges of the whole content name the first section, even if there is none.
      guard section != counts.last?.section, section < count else { continue }
      if let last = counts.last?.section, last > section { isAscending = false }
      counts.append((section, self[section].items.count))
    }
    guard !isAscending else { return counts }
    counts.sort { $0.section < $1.section }
    var distinct: [(section: Int, count: Int)] = []
    for count in counts where count.section != distinct.last?.section { distinct.append(count) }
    return distinct
  }

  /// The section at an index, from 0.
  ///
  /// - Complexity: O(log n) for n sections.
  public subscript(index: Int) -> Section { tree.leaf(at: index).leaf }

  /// Visits all sections in order.
  ///
  /// - Complexity: O(n) for n sections.
  public func forEachSection(_ visit: (Section) -> Void) { tree.walk(visit) }

  /// The transformed sections, in order.
  ///
  /// - Complexity: O(n) for n sections.
  func map<Result>(_ transform: (Int, Section) -> Result) -> ContiguousArray<Result> {
    var results = ContiguousArray<Result>()
    results.reserveCapacity(count)
    tree.forEachLeaf {
      results.append(transform($0.index, $0.leaf))
      return true
    }
    return results
  }
}
