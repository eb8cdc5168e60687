import TestSupport
import Testing

@testable import LayoutEngine

/// Properties of the difference of any two states.
@Suite("Differences of random states")
struct SnapshotRandomTests {
  @Test("the old state with the difference applied is the new one")
  func applies() throws {
    var random = SeededGenerator(seed: 20)
    for round in 0..<TestEffort.part(of: 600) {
      let before = Self.state(&random)
      let after = random.chance(1, in: 3) ? Self.state(&random) : Self.edited(before, &random)
      let difference = try before.difference(to: after)
      let updated = try before.applying(difference)
      #expect(updated.sections.isSame(as: after), "round \(round)")
      #expect(try before.difference(to: before).isEmpty, "round \(round)")
      #expect(try updated.sections.difference(to: after).isEmpty, "round \(round)")
    }
  }

  @Test("the map follows every id from its old place to its new one and back")
  func identity() throws {
    var random = SeededGenerator(seed: 21)
    for round in 0..<TestEffort.part(of: 300) {
      let (before, after) = (Self.state(&random), Self.state(&random))
      let map = try before.applying(before.difference(to: after)).map
      let (old, new) = (Self.places(before), Self.places(after))
      for (id, path) in old {
        let destination: IndexPath? =
          switch map.destination(of: path) {
          case .kept(let path), .moved(let path), .reloaded(let path), .reconfigured(let path): path
          case .deleted: nil
          }
        #expect(destination == new[id], "round \(round), \(id)")
      }
      for (id, path) in new {
        let origin: IndexPath? =
          switch map.origin(of: path) {
          case .kept(let path), .moved(let path), .reloaded(let path), .reconfigured(let path): path
          case .inserted: nil
          }
        #expect(origin == old[id], "round \(round), \(id)")
      }
    }
  }

  @Test("no fewer items and sections could move, by the obvious quadratic count")
  func minimal() throws {
    var random = SeededGenerator(seed: 22)
    for round in 0..<TestEffort.part(of: 300) {
      let before = Self.state(&random)
      let after = random.chance(1, in: 2) ? Self.state(&random) : Self.edited(before, &random)
      let difference = try before.difference(to: after)
      let oldSections = Dictionary(uniqueKeysWithValues: (0..<before.count).map { (before[$0].id!, $0) })
      let kept = (0..<after.count).compactMap { oldSections[after[$0].id!] }
      #expect(difference.movedSections.count == kept.count - Self.longestIncrease(kept), "round \(round)")
      let old = Self.places(before)
      var least = 0
      for section in 0..<after.count {
        guard let oldSection = oldSections[after[section].id!] else { continue }
        let items = after[section].items
        let sources = (0..<items.count).compactMap { old[items.id(at: $0)!] }
        let staying = sources.filter { $0.section == oldSection }
        least += staying.count - Self.longestIncrease(staying.map(\.item))
      }
      #expect(difference.movedItems.count == least, "round \(round)")
    }
  }

  /// The length of the longest increasing subsequence, from all before each.
  private static func longestIncrease(_ numbers: [Int]) -> Int {
    var lengths: [Int] = []
    for (place, number) in numbers.enumerated() {
      lengths.append(1 + (zip(numbers[..<place], lengths).filter { $0.0 < number }.map(\.1).max() ?? 0))
    }
    return lengths.max() ?? 0
  }

  private static func places(_ list: SectionList) -> [String: IndexPath] {
    var places: [String: IndexPath] = [:]
    for section in 0..<list.count {
      let items = list[section].items
      for item in 0..<items.count { places[items.id(at: item)!] = IndexPath(section: section, item: item) }
    }
    return places
  }

  /// Some of forty items, of any description, in some of seven sections.
  private static func state(_ random: inout SeededGenerator) -> SectionList {
    let names = (0..<40).map { "the item that has number \($0)".suffix(random.pick([2, 12, 40])) }
    var ids = Array(Set(names.map(String.init))).sorted().shuffled(using: &random)
    let sections = (0..<7).map { "section \($0)" }.shuffled(using: &random)[..<random.integer(0...7)]
    return SectionList(
      ContiguousArray(
        sections.map { id in
          let taken = ids.prefix(random.integer(0...12))
          ids.removeFirst(taken.count)
          return section(id, taken.map { item($0, &random) }, &random)
        }))
  }

  /// The state with a few items taken out, put in, shifted about and described anew.
  private static func edited(_ state: SectionList, _ random: inout SeededGenerator) -> SectionList {
    var sections = (0..<state.count).map { state[$0] }
    if random.chance(1, in: 3) { sections.shuffle(using: &random) }
    if random.chance(1, in: 3) { sections = sections.dropLast() }
    var all = sections.map { section in (0..<section.items.count).map { section.items.item(at: $0)! } }
    for _ in 0..<random.integer(0...8) where !all.isEmpty {
      let from = random.integer(0...all.count - 1)
      let to = random.integer(0...all.count - 1)
      let taken = all[from].isEmpty ? nil : all[from].remove(at: random.integer(0...all[from].count - 1))
      switch random.integer(0...3) {
      case 0: all[to].insert(item("new \(random.next())", &random), at: random.integer(0...all[to].count))
      case 1: if let taken { all[to].append(taken) }
      case 2: if let taken { all[from].insert(taken, at: random.integer(0...all[from].count)) }
      default: if let id = taken?.id { all[from].insert(item(id, &random), at: 0) }
      }
    }
    return SectionList(
      ContiguousArray(
        zip(sections, all).map { section, items in
          random.chance(1, in: 4)
            ? Self.section(section.id!, items, &random)
            : section.with { $0.items = Section(items: items).items }
        }))
  }

  private static func section(_ id: String, _ items: [Item], _ random: inout SeededGenerator) -> Section {
    Section(items: items).with { section in
      section.id = id
      if random.chance(1, in: 3) { section.header = random.supplementary() }
      if random.chance(1, in: 3) { section.footer = random.supplementary() }
      if random.chance(1, in: 4) { section.supplementaries = ["badge": [random.supplementary()]] }
      if random.chance(1, in: 4) { section.metrics = .flow(.init { $0.minimumLineSpacing = 3 }) }
      section.hasBackground = random.chance(1, in: 4)
    }
  }

  private static func item(_ id: String, _ random: inout SeededGenerator) -> Item {
    var item = random.chance(1, in: 2) ? random.item() : Item()
    item.id = id
    if random.chance(1, in: 6) { item.span = GridSpan(columns: 2, rows: 1) }
    return item
  }
}
