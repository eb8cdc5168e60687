import Harness
import LayoutEngine

let count = 1_000_000
let forms: [(name: String, id: (Int) -> String)] = [
  ("ids of up to 12 bytes", { "item-\($0)" }),
  ("ids of 36 bytes", { "0b5d1f6c-93aa-4c1e-8f27-\(String($0 + 100_000_000_000, radix: 10))" }),
]

/// Returns a collection with sections of one size.
func list(_ sectionSize: Int, _ id: (Int) -> String) -> SectionList {
  var sections: ContiguousArray<Section> = []
  for first in stride(from: 0, to: count, by: sectionSize) {
    var items = ItemSequenceBuilder()
    for number in first..<min(first + sectionSize, count) {
      items.append(Item(id: id(number), size: Size(width: 100, height: 50)))
    }
    sections.append(Section(id: "section-\(first)", items: items.finish()))
  }
  return SectionList(sections)
}

/// Returns the index paths of all ids, as a request without an index would collect them.
func dictionary(_ sections: SectionList) -> [String: IndexPath] {
  var places: [String: IndexPath] = [:]
  var ids = ItemIDs(of: sections)
  for section in 0..<sections.count {
    for item in 0..<sections[section].items.count {
      if let id = ids[section, item] { places[id] = IndexPath(section: section, item: item) }
    }
  }
  return places
}

func number(_ found: [Found<IndexPath>]) -> Int {
  found.reduce(0) { if case .one(let path) = $1 { $0 + path.section + path.item } else { $0 } }
}

/// Makes changes that give an item a new id, one after the other and far from each other.
func changes(
  of sections: SectionList, times: Int, isSearched: Bool, _ action: (IndexPath, Item) -> BatchUpdate.Action
) -> Int {
  var sections = sections
  var known = 0
  for round in 0..<times {
    let id = "new-\(round)"
    if isSearched, sections.path(ofItem: id) != .nothing { known += 1 }
    let section = round * 7919 % sections.count
    let path = IndexPath(section: section, item: round * 7919 % sections[section].items.count)
    let item = Item(id: id, size: Size(width: 100, height: 50))
    sections = try! sections.applying([BatchUpdate(action(path, item))]).sections
  }
  return sections.itemCount + known
}

for (name, id) in forms {
  for sectionSize in [count, 10] {
    let sections = list(sectionSize, id)
    let rounds = 3
    // The first search builds the filters, so each run of it needs a collection that was never searched.
    var fresh = (0...rounds).map { _ in list(sectionSize, id) }
    var searching = Comparison(
      "one of 1,000,000 items in sections of \(sectionSize), \(name)", units: count, rounds: rounds)
    searching.add("dictionary of all, then a lookup") {
      dictionary(sections)[id(count / 2)].map { $0.section + $0.item } ?? -1
    }
    searching.add("pathsOfItems(), then a lookup") {
      number([sections.pathsOfItems()[id(count / 2)] ?? .nothing])
    }
    searching.add("path(ofItem:), the first") {
      number([fresh.removeLast().path(ofItem: id(count / 2))])
    }
    searching.add("path(ofItem:), later") { number([sections.path(ofItem: id(count / 2))]) }
    searching.add("path(ofItem:), nothing") { number([sections.path(ofItem: "no such")]) }
    searching.add("index(ofSection:)") {
      if case .one(let place) = sections.index(ofSection: "section-0") { place } else { -1 }
    }
    searching.run()
    let times = 100
    var arriving = Comparison(
      "new ids among 1,000,000 items in sections of \(sectionSize), \(name)", units: times, rounds: rounds)
    arriving.add("path(ofItem:), an id that is there") {
      number((0..<times).map { sections.path(ofItem: id($0 * 7919)) })
    }
    arriving.add("path(ofItem:), a new id") {
      number((0..<times).map { sections.path(ofItem: "new-\($0)") })
    }
    for isSearched in [false, true] {
      let name = isSearched ? "ids searched for, items" : "items"
      arriving.add("\(name) inserted") {
        changes(of: sections, times: times, isSearched: isSearched) { .insertItems(at: [$0], [$1]) }
      }
      arriving.add("\(name) renamed") {
        changes(of: sections, times: times, isSearched: isSearched) { .reconfigureItems(at: [$0], [$1]) }
      }
    }
    arriving.run()
    for wanted in [10, 100, 1000, 10_000] {
      let ids = (0..<wanted).map { id($0 * (count / wanted)) }
      var several = Comparison("\(wanted) of them", units: wanted, rounds: rounds)
      several.add("path(ofItem:), ten of them") { number(ids.prefix(10).map { sections.path(ofItem: $0) }) }
      several.add("paths(ofItems:)") { number(sections.paths(ofItems: ids)) }
      several.run()
    }
  }
}
