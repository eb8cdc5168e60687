import Harness
import LayoutEngine

let forms: [(name: String, id: (Int) -> String)] = [
  ("ids of up to 11 bytes", { "item-\($0)" }),
  (
    "ids of 36 bytes",
    { number in
      let digits = String(number + 100_000_000_000, radix: 10)
      return "0b5d1f6c-93aa-4c1e-8f27-\(digits)"
    }
  ),
]
for (name, id) in forms {
  let states = States(count: 100_000, deleted: 10_000, inserted: 10_000, shuffled: 2000, id: id)
  var finding = Comparison(
    "100,000 items, 10,000 deleted, 10,000 inserted, 2,000 shuffled, \(name)", units: 100_000, rounds: 21)
  finding.add("Dictionary, Set, binary searches") { plainDifference(states.oldIDs, states.newIDs) }
  finding.add("difference(to:)") {
    guard let difference = try? states.before.difference(to: states.after) else { return -1 }
    return difference.deletedItems.count + difference.insertedItems.count + difference.movedItems.count
  }
  finding.run()
}
