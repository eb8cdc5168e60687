/// Finds items and sections by their ids. Nothing is kept for it that an edit would have to keep in step: each chunk of
/// items has a filter of its ids, made when it is first asked, which rules out all but a few.
extension SectionList {
  /// What item has an id.
  ///
  /// - Complexity: O(s + n / c) for s sections and n items in chunks of c; O(n) the first time.
  public func path(ofItem id: String) -> Found<IndexPath> {
    var found = Found<IndexPath>.nothing
    let hash = id.hashValue
    forEachChunkWithIDs { chunk, section, first in
      chunk.forEachPlace(of: id, hash) { found.add(IndexPath(section: section, item: first + $0)) }
    }
    return found
  }

  /// What items have some ids, each at the place of its id.
  ///
  /// - Complexity: O(s + k n / c) for k ids, s sections and n items in chunks of c, or O(k + n), whichever is less;
  ///   O(k + n) the first time.
  public func paths(ofItems ids: [String]) -> [Found<IndexPath>] {
    ids.count * searchLength < itemCount * Self.looksPerHash ? pathsByFilters(ids) : pathsByDictionary(ids)
  }

  /// What items have which ids: for more lookups than searches would be worth.
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

  /// What section has an id.
  ///
  /// - Complexity: O(s) for s sections.
  public func place(ofSection id: String) -> Found<Int> {
    var found = Found<Int>.nothing
    var place = 0
    tree.walk { section in
      if section.id == id { found.add(place) }
      place += 1
    }
    return found
  }

  /// What sections have which ids.
  ///
  /// - Complexity: O(s) for s sections.
  public func placesOfSections() -> [String: Found<Int>] {
    var places: [String: Found<Int>] = [:]
    var place = 0
    tree.walk { section in
      if let id = section.id { places[id, default: .nothing].add(place) }
      place += 1
    }
    return places
  }

  /// How many chunks of items a search passes.
  ///
  /// - Complexity: O(s) for s sections.
  public var searchLength: Int {
    var length = 0
    tree.walk { length += $0.items.chunks.leafCount }
    return length
  }

  /// How many filters are asked in the time that it takes to look one item up among the ids that are sought.
  private static var looksPerHash: Int { 6 }

  func pathsByFilters(_ ids: [String]) -> [Found<IndexPath>] {
    var found = [Found<IndexPath>](repeating: .nothing, count: ids.count)
    let hashes = ids.map(\.hashValue)
    forEachChunkWithIDs { chunk, section, first in
      let filter = chunk.idFilter
      for (number, hash) in hashes.enumerated() where filter?.mayHold(hash) ?? true {
        chunk.forEachPlace(of: ids[number], hash) {
          found[number].add(IndexPath(section: section, item: first + $0))
        }
      }
    }
    return found
  }

  /// Looks every item up among the ids that are sought.
  func pathsByDictionary(_ ids: [String]) -> [Found<IndexPath>] {
    var numbers: [String: Int] = [:]
    numbers.reserveCapacity(ids.count)
    for id in ids where numbers[id] == nil { numbers[id] = numbers.count }
    var found = [Found<IndexPath>](repeating: .nothing, count: numbers.count)
    forEachChunkWithIDs { chunk, section, first in
      for (place, id) in chunk.ids.enumerated() {
        guard let id, let number = numbers[id] else { continue }
        found[number].add(IndexPath(section: section, item: first + place))
      }
    }
    return ids.map { found[numbers[$0]!] }
  }

  /// Visits the chunks in which items have ids, each with its section and the item that it begins with.
  private func forEachChunkWithIDs(_ visit: (_ chunk: ItemChunk, _ section: Int, _ first: Int) -> Void) {
    var place = 0
    tree.walk { section in
      var first = 0
      section.items.chunks.walk { chunk in
        if !chunk.ids.isEmpty { visit(chunk, place, first) }
        first += chunk.count
      }
      place += 1
    }
  }
}
