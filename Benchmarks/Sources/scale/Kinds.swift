import LayoutEngine

/// The layouts whose cost is measured.
let kinds: [(name: String, layout: LayoutKind)] = [
  ("list", .list(ListLayout())),
  ("flow", .flow(FlowLayout())),
  ("grid", .grid(fourColumns)),
  ("waterfall", .waterfall(WaterfallLayout())),
  ("compositional", .compositional(rowsOfFour)),
]

private let fourColumns: GridLayout = {
  var layout = GridLayout()
  layout.metrics.columns = .count(4)
  return layout
}()

private let rowsOfFour = CompositionalLayout(sections: [
  CompositionalSection(
    group: LayoutGroup(
      .repeating(.horizontal, member: .item(LayoutItem()), count: 4),
      size: LayoutSize(height: .absolute(90)), interItemSpacing: .fixed(8)))
])

let container = Container(size: Size(width: 375, height: 667), scale: 2)

/// The ids of a state's items.
enum Identities {
  case none
  /// Every item has one.
  case all
  /// As `all`, but of every thousand items one is deleted, one is new and two change places.
  case changed
}

/// Returns one section of varied sizes.
func sections(_ count: Int, _ identities: Identities = .none) -> SectionList {
  var items = ItemSequenceBuilder()
  for number in 0..<count {
    let size = Size(
      width: 40 + Double(number * 37 % 83) * 0.77, height: 30 + Double(number * 53 % 71) * 0.61)
    switch identities {
    case .none: items.append(size: size)
    case .all: items.append(Item(id: "item-\(number)", size: size))
    case .changed:
      switch number % 1000 {
      case 100: continue
      case 300: items.append(Item(id: "item-\(number + 400)", size: size))
      case 500:
        items.append(Item(id: "new-\(number)", size: size))
        items.append(Item(id: "item-\(number)", size: size))
      case 700: items.append(Item(id: "item-\(number - 400)", size: size))
      default: items.append(Item(id: "item-\(number)", size: size))
      }
    }
  }
  return SectionList([Section(id: "section", items: items.finish())])
}
