import Glibc
import Harness
import LayoutEngine

// The memory and the time of very many sections of one item, compared with the same items in one section.

let count = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 100_000
let container = Container(size: Size(width: 320, height: 480))

/// Returns the resident bytes of the process; nothing is freed between two calls.
func resident() -> Int {
  guard let file = fopen("/proc/self/statm", "r") else { return 0 }
  defer { fclose(file) }
  var text = [CChar](repeating: 0, count: 128)
  guard fgets(&text, 128, file) != nil else { return 0 }
  let line = String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  let pages = line.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
  return pages * sysconf(Int32(_SC_PAGESIZE))
}

/// Returns sections of so many items each, which have ids and nothing else.
func sections(of size: Int) -> SectionList {
  var sections = ContiguousArray<Section>()
  for first in stride(from: 0, to: count, by: size) {
    var items = ItemSequenceBuilder()
    for number in first..<min(first + size, count) { items.append(Item(id: "item-\(number)")) }
    sections.append(Section(items: items.finish()))
  }
  return SectionList(sections)
}

let compositional = CompositionalLayout(
  sections: [
    CompositionalSection(
      group: LayoutGroup(
        .line(.horizontal, members: [.item(LayoutItem(size: LayoutSize()))]),
        size: LayoutSize(width: .fractionalWidth(1), height: .absolute(44))))
  ])
let kinds: [LayoutKind] = [
  .list(ListLayout()), .flow(FlowLayout()), .grid(GridLayout()), .waterfall(WaterfallLayout()),
  .magazine(MagazineLayout()), .justified(JustifiedLayout()), .carousel(CarouselLayout()),
  .compositional(compositional),
]

/// Everything that was measured: memory that is freed would be measured twice.
var kept: [(SectionList, (any SolvedLayout)?)] = []

print("\(count) items, bytes for each: described, laid out, time to lay out")
for kind in kinds {
  for size in [count, 1] {
    let start = resident()
    let sections = sections(of: size)
    let described = resident()
    let clock = ContinuousClock()
    var solved: (any SolvedLayout)?
    let time = try clock.measure { solved = try kind.prepare(sections, in: container) }
    let end = resident()
    let columns = [
      decimals(Double(described - start) / Double(count)) + " B",
      decimals(Double(end - described) / Double(count)) + " B",
      decimals(time / .nanoseconds(1) / Double(count)) + " ns",
      "height \(solved?.contentSize.height ?? 0)",
    ]
    let title = size == 1 ? "\(kind.name), one item a section" : "\(kind.name), one section"
    print("  " + padded(title, to: 40) + columns.map { padded($0, to: 18) }.joined())
    kept.append((sections, solved))
  }
}
