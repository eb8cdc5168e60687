import Harness
import LayoutEngine

private func compositional(_ group: LayoutGroup) -> LayoutKind {
  .compositional(CompositionalLayout(sections: [CompositionalSection(group: group)]))
}

/// A grid of four columns.
private let grid = compositional(
  LayoutGroup(
    .repeating(.horizontal, member: .item(LayoutItem()), count: 4),
    size: LayoutSize(height: .absolute(90)), interItemSpacing: .fixed(8)))

/// Rows whose height the content decides.
private let rows = compositional(
  LayoutGroup(
    .line(.horizontal, members: [.item(LayoutItem(size: LayoutSize(height: .estimated(44))))]),
    size: LayoutSize(height: .estimated(44))))

/// A tag cloud.
private let tags = compositional(
  LayoutGroup(
    .line(
      .horizontal,
      members: [.item(LayoutItem(size: LayoutSize(width: .estimated(80), height: .estimated(44))))]),
    size: LayoutSize(height: .estimated(44)), interItemSpacing: .fixed(8)))

func compareCompositional() {
  let container = Container(size: Size(width: room, height: 667), scale: 2)
  let screen = Rect(x: 0, y: 3000, width: room, height: 667)

  var counted = Comparison(
    "compositional, a grid of items only counted: prepare and a screen of frames, 1000 times", units: 1000)
  for count in [1000, 1_000_000] {
    counted.add("\(count) items") {
      (0..<1000).reduce(0) { found, _ in
        let sections = SectionList([Section(items: ItemSequence(count: count))])
        return try! found + grid.prepare(sections, in: container).elements(in: screen, visible: nil).count
      }
    }
  }
  counted.run()

  let data = VariedSizes(count: 100_000)
  var estimated = Comparison(
    "compositional, 100000 items of estimated sizes, scale 2: prepare and a screen of frames",
    units: data.count)
  for (name, layout) in [("flow", LayoutKind.flow(FlowLayout())), ("rows", rows), ("tags", tags)] {
    estimated.add(name) {
      try! layout.prepare(data.sections, in: container).elements(in: screen, visible: nil).count
    }
  }
  estimated.run()
}
