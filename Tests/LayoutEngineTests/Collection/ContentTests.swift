import Testing

@testable import LayoutEngine

/// Content stays with its items, and counts as a description of their size.
struct ContentTests {
  private let photo = Content(template: "photo", jsonText: [1, 2])

  private func item(_ place: Int) -> Item {
    var item = Item(id: place % 5 == 0 ? "\(place)" : nil)
    if place % 3 == 0 { item.content = Content(template: "row", jsonText: [UInt8(place % 250)]) }
    if place % 7 == 0 { item.size = Size(width: 1, height: Double(place)) }
    return item
  }

  @Test func `contents are equal by template and JSON text, not by identity`() {
    let same = Content(template: "photo", jsonText: [1, 2])
    #expect(photo == same && photo !== same && photo.hashValue == same.hashValue)
    #expect(photo != Content(template: "photo", jsonText: [1]))
    #expect(photo != Content(template: "text", jsonText: [1, 2]))
  }

  @Test func `content comes back from its place, wherever in a chunk the first one stands`() {
    let section = Section(items: (0..<700).map(item))
    for place in 0..<700 { #expect(section.items.item(at: place)!.isSame(as: item(place))) }
    var plain = ItemColumns()
    for _ in 0..<3 { plain.append(Item()) }
    #expect(plain.contents.isEmpty)
    plain.append(Item(content: photo))
    #expect(plain.contents == [nil, nil, nil, photo])
  }

  @Test func `content follows its item through a batch, and goes where the item loses it`() throws {
    let list = SectionList(Section(items: (0..<600).map(item)))
    let paths = [3, 300].map { IndexPath(section: 0, item: $0) }
    let updates = [
      BatchUpdate(.deleteItems(at: [IndexPath(section: 0, item: 0)])),
      BatchUpdate(.reloadItems(at: paths, [Item(), Item(content: photo)])),
    ]
    let items = try list.applying(updates).sections[0].items
    #expect(items.item(at: 2)?.content == nil && items.item(at: 299)?.content == photo)
    for place in 0..<599 where place != 2 && place != 299 {
      #expect(items.item(at: place)!.isSame(as: item(place + 1)))
    }
    var one = SectionList(Section(items: [Item(content: photo)]))
    one = try one.applying([BatchUpdate(.reloadItems(at: [IndexPath(section: 0, item: 0)], [Item()]))])
      .sections
    #expect(one[0].items.traits == [])
  }

  @Test func `columns with content fit together or are none`() {
    #expect(ItemColumns(count: 2, contents: [photo, nil])?.contents == [photo, nil])
    #expect(ItemColumns(count: 3, contents: [photo, nil]) == nil)
    let many = ContiguousArray<Content?>(repeating: photo, count: ItemColumns.limit + 1)
    #expect(ItemColumns(count: many.count, contents: many) == nil)
  }

  @Test func `an item that shows something is no part of a run`() {
    var builder = ItemSequenceBuilder()
    builder.append(Item(content: photo))
    let items = builder.finish()
    #expect(items.traits == .sized)
    let chunk = items.find(0)!.chunk
    #expect(!chunk.isRun && !chunk.isBare && !chunk.isFullySized)
  }

  @Test func `another content is a change of the item, the same content of another maker is none`() {
    let ids = ["a", "b"].enumerated()
    func list(_ words: [UInt8]) -> SectionList {
      let section = Section(
        items: ids.map { Item(id: $1, content: Content(template: "row", jsonText: $0 == 0 ? [7] : words)) })
      return SectionList(section.with { $0.id = "s" })
    }
    var visited: [IndexPath] = []
    list([1]).forEachItem(differingFrom: list([2])) { path, _ in visited.append(path) }
    #expect(visited == [IndexPath(section: 0, item: 1)])
    visited = []
    list([1]).forEachItem(differingFrom: list([1])) { path, _ in visited.append(path) }
    #expect(visited.isEmpty)
  }

  @Test func `an item with content is open, with any aspect ratio, unless it has a size`() {
    let size = Size(width: 3, height: 4)
    let section = Section(items: [
      Item(), Item(estimatedSize: size), Item(aspectRatio: 2), Item(size: size, content: photo),
      Item(content: photo), Item(aspectRatio: 2, content: photo),
      Item(estimatedSize: size, aspectRatio: 2), Item(estimatedSize: size, content: photo),
    ])
    let items = section.items
    func open(_ wanted: EstimatedItems) -> [Int] {
      (0..<items.openCount(before: 8, wanted)).map { items.openItem(ofRank: $0, wanted)! }
    }
    #expect(open(.all) == [0, 1, 4, 5, 7])
    #expect(open(.withEstimate) == [1, 4, 5, 7])
    #expect(open(.regardlessOfContent) == [1, 7])
    #expect(open(.none) == [])
    for wanted in [EstimatedItems.all, .withEstimate, .regardlessOfContent] {
      let ranks = (0...8).map { items.openCount(before: $0, wanted) }
      #expect(ranks == (0...8).map { end in open(wanted).count { $0 < end } })
    }
  }
}

/// The size of text that content is measured at.
struct ContentSizeCategoryTests {
  @Test func `categories go from small to large, those for accessibility last`() {
    let all = ContentSizeCategory.allCases
    #expect(all.count == 12 && all == all.sorted() && all.first == .extraSmall)
    #expect(ContentSizeCategory.large < .extraLarge && !(ContentSizeCategory.large < .large))
    #expect(all.filter { $0 >= .accessibilityMedium } == Array(all.suffix(5)))
    #expect(ContentSizeCategory(rawValue: "accessibilityExtraLarge") == .accessibilityExtraLarge)
    #expect(Container(320, 480).contentSizeCategory == .large)
  }

  @Test func `each content size category has measurements of its own`() {
    let list = LayoutKind.list(ListLayout())
    let breadths = ContentSizeCategory.allCases.map { category in
      list.measuredBreadth(in: Container(320, 480).with { $0.contentSizeCategory = category })
    }
    #expect(Set(breadths).count == 12)
    #expect(breadths.allSatisfy { $0.points == 320 })
    // The key from before there were categories: its measurements are found again.
    #expect(list.measuredBreadth(in: Container(320, 480)).arrangement == "list")
  }
}
