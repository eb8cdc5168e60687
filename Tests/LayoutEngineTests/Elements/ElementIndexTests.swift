import TestSupport
import Testing

@testable import LayoutEngine

/// Lists with few kinds and many, in order and in disorder, held against dictionaries of element paths.
struct ElementIndexTests {
  @Test func `two lists are paired as dictionaries of their elements would pair them`() {
    for seed in 0..<UInt64(TestEffort.part(of: 400)) {
      var random = SeededGenerator(seed: seed)
      let kinds = kinds(&random)
      let list = ElementList(elements(&random, kinds))
      let other = ElementList(elements(&random, Array(kinds.reversed())))
      let pairs = ElementIndex(list).pairs(with: ElementIndex(other))
      let (rows, otherRows) = (rows(of: list), rows(of: other))
      for row in 0..<list.count {
        let wanted = otherRows[path(list[row])]
        let found = Int(pairs.others[row])
        #expect(found == wanted ?? -1, "seed \(seed), \(list[row])")
        guard let wanted, wanted == found else { continue }
        #expect(list.hasAttributes(row, of: other, wanted) == (list[row] == other[wanted]), "seed \(seed)")
        #expect(list.isSame(row, as: other, wanted) == list[row].isSame(as: other[wanted]), "seed \(seed)")
      }
      for row in 0..<other.count {
        #expect(Int(pairs.own[row]) == rows[path(other[row])] ?? -1, "seed \(seed), \(other[row])")
      }
    }
  }

  @Test func `a search finds every element of a list and no other, in any order`() {
    for seed in 0..<UInt64(TestEffort.part(of: 400)) {
      var random = SeededGenerator(seed: seed)
      let kinds = kinds(&random)
      let list = ElementList(elements(&random, kinds))
      let rows = rows(of: list)
      var search = ElementIndex.Search(of: ElementIndex(list))
      var asked = elements(&random, kinds)
      if random.chance(1, in: 2) { asked.shuffle(using: &random) }
      for element in asked + (0..<list.count).map({ list[$0] }) {
        let found = search.row(of: list.knownCode(of: element.kind), element.indexPath)
        #expect(found == rows[path(element)], "seed \(seed), \(element)")
      }
    }
  }

  @Test func `the entries of a kind are in the order of their index paths`() {
    for seed in 0..<UInt64(TestEffort.part(of: 400)) {
      var random = SeededGenerator(seed: seed)
      let list = ElementList(elements(&random, kinds(&random)))
      let index = ElementIndex(list)
      for (code, kind) in list.kinds.enumerated() {
        let paths = index.entries(of: UInt16(code)).map { IndexPath(key: $0.key) }
        let wanted = (0..<list.count).map { list[$0] }.filter { $0.kind == kind }.map { $0.indexPath }
        #expect(paths == wanted.sorted(), "seed \(seed), \(kind)")
      }
    }
  }

  private func path(_ element: LayoutAttributes) -> ElementPath {
    ElementPath(kind: element.kind, indexPath: element.indexPath)
  }

  private func rows(of list: ElementList) -> [ElementPath: Int] {
    Dictionary(uniqueKeysWithValues: (0..<list.count).map { (path(list[$0]), $0) })
  }

  /// Cells and views of up to 14 kinds: lists compare with few, and hash many.
  private func kinds(_ random: inout SeededGenerator) -> [ElementKind] {
    [.cell, .header, .separator]
      + (0..<random.integer(0...11)).map { ElementKind(category: .supplementary, name: "kind \($0)") }
  }

  /// Some elements of the kinds, few of which are drawn in a way of their own.
  private func elements(_ random: inout SeededGenerator, _ kinds: [ElementKind]) -> [LayoutAttributes] {
    var elements: [LayoutAttributes] = []
    for kind in kinds {
      for section in 0..<3 {
        for item in 0..<random.integer(0...6) where random.chance(2, in: 3) {
          var appearance = Appearance.plain
          if random.chance(1, in: 3) { appearance.zIndex = random.integer(0...2) }
          elements.append(
            LayoutAttributes(
              kind: kind, indexPath: IndexPath(section: section, item: item),
              frame: Rect(x: 0, y: Double(random.integer(0...1)), width: 10, height: 10),
              appearance: appearance, isEstimated: random.chance(1, in: 8),
              isPinned: random.chance(1, in: 8)))
        }
      }
    }
    if random.chance(1, in: 3) { elements.shuffle(using: &random) }
    return elements
  }
}
