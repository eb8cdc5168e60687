import CollectionModel
import LayoutEngine
import TestSupport

/// Makes items with ids that no item had before, and changes of collections of them.
package struct RandomChanges {
  package var random: SeededGenerator
  private var made = 0

  package init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  package mutating func item() -> Item {
    made += 1
    return described("i\(made)")
  }

  /// An item with an id and a size of its own.
  package mutating func described(_ id: String) -> Item {
    let width = Double(random.pick([40, 60, 60, 90, 200]))
    return Item(id: id, size: Size(width: width, height: Double(random.integer(4...30)) * 4.25))
  }

  package mutating func items(_ count: Int) -> [Item] { (0..<count).map { _ in item() } }

  package mutating func section(_ count: Int) -> Section {
    made += 1
    return Section("s\(made)", items(count))
  }

  package mutating func sections(_ count: Int, items: ClosedRange<Int>) -> SectionList {
    SectionList(ContiguousArray((0..<count).map { _ in section(random.integer(items)) }))
  }

  /// Some operations that do not contradict each other.
  package mutating func batch(of sections: SectionList) -> [BatchUpdate] {
    var batch: [BatchUpdate] = []
    for _ in 0..<random.integer(1...4) {
      let attempt = batch + [BatchUpdate(action(of: sections))]
      if (try? sections.applying(attempt)) != nil { batch = attempt }
    }
    return batch
  }

  private mutating func action(of sections: SectionList) -> BatchUpdate.Action {
    let section = random.integer(0...max(0, sections.count))
    let count = section < sections.count ? sections[section].items.count : 0
    let path = IndexPath(section: section, item: random.integer(0...max(0, count)))
    switch random.integer(0...11) {
    case 0, 1: return .deleteItems(at: [path])
    case 2, 3, 4: return .insertItems(at: [path], [item()])
    case 5:
      let other = random.integer(0...max(0, sections.count))
      return .moveItem(from: path, to: IndexPath(section: other, item: random.integer(0...3)))
    case 6: return .reloadItems(at: [path], [item()])
    case 7: return .reconfigureItems(at: [path], nil)
    case 8: return sections.count > 2 ? .deleteSections(at: [section]) : .insertItems(at: [path], [item()])
    case 9: return .insertSections(at: [section], [self.section(3)])
    case 10: return .moveSection(from: section, to: random.integer(0...max(0, sections.count)))
    default: return .reloadSections(at: [section], [self.section(2)])
    }
  }

  /// The state with some items deleted, inserted, moved and described anew; ids stay with their items.
  package mutating func snapshot(of sections: SectionList) -> SectionList {
    var all = (0..<sections.count).map { section in
      let items = sections[section].items
      return (id: sections[section].id, items: (0..<items.count).map { items.item(at: $0)! })
    }
    if random.chance(1, in: 4) { all.shuffle(using: &random) }
    for _ in 0..<random.integer(0...6) where !all.isEmpty {
      let (from, to) = (random.integer(0...all.count - 1), random.integer(0...all.count - 1))
      let taken =
        all[from].items.isEmpty
        ? nil : all[from].items.remove(at: random.integer(0...all[from].items.count - 1))
      let place = random.integer(0...all[to].items.count)
      switch random.integer(0...3) {
      case 0: all[to].items.insert(contentsOf: [item()] + (taken.map { [$0] } ?? []), at: place)
      case 1: if let taken { all[to].items.insert(taken, at: place) }
      case 2: if let id = taken?.id { all[to].items.insert(described(id), at: place) }
      default: break
      }
    }
    return SectionList(ContiguousArray(all.map { Section($0.id, $0.items) }))
  }

  package mutating func change(of sections: SectionList) -> CollectionChange {
    random.chance(1, in: 3) ? .snapshot(snapshot(of: sections)) : .updates(batch(of: sections))
  }

  /// No policy in every second case.
  package mutating func policy() -> ReadingPolicy {
    var policy = ReadingPolicy()
    guard random.pick([true, false]) else { return policy }
    policy.follow = random.pick([nil, .start, .end, .nothing])
    policy.followDistance = random.pick([1, 40, 200])
    policy.contentAlignment = random.pick([.start, .center, .end])
    return policy
  }

  package mutating func insets() -> Insets {
    Insets(
      top: Double(random.pick([0, 0, 25])), left: Double(random.pick([0, 10])),
      bottom: Double(random.pick([0, 40])), right: Double(random.pick([0, 15])))
  }
}
