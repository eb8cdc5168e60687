/// The items of an outline by their ids. Versions share their common parts: a hash trie with 16 branches a level.
struct OutlineNodes: Sendable {
  fileprivate enum Trie: Sendable {
    case bucket(ContiguousArray<OutlineNode>)
    case branch(ContiguousArray<Trie>)
  }

  private var root = Trie.bucket([])
  private(set) var count = 0

  /// - Complexity: O(log n) for n items.
  subscript(id: String) -> OutlineNode? {
    var hash = Self.hash(of: id)
    var trie = root
    while case .branch(let slots) = trie {
      trie = slots[Self.slot(of: hash)]
      hash >>= Self.bits
    }
    guard case .bucket(let nodes) = trie else { return nil }
    return nodes.first { $0.id == id }
  }

  /// Adds an item, or replaces the one with its id.
  ///
  /// - Complexity: O(log n) for n items.
  mutating func set(_ node: OutlineNode) {
    if root.set(node, hash: Self.hash(of: node.id), level: 0) { count += 1 }
  }

  /// Removes the item with an id, if there is one.
  ///
  /// - Complexity: O(log n) for n items.
  mutating func remove(_ id: String) {
    guard root.remove(id, hash: Self.hash(of: id)) else { return }
    count -= 1
    if count == 0 { root = .bucket([]) }
  }

  fileprivate static let bits: UInt32 = 4
  /// Beyond this level no bits of a hash are left.
  fileprivate static let levels = 8
  /// The most items of a bucket that may still be divided.
  fileprivate static let capacity = 8

  fileprivate static func hash(of id: String) -> UInt32 { UInt32(truncatingIfNeeded: id.hashValue) }

  fileprivate static func slot(of hash: UInt32) -> Int { Int(truncatingIfNeeded: hash & 15) }
}

extension OutlineNodes.Trie {
  /// Returns whether the item is new. Recursion ends after as many levels as a hash has.
  fileprivate mutating func set(_ node: OutlineNode, hash: UInt32, level: Int) -> Bool {
    switch self {
    case .branch(var slots):
      // The array is changed in place if no other version has it.
      self = .bucket([])
      let isNew = slots[OutlineNodes.slot(of: hash)]
        .set(node, hash: hash >> OutlineNodes.bits, level: level + 1)
      self = .branch(slots)
      return isNew
    case .bucket(var nodes):
      self = .bucket([])
      if let place = nodes.firstIndex(where: { $0.id == node.id }) {
        nodes[place] = node
        self = .bucket(nodes)
        return false
      }
      nodes.append(node)
      self =
        nodes.count <= OutlineNodes.capacity || level >= OutlineNodes.levels
        ? .bucket(nodes) : .branch(Self.divided(nodes, level: level))
      return true
    }
  }

  private static func divided(
    _ nodes: ContiguousArray<OutlineNode>, level: Int
  ) -> ContiguousArray<OutlineNodes.Trie> {
    var slots = ContiguousArray(repeating: ContiguousArray<OutlineNode>(), count: 16)
    for node in nodes {
      let hash = OutlineNodes.hash(of: node.id) >> (OutlineNodes.bits * UInt32(truncatingIfNeeded: level))
      slots[OutlineNodes.slot(of: hash)].append(node)
    }
    return ContiguousArray(slots.map { OutlineNodes.Trie.bucket($0) })
  }

  /// Returns whether there was an item.
  fileprivate mutating func remove(_ id: String, hash: UInt32) -> Bool {
    switch self {
    case .branch(var slots):
      self = .bucket([])
      let wasThere = slots[OutlineNodes.slot(of: hash)].remove(id, hash: hash >> OutlineNodes.bits)
      self = .branch(slots)
      return wasThere
    case .bucket(var nodes):
      guard let place = nodes.firstIndex(where: { $0.id == id }) else { return false }
      self = .bucket([])
      nodes.remove(at: place)
      self = .bucket(nodes)
      return true
    }
  }
}
