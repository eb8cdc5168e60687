import CBaselines
import Harness
import LayoutEngine

let times = 1000
let counts = [10_000, 100_000, 1_000_000]
let insertion = [
  BatchUpdate(.insertItems(at: [IndexPath(section: 0, item: 0)], [Item(size: Size(width: 60, height: 41))]))
]

func described(_ count: Int) -> String { count >= 1_000_000 ? "\(count / 1_000_000)M" : "\(count / 1000)k" }

/// Compares the same change in collections of all sizes; its time should hardly grow with the size.
func compare(_ title: String, _ states: [State], _ batch: [BatchUpdate]) {
  var comparison = Comparison("\(title), the visible diff, \(times) times one after the other", units: times)
  for state in states {
    comparison.add("\(described(state.sections.itemCount)) items, \(state.sections.count) sections") {
      state.visibleDiffs(batch, times: times)
    }
  }
  comparison.run()
}

/// Compares with a plain array of positions, in which an insertion moves everything after it.
func comparePlainArray(_ state: State) {
  let count = state.sections.itemCount
  var offsets = [0.0]
  for number in 0..<count { offsets.append(offsets[number] + variedSize(number).height) }
  offsets += [0, 0]
  var comparison = Comparison("list of \(described(count)): a row inserted at the front, once", units: 1)
  comparison.add("C array of positions") { Int(baseline_insert_front(&offsets, count, 41)) }
  comparison.add("laid out from scratch") { state.fromScratch(insertion) }
  comparison.add("followed, with the visible diff") { state.visibleDiff(insertion) }
  comparison.run()
}

/// Compares the reload of one row with a Fenwick tree, which supports neither versions nor ids nor insertions.
func compareReload(_ states: [State]) {
  for state in states {
    let count = state.sections.itemCount
    let middle = count / 2
    let reload = [
      BatchUpdate(
        .reloadItems(
          at: [IndexPath(section: 0, item: middle)],
          [Item(id: state.sections[0].items.id(at: middle), size: Size(width: 60, height: 99))]))
    ]
    let lengths = (0..<count).map { variedSize($0).height }
    var tree = [Double](repeating: 0, count: count + 1)
    baseline_fenwick_build(&tree, lengths, count)
    let found = state.query(reload)
    var comparison = Comparison(
      "list of \(described(count)): a row reloaded, a screen queried, \(times) times", units: times)
    comparison.add("C Fenwick tree") {
      (0..<times).reduce(0) { sum, round in
        sum
          + Int(
            baseline_fenwick_change(&tree, count, middle, round % 2 == 0 ? 1 : -1, state.screen.y, found))
      }
    }
    comparison.add("applied, followed, queried") {
      (0..<times).reduce(0) { sum, _ in sum + state.query(reload) }
    }
    comparison.add("applied alone") {
      (0..<times).reduce(0) { sum, _ in sum + (try! state.sections.applying(reload)).sections.count }
    }
    let updated = try! state.sections.applying(reload)
    comparison.add("followed alone") {
      (0..<times).reduce(0) { sum, _ in
        sum
          + Int(try! state.kind.prepare(updated, from: state.solved, in: state.container).contentSize.height)
      }
    }
    comparison.add("queried alone") {
      (0..<times).reduce(0) { sum, _ in
        sum + state.solved.elements(in: state.screen, visible: state.screen).count
      }
    }
    comparison.run()
  }
}

let lists = counts.map { State(.list(ListLayout()), variedSections(items: $0)) }
compare("list: a row inserted at the front", lists, insertion)
comparePlainArray(lists[2])
compareReload(lists)

var folding = Comparison("list: a row inserted at the front, the folded diff of all rows, once", units: 1)
for list in lists[1...] {
  folding.add("\(described(list.sections.itemCount)) rows, folded at once") {
    list.foldedDiff(insertion, isFoldedAtOnce: true)
  }
}
folding.add("\(described(lists[1].sections.itemCount)) rows, each change made, then folded") {
  lists[1].foldedDiff(insertion, isFoldedAtOnce: false)
}
folding.run()

let sectioned = [100, 10_000].map {
  State(.list(ListLayout()), variedSections(items: 1_000_000, sections: $0))
}
compare("list: a row inserted in the first section", sectioned, insertion)

let flows = counts.map { State(.flow(FlowLayout()), variedSections(items: $0)) }
compare("flow: an item inserted at the front", flows, insertion)
let away = [BatchUpdate(.deleteItems(at: [IndexPath(section: 0, item: 0)]))]
compare("flow: the first item deleted", flows, away)
var inserting = Comparison("flow of 1M: an item inserted at the front, once", units: 1)
inserting.add("laid out from scratch") { flows[2].fromScratch(insertion) }
inserting.add("followed") { flows[2].query(insertion) }
inserting.run()

let grids = [10_000, 1_000_000].map { count in
  var layout = GridLayout()
  layout.metrics.columns = .count(4)
  return State(.grid(layout), variedSections(items: count))
}
compare("grid of squares: an item inserted at the front", grids, insertion)
