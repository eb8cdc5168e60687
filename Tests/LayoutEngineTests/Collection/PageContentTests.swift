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
}
