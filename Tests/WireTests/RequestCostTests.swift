import CollectionModel
import LayoutEngine
import Testing

@testable import Wire

/// Estimates of what requests take.
struct RequestCostTests {
  @Test func `a counted item costs nothing unless the layout looks at it, and a described one does`() {
    let few = cost(of: ItemSequence(count: 10))
    let many = cost(of: ItemSequence(count: 10_000_000))
    #expect(few == many)
    #expect(cost(of: items(1000)).work > few.work + 900)
    #expect(cost(of: ItemSequence(count: 1000), as: .custom(.empty)).bytes > few.bytes + 10_000)
  }

  @Test func `a counted item that keeps a column costs as much as a described one, in any section`() {
    var kept = WaterfallLayout()
    kept.columnAssignment = .kept
    let list = CompositionalSection(kind: .list(ListLayout()))
    let waterfall = CompositionalSection(kind: .waterfall(kept))
    var turned = CompositionalLayout(sections: [list])
    turned.alternatives = [CompositionalAlternative(minimumWidth: 500, sections: [waterfall])]
    for layout: LayoutKind in [
      .waterfall(kept), .compositional(CompositionalLayout(sections: [list, waterfall])),
      .compositional(turned),
    ] {
      let few = cost(of: ItemSequence(count: 10), as: layout)
      let many = cost(of: ItemSequence(count: 1_000_000), as: layout)
      #expect(many.work > few.work + 900_000, "\(layout.name)")
    }
    let plain = LayoutKind.compositional(CompositionalLayout(sections: [list]))
    #expect(
      cost(of: ItemSequence(count: 10), as: plain) == cost(of: ItemSequence(count: 1_000_000), as: plain))
  }

  @Test func `a batch costs what it names, and a snapshot what it describes`() {
    let container = Container(size: Size(width: 100, height: 100))
    let state = CollectionState(
      sections: SectionList([Section(items: items(10_000))]),
      layout: LayoutChoice(kind: .list(ListLayout()), jsonText: []),
      main: Viewport(container: container, containerJSON: [], bounds: nil))
    let deletion = BatchUpdate(.deleteItems(at: [IndexPath(section: 0, item: 1)]))
    let one = RequestCost(.updates([deletion]), of: state)
    let two = RequestCost(.updates([deletion, deletion]), of: state)
    #expect(one.work < two.work && two.work < 100)
    #expect(RequestCost(.snapshot(state.sections), of: state).work > 10_000)
  }

  @Test func `the values of items cost memory, in sections and in batches`() {
    var item = Item(id: "a")
    item.values = ItemValues(Dictionary(uniqueKeysWithValues: (0..<16).map { ("value \($0)", 1) }))
    func items(_ item: Item) -> ItemSequence {
      var builder = ItemSequenceBuilder()
      for _ in 0..<200 { builder.append(item) }
      return builder.finish()
    }
    // Sixteen numbers of eight bytes, and references to as many names.
    #expect(cost(of: items(item)).bytes > cost(of: items(Item(id: "a"))).bytes + 200 * 16 * 16)
    let state = CollectionState(
      sections: SectionList([Section(items: items(item))]),
      layout: LayoutChoice(kind: .list(ListLayout()), jsonText: []),
      main: Viewport(
        container: Container(size: Size(width: 100, height: 100)), containerJSON: [], bounds: nil))
    func change(_ item: Item) -> RequestCost {
      RequestCost(
        .updates([BatchUpdate(.insertItems(at: [IndexPath(section: 0, item: 0)], [item]))]), of: state)
    }
    #expect(change(item).bytes > change(Item(id: "a")).bytes + 16 * 16)
  }

  @Test func `a cost beyond the largest number stays there`() {
    let huge = RequestCost(bytes: .max, work: 1)
    #expect((huge + huge).bytes == .max)
    #expect(huge.times(3).bytes == .max)
  }

  private func items(_ count: Int) -> ItemSequence {
    var builder = ItemSequenceBuilder()
    for number in 0..<count { builder.append(Item(id: "item \(number)")) }
    return builder.finish()
  }

  private func cost(of items: ItemSequence, as kind: LayoutKind = .list(ListLayout())) -> RequestCost {
    RequestCost(layingOut: SectionList([Section(items: items)]), as: kind)
  }
}
