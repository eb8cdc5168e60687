import TestSupport
import Testing

@testable import LayoutEngine

@Suite("Content that the page shows")
struct PageContentTests {
  @Test("the size of an item is the one that it would have without", arguments: EveryKindTests.kinds.indices)
  func sameLayout(kind: Int) throws {
    let (name, layout) = EveryKindTests.kinds[kind]
    var items: [Item] = []
    for number in 0..<24 {
      var item = Item(id: "\(number)")
      if number % 3 == 0 { item.size = Size(width: 40, height: Double(20 + number)) }
      if number % 4 == 1 { item.estimatedSize = Size(width: 30, height: 35) }
      if number % 5 == 2 { item.aspectRatio = 1.5 }
      items.append(item)
    }
    func elements(_ content: Content?) throws -> ([LayoutAttributes], SectionList) {
      let described = items.map { item in
        var item = item
        item.content = content
        return item
      }
      let sections = SectionList(Section(items: described))
      let list = try layout.prepare(sections, in: Container(size: Size(width: 200, height: 300)))
        .elements(in: nil, visible: nil)
      return ((0..<list.count).map { list[$0] }, sections)
    }
    let (plain, _) = try elements(nil)
    let (shown, sections) = try elements(Content(ofPage: Array("1".utf8)))
    #expect(shown == plain, "\(name)")
    #expect(!sections.hasOpenContent)
    #expect(sections.content(of: .cell(0, 1))?.jsonText == Array("1".utf8))
  }

  @Test("items without sizes are a run for layouts, and stay described")
  func run() throws {
    let items = (0..<3).map { _ in Item(content: Content(ofPage: Array("1".utf8))) }
    let sections = SectionList(Section(items: items))
    let (chunk, _) = try #require(sections[0].items.find(1))
    #expect(chunk.isRun && !chunk.isBare)
    let other = try sections.applying([
      BatchUpdate(
        .reconfigureItems(
          at: [IndexPath(section: 0, item: 1)], [Item(content: Content(template: "t", jsonText: []))]))
    ]).sections
    #expect(!sections.hasOpenContent && other.hasOpenContent)
    var visited: [IndexPath] = []
    other.forEachItem(differingFrom: sections) { path, _ in visited.append(path) }
    #expect(visited == [IndexPath(section: 0, item: 1)])
  }
}
