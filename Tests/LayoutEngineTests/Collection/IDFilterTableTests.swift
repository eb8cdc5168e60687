import Testing

@testable import LayoutEngine

/// Tables of the filters of chunks, and searches that they guide.
@Suite struct IDFilterTableTests {
  private static func items(_ ids: some Sequence<String>) -> ItemSequence {
    var builder = ItemSequenceBuilder()
    for id in ids { builder.append(Item(id: id, size: Size(width: 1, height: 1))) }
    return builder.finish()
  }

  private static func items(_ count: Int) -> ItemSequence { items((0..<count).lazy.map { "\($0)" }) }

  /// The nodes that have a finder, in order.
  private static func nodesWithFinder(_ items: ItemSequence) -> [SummaryNode<ItemChunk>] {
    func collect(_ node: SummaryNode<ItemChunk>) -> [SummaryNode<ItemChunk>] {
      if node.finder != nil { return [node] }
      guard case .nodes(let nodes) = node.children else { return [] }
      return nodes.flatMap(collect)
    }
    guard case .node(let root) = items.chunks.root else { return [] }
    return collect(root)
  }

  private static func table(
    _ node: SummaryNode<ItemChunk>?
  ) -> (table: IDFilterTable, unknown: UInt64)? {
    guard let node, let finder = node.finder, case .nodes(let nodes) = node.children else { return nil }
    return finder.table(of: nodes)
  }

  /// The chunks below a node, by their slots.
  private static func chunks(_ node: SummaryNode<ItemChunk>) -> [Int: ItemChunk] {
    var chunks: [Int: ItemChunk] = [:]
    guard case .nodes(let nodes) = node.children else { return [:] }
    for (child, node) in nodes.enumerated() {
      guard case .leaves(let leaves) = node.children else { continue }
      for (index, chunk) in leaves.enumerated() {
        chunks[child * SummaryTree<ItemChunk>.fanOut + index] = chunk
      }
    }
    return chunks
  }

  private static func visits(_ items: ItemSequence, _ id: String) -> Int {
    var count = 0
    items.forEachChunk(thatMayHold: [IDColumn([id]).hash(at: 0)]) { _, _, _ in count += 1 }
    return count
  }

  @Test func `rows and columns of a block of bits are exchanged`() {
    var random = SeededGenerator(seed: 271)
    let block = ContiguousArray((0..<64).map { _ in random.next() })
    var exchanged = block
    IDFilterTable.transpose(&exchanged)
    for row in 0..<64 {
      let expected = (0..<64).reduce(UInt64(0)) { $0 | (block[$1] >> UInt64(row) & 1) << UInt64($1) }
      #expect(exchanged[row] == expected)
    }
  }

  @Test func `the table of full chunks passes the chunks whose filters pass, and takes 2 bytes an id`()
    throws
  {
    let count = 64 * ItemChunk.capacity
    let items = Self.items(count)
    let nodes = Self.nodesWithFinder(items)
    #expect(nodes.count == 1)
    let (table, unknown) = try #require(Self.table(nodes.first))
    #expect(unknown == 0)
    #expect(table.byteCount == 2 * count)
    let chunks = Self.chunks(nodes[0])
    #expect(chunks.count == 64)
    for number in 0..<500 {
      let hash = IDColumn([number % 2 == 0 ? "\(number * 31)" : "absent \(number)"]).hash(at: 0)
      let columns = table.columns(of: hash)
      for (slot, chunk) in chunks {
        #expect((columns >> UInt64(slot) & 1 == 1) == (chunk.idFilter?.mayHold(hash) ?? true))
      }
    }
  }

  @Test(arguments: [9, 10, 40, 63, 64], [1, 8, 9, 100, 180, 256])
  func `a table of any chunks rules out no id that they have, within its memory`(
    chunkCount: Int, size: Int
  ) throws {
    // Chunks of one size, some without ids.
    let chunks = (0..<chunkCount).map { number in
      var columns = ItemColumns()
      for item in 0..<size {
        columns.append(Item(id: number % 5 == 3 ? nil : "\(number).\(item)", size: Size(width: 1, height: 1)))
      }
      return ItemChunk(columns)
    }
    let items = ItemSequence(ContiguousArray(chunks))
    let node = try #require(Self.nodesWithFinder(items).first)
    let (table, _) = try #require(Self.table(node))
    var idCount = 0
    for (slot, chunk) in Self.chunks(node) {
      for place in chunk.ids.indices where chunk.ids.isGiven(at: place) {
        idCount += 1
        #expect(table.columns(of: chunk.ids.hash(at: place)) >> UInt64(slot) & 1 == 1)
      }
    }
    #expect(idCount > 0)
    #expect(table.byteCount <= max(512, idCount * 5 / 2))
  }

