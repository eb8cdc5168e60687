/// The results of all boxes for one kind of question. Copies share the results.
struct Memo<Question: Equatable, Result> {
  private struct Entry {
    let question: Question
    var result: Result
    /// The entry of the same box before this one; -1 for its first.
    let previous: Int
  }

  /// The entries of a box.
  private struct List {
    var newest = -1
    var count = 0
  }

  private let entries: Scratch<Entry>
  private let lists: Scratch<List>

  /// Makes a memo without results.
  ///
  /// - Parameters:
  ///   - boxes: the number of boxes.
  ///   - results: how many results most boxes have at most.
  init(boxes: Int, results: Int) {
    entries = Scratch(capacity: results * boxes)
    lists = Scratch(repeating: List(), count: boxes)
  }

  /// Ends the use of the memo.
  func deallocate() {
    entries.deallocate()
    lists.deallocate()
  }

  /// The number of results of a box.
  func count(_ box: Int) -> Int { lists[box].count }

  /// The entry of the newest result of a box; nil for a box without results.
  func newest(_ box: Int) -> Int? { lists[box].newest < 0 ? nil : lists[box].newest }

  /// The entry of a box's result for a question.
  ///
  /// - Complexity: O(n) for n results of the box.
  func entry(_ box: Int, for question: Question) -> Int? {
    var entry = lists[box].newest
    while entry >= 0, entries[entry].question != question { entry = entries[entry].previous }
    return entry < 0 ? nil : entry
  }

  /// Adds a box's result for a question that it has none for.
  func add(_ box: Int, _ question: Question, _ result: Result) {
    let entry = entries.append(Entry(question: question, result: result, previous: lists[box].newest))
    lists[box].newest = entry
    lists[box].count += 1
  }

  func question(of entry: Int) -> Question { entries[entry].question }

  func result(of entry: Int) -> Result { entries[entry].result }

  func replaceResult(of entry: Int, with result: Result) { entries[entry].result = result }
}
