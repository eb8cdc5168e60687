/// The result of a search for an id.
public enum Found<Position: Sendable>: Sendable {
  case nothing
  case one(Position)
  /// Several members have the id.
  case several

  /// Adds a position at which a member has the id.
  mutating func add(_ position: Position) {
    switch self {
    case .nothing: self = .one(position)
    case .one, .several: self = .several
    }
  }
}

extension Found: Equatable where Position: Equatable {}

/// Finds items and sections by their ids. There is no index for an edit to update: each chunk of items builds a filter of
/// its ids on first use, and each node above 64 chunks a table of their filters, which rule out all chunks but a few.
extension SectionList {
  /// The index path of the item with an id.
  ///
  /// - Complexity: O(s + n / c) for s sections and n items in chunks of c, with a word read for each 16 chunks; O(n) the
  ///   first time.
  public func path(ofItem id: String) -> Found<IndexPath> { pathsByFilters([id])[0] }

  /// The index paths of the items with some ids, in the order of the ids.
  ///
  /// - Complexity: O(s + k n / c) for k ids, s sections and n items in chunks of c, or O(k + n), whichever is less;
  ///   O(k + n) the first time.
  public func paths(ofItems ids: [String]) -> [Found<IndexPath>] {
    ids.count * searchLength < itemCount * Self.looksPerHash ? pathsByFilters(ids) : pathsByTable(ids)
  }

  /// The index paths of all items that have ids, by id: for many lookups.
  ///
  /// - Complexity: O(n) for n items.
  public func pathsOfItems() -> [String: Found<IndexPath>] {
    var idCount = 0
    forEachChunkWithIDs { chunk, _, _ in idCount += chunk.ids.count }
    var paths: [String: Found<IndexPath>] = [:]
    paths.reserveCapacity(idCount)
    forEachChunkWithIDs { chunk, section, first in
      for (place, id) in chunk.ids.enumerated() {
        if let id { paths[id, default: .nothing].add(IndexPath(section: section, item: first + place)) }
      }
    }
    return paths
  }

  /// The index of the section with an id.
  ///
  /// - Complexity: O(s) for s sections.
  public func index(ofSection id: String) -> Found<Int> {
    var found = Found<Int>.nothing
    var index = 0
    tree.walk { section in
      if section.id == id { found.add(index) }
      index += 1
    }
    return found
  }

  /// The indices of all sections that have ids, by id.
  ///
  /// - Complexity: O(s) for s sections.
  public func indicesOfSections() -> [String: Found<Int>] {
    var indices: [String: Found<Int>] = [:]
    var index = 0
    tree.walk { section in
      if let id = section.id { indices[id, default: .nothing].add(index) }
      index += 1
    }
    return indices
  }

  /// The number of filters that can be asked in the time of a search for one item.
  ///
  /// - Complexity: O(s) for s sections.
  package var searchLength: Int {
    var length = 0
    tree.walk { length += $0.items.searchLength }
    return length
  }

  /// The number of filters that a search can ask in the time of one dictionary lookup.
  private static var looksPerHash: Int { 6 }

  func pathsByFilters(_ ids: [String]) -> [Found<IndexPath>] {
    var found = [Found<IndexPath>](repeating: .nothing, count: ids.count)
    let sought = IDColumn(ids)
    let hashes = sought.indices.map { sought.hash(at: $0) }
    var section = 0
    tree.walk {
      $0.items.forEachChunk(thatMayHold: hashes) { number, chunk, first in
        chunk.forEachPlace(of: number, in: sought, hashes[number]) {
          found[number].add(IndexPath(section: section, item: first + $0))
        }
      }
      section += 1
    }
    return found
  }

  /// Looks every item's id up among the wanted ids.
  func pathsByTable(_ ids: [String]) -> [Found<IndexPath>] {
    var words = IdentityWords()
    _ = words.append(IDColumn(ids))
    var table = IdentityTable(capacity: ids.count)
    // The first of the wanted ids that are the same.
    let numbers = ids.indices.map { table.findOrInsert($0, in: words) ?? $0 }
    var found = [Found<IndexPath>](repeating: .nothing, count: ids.count)
    forEachChunkWithIDs { chunk, section, first in
      for place in chunk.ids.indices where chunk.ids.isGiven(at: place) {
        words.append(chunk.ids, at: place)
        if let number = table.find(ids.count, in: words) {
          found[number].add(IndexPath(section: section, item: first + place))
        }
        words.removeLast()
      }
    }
    return numbers.map { found[$0] }
  }

  /// Visits the chunks in which items have ids, each with its section and its first item.
  private func forEachChunkWithIDs(_ visit: (_ chunk: ItemChunk, _ section: Int, _ first: Int) -> Void) {
    var index = 0
    tree.walk { section in
      var first = 0
      section.items.chunks.walk { chunk in
        if !chunk.ids.isEmpty { visit(chunk, index, first) }
        first += chunk.count
      }
      index += 1
    }
  }
}