  @Test func `a search for a new id visits few chunks, and those that it visits do not change the result`() {
    let items = Self.items(300_000)
    let sections = SectionList(Section(items: items))
    let sought = (0..<300).map { "absent \($0)" }
    let visits = sought.reduce(0) { $0 + Self.visits(items, $1) }
    // One chunk in 420 passes by mistake.
    #expect(visits > 0)
    #expect(visits * 100 < sought.count * items.chunks.leafCount)
    #expect(sought.allSatisfy { sections.path(ofItem: $0) == .nothing })
    #expect(items.searchLength * 12 < items.chunks.leafCount)
    for item in stride(from: 0, to: 300_000, by: 9973) {
      #expect(sections.path(ofItem: "\(item)") == .one(IndexPath(section: 0, item: item)))
    }
  }

  @Test func `an item that keeps its id leaves the table as it is`() throws {
    let items = Self.items(20_000)
    let (table, _) = try #require(Self.table(Self.nodesWithFinder(items).first))
    var after = items
    for item in stride(from: 0, to: 16_000, by: 300) {
      after = after.replacing([item: Item(id: "\(item)", size: Size(width: 2, height: 2))])
    }
    #expect(after.item(at: 300)?.size == Size(width: 2, height: 2))
    let (later, unknown) = try #require(Self.table(Self.nodesWithFinder(after).first))
    #expect(later === table)
    #expect(unknown == 0)
    let sections = SectionList(Section(items: after))
    #expect(sections.path(ofItem: "300") == .one(IndexPath(section: 0, item: 300)))
    #expect(sections.path(ofItem: "300 ") == .nothing)
  }

  @Test func `a few chunks with other ids share the table, which is built again after more`() throws {
    let items = Self.items(64 * ItemChunk.capacity)
    let (table, _) = try #require(Self.table(Self.nodesWithFinder(items).first))
    var after = items
    for chunk in 0...ChunkFinder.mostChanges {
      let item = chunk * ItemChunk.capacity + 5
      after = after.replacing([item: Item(id: "new \(chunk)", size: Size(width: 1, height: 1))])
      let (later, unknown) = try #require(Self.table(Self.nodesWithFinder(after).first))
      let isShared = chunk < ChunkFinder.mostChanges
      let changed: UInt64 = isShared ? (2 << UInt64(chunk)) - 1 : 0
      #expect((later === table) == isShared)
      #expect(unknown == changed)
      let sections = SectionList(Section(items: after))
      #expect(sections.path(ofItem: "new \(chunk)") == .one(IndexPath(section: 0, item: item)))
      #expect(sections.path(ofItem: "\(item)") == .nothing)
    }
    let before = SectionList(Section(items: items))
    #expect(before.path(ofItem: "5") == .one(IndexPath(section: 0, item: 5)))
    #expect(before.path(ofItem: "new 0") == .nothing)
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func `after random edits ids are found where a dictionary has them, those inserted again too`(
    seed: UInt64
  ) throws {
    var random = SeededGenerator(seed: seed &* 7919)
    var ids = (0..<20_000).map { "\($0)" }
    var sections = SectionList(Section(items: Self.items(ids)))
    var gone: [String] = []
    for round in 0..<30 {
      let count = random.pick([1, 1, 1, 12, 300])
      let places = Set((0..<count).map { _ in random.integer(0...ids.count - 1) }).sorted()
      let paths = places.map { IndexPath(section: 0, item: $0) }
      func newID(_ place: Int) -> String {
        gone.isEmpty || random.chance(1, in: 2) ? "\(round).\(place)" : gone.removeLast()
      }
      let action: BatchUpdate.Action
      switch random.integer(0...2) {
      case 0:
        gone += places.map { ids[$0] }
        for place in places.reversed() { ids.remove(at: place) }
        action = .deleteItems(at: paths)
      case 1:
        for place in places { ids.insert(newID(place), at: place) }
        action = .insertItems(at: paths, places.map { Item(id: ids[$0]) })
      default:
        for place in places where random.chance(1, in: 2) {
          let id = newID(place)
          gone.append(ids[place])
          ids[place] = id
        }
        action = .reloadItems(at: paths, places.map { Item(id: ids[$0], size: Size(width: 3, height: 3)) })
      }
      sections = try sections.applying([BatchUpdate(action)]).sections
      var known: [String: Int] = [:]
      for (place, id) in ids.enumerated() { known[id] = place }
      var sought = places.prefix(9).filter { $0 < ids.count }.map { ids[$0] }
      sought += gone.suffix(9)
      sought += [ids[0], ids[ids.count - 1], random.pick(ids), "absent \(round)"]
      let expected = sought.map { id -> Found<IndexPath> in
        known[id].map { .one(IndexPath(section: 0, item: $0)) } ?? .nothing
      }
      #expect(sought.map { sections.path(ofItem: $0) } == expected, "round \(round)")
      #expect(sections.pathsByFilters(sought) == expected, "round \(round)")
    }
    #expect(sections.pathsOfItems().count == ids.count)
  }
}
