/// A member whose id another member in front of it has.
public struct RepeatedID<Position: Hashable & Sendable>: Hashable, Sendable {
  /// The id that several members have.
  public var id: String
  /// The first member with the id.
  public var first: Position
  /// The member that repeats it.
  public var second: Position
}

extension SectionList {
  /// The items that repeat the id of an item in front of them, in order.
  ///
  /// - Parameter limit: the most items to return.
  /// - Complexity: O(n) on average for n items with ids.
  public func repeatedItems(limit: Int) -> [RepeatedID<IndexPath>] {
    var words = IdentityWords()
    var positions = ContiguousArray<IndexPath>()
    var index = 0
    tree.walk { section in
      var first = 0
      section.items.chunks.walk { chunk in
        for place in chunk.ids.indices where chunk.ids.isGiven(at: place) {
          words.append(chunk.ids, at: place)
          positions.append(IndexPath(section: index, item: first + place))
        }
        first += chunk.count
      }
      index += 1
    }
    return words.repeats(limit: limit).map { first, second in
      let path = positions[second]
      return RepeatedID(
        id: self[path.section].items.id(at: path.item) ?? "", first: positions[first], second: path)
    }
  }

  /// The sections that repeat the id of a section in front of them, in order.
  ///
  /// - Parameter limit: the most sections to return.
  /// - Complexity: O(n) on average for n sections.
  public func repeatedSections(limit: Int) -> [RepeatedID<Int>] {
    var words = IdentityWords()
    var positions = ContiguousArray<Int>()
    var index = 0
    tree.walk { section in
      if let id = section.id {
        words.append(id)
        positions.append(index)
      }
      index += 1
    }
    return words.repeats(limit: limit).map { first, second in
      RepeatedID(id: self[positions[second]].id ?? "", first: positions[first], second: positions[second])
    }
  }
}

extension ItemSequence {
  /// Visits the ids of all items that have one, with their indices.
  ///
  /// - Complexity: O(k + c) for k items with ids and c chunks.
  public func forEachID(_ visit: (_ item: Int, _ id: String) -> Void) {
    var first = 0
    chunks.walk { chunk in
      for (place, id) in chunk.ids.enumerated() {
        if let id { visit(first + place, id) }
      }
      first += chunk.count
    }
  }
}

extension IdentityWords {
  /// The members whose ids other members in front of them have, each with the first of those.
  fileprivate func repeats(limit: Int) -> [(first: Int, second: Int)] {
    guard count > 1 else { return [] }
    var table = IdentityTable(capacity: count)
    var found: [(first: Int, second: Int)] = []
    for member in 0..<count where found.count < limit {
      if let first = table.findOrInsert(member, in: self) { found.append((first, member)) }
    }
    return found
  }
}
