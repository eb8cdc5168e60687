import JSON
import LayoutEngine

/// Decodes the positions and the new members of operations.
extension DecodingContext {
  /// The largest number of a section or an item.
  private static var positionLimit: Int { Int(Int32.max) }

  /// Reads the number of a section, or of an item in its section.
  func position(_ value: JSONValue) -> Int? { integer(value, in: 0...Self.positionLimit) }

  func indexPath(_ value: JSONValue) -> IndexPath? {
    guard value.kind == .array, value.count == 2, let first = value[0], let second = value[1] else {
      return mismatch(value, "an index path, [section, item]")
    }
    let section = at(0) { position(first) }
    let item = at(1) { position(second) }
    guard let section, let item else { return nil }
    return IndexPath(section: section, item: item)
  }

  func indexPaths(_ value: JSONValue) -> [IndexPath] {
    var paths: [IndexPath] = []
    array(value, "an array of index paths", taking: MemoryLayout<IndexPath>.stride) { _, value in
      countItems(1)
      if let path = indexPath(value) { paths.append(path) }
    }
    return paths
  }

  func sectionNumbers(_ value: JSONValue) -> [Int] {
    var numbers: [Int] = []
    array(value, "an array of section numbers", taking: MemoryLayout<Int>.stride) { _, value in
      countItems(1)
      if let number = position(value) { numbers.append(number) }
    }
    return numbers
  }

  func itemList(_ value: JSONValue) -> [Item] {
    var items: [Item] = []
    array(value, "an array of items", taking: MemoryLayout<Item>.stride) { _, value in
      countItems(1)
      let (item, relation) = itemWithRelation(value)
      if relation != nil {
        fault(
          "the section has no outline: \"parent\" and \"isExpanded\" come with \"into\" or with all its items"
        )
      }
      charge(CostRates.bytes(ofDescribing: item))
      items.append(item)
    }
    return items
  }

  func sectionValues(_ value: JSONValue, _ kind: LayoutKind) -> [Section] {
    var sections: [Section] = []
    array(value, "an array of sections") { _, value in
      if let read = section(value, of: kind) { sections.append(read.0) }
    }
    return sections
  }

  /// Reads ids of items, and returns their index paths.
  ///
  /// - Parameter time: when the items have the ids, for an error.
  func indexPaths(
    ofIDs value: JSONValue, _ positions: ItemPositions, _ time: String = " before the update"
  ) -> [IndexPath] {
    var paths: [IndexPath] = []
    lookUp(value, positions) { $0.string }
    array(value, "an array of ids") { _, value in
      countItems(1)
      if let path = itemPath(ofID: value, positions, time) { paths.append(path) }
    }
    return paths
  }

  func sectionNumbers(ofIDs value: JSONValue, _ positions: ItemPositions) -> [Int] {
    var found: [Int] = []
    array(value, "an array of ids") { _, value in
      countItems(1)
      if let number = sectionNumber(ofID: value, positions) { found.append(number) }
    }
    return found
  }

  /// Looks the ids in an array up in one pass over the collection.
  func lookUp(_ value: JSONValue, _ positions: ItemPositions, _ id: (JSONValue) -> String?) {
    guard value.kind == .array else { return }
    var ids: [String] = []
    for element in value.elements {
      guard let id = id(element) else { continue }
      // The id, its entry in a table of ids, and its place.
      charge(128 + id.utf8.count)
      if isStopped { return }
      ids.append(id)
    }
    positions.lookUp(ids)
  }

  /// Reads the id of an item, and returns its index path.
  ///
  /// - Parameter time: when the item has the id, for an error.
  func itemPath(
    ofID value: JSONValue, _ positions: ItemPositions, _ time: String = " before the update"
  ) -> IndexPath? {
    clientName(value).flatMap { itemPath(ofID: $0, positions, time) }
  }

  /// Returns the index path of the item that has an id.
  ///
  /// - Parameter time: when the item has the id, for an error.
  func itemPath(
    ofID id: String, _ positions: ItemPositions, _ time: String = " before the update"
  ) -> IndexPath? {
    resolve(id, positions.readItem(id), "item", time)
  }

  /// Reads the id of a section, and returns its number.
  ///
  /// - Parameter time: when the section has the id, for an error.
  func sectionNumber(
    ofID value: JSONValue, _ positions: ItemPositions, _ time: String = " before the update"
  ) -> Int? {
    guard value.kind == .string else { return mismatch(value, "the id of a section") }
    return clientName(value).flatMap { sectionNumber(ofID: $0, positions, time) }
  }

  /// Returns the number of the section that has an id.
  func sectionNumber(
    ofID id: String, _ positions: ItemPositions, _ time: String = " before the update"
  ) -> Int? {
    resolve(id, positions.readSection(id), "section", time)
  }

  private func resolve<Place>(
    _ id: String, _ found: Found<Place>, _ what: String, _ time: String
  ) -> Place? {
    switch found {
    case .one(let place): return place
    case .nothing: fault("no \(what) has the id \(quoted(id))\(time)")
    case .several: fault("more than one \(what) has the id \(quoted(id))\(time)")
    }
    return nil
  }
}
