import API
import CBaselines
import Harness
import JSON

// parsing          compares reading with jansson's tree
// parsing memory   prints the memory that reading a body of 64 MB takes

/// Goes through a whole value; returns the number of its scalars.
func walk(_ value: JSONValue) -> Int {
  switch value.kind {
  case .array: value.elements.reduce(0) { $0 + walk($1) }
  case .object: value.members.reduce(0) { $0 + walk($1.value) }
  case .number: (value.number ?? .nan) > 0 ? 1 : 0
  default: 1
  }
}

/// Compares the ways to read a body of so many items, `times` times each.
func compare(_ form: ItemsForm, of count: Int, times: Int) {
  guard Comparison.isChosen("reading \(form.name(of: count))") else { return }
  let body = form.body(of: count)
  var comparison = Comparison("reading \(body.name), \(body.text.count) bytes", units: count * times)
  let solver = LayoutSolver()
  func add(_ name: String, _ work: @escaping () -> Int) {
    comparison.add(name) { (0..<times).reduce(0) { sum, _ in sum &+ work() } }
  }
  add("jansson: tree") {
    body.text.withUnsafeBytes { text in
      Int(baseline_parse(text.baseAddress!.assumingMemoryBound(to: CChar.self), text.count))
    }
  }
  add("JSONDocument") {
    (try? JSONDocument(parsing: body.text))?.withRoot { $0.kind == .object ? 1 : 0 } ?? -1
  }
  add("JSONDocument and every value") { (try? JSONDocument(parsing: body.text))?.withRoot(walk) ?? 0 }
  add("decoded request") { (try? solver.decode(body.text))?.itemCount ?? -1 }
  comparison.run()
}

if CommandLine.arguments.dropFirst().first == "memory" {
  printMemory()
} else {
  for count in [100, 1000, 100_000] {
    for form in [ItemsForm.sizes, .objects, .columns] {
      compare(form, of: count, times: 100_000 / count)
    }
  }
  compare(.rows, of: 100_000, times: 1)
}
