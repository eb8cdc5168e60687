/// The viewports of a collection as its journal has them: what loading the newest version gives.
struct StoredViewports {
  /// Nil if it is unknown, because the journal failed.
  var main: Viewport?
  /// The other viewports by name; nil if they are unknown.
  private(set) var others: [String: Viewport]?

  /// The viewports of a journal that failed: all of them are unknown.
  init() {}

  init(main: Viewport, others: [String: Viewport]) {
    self.main = main
    self.others = others
  }

  /// Returns the rows to store with a step: those of viewports that it adds, changes or removes. Positions are stored
  /// later.
  ///
  /// - Complexity: O(1); O(v) for v viewports if those that are stored are unknown.
  func rows(of step: CollectionStep) -> ViewportRows {
    let edits = step.viewportEdits
    var rows = ViewportRows()
    guard let name = edits.defined ?? edits.removed.first else { return rows }
    if name == Viewport.main {
      // An entry has the main viewport itself.
      if step.change == nil { rows.main = (step.after.state.main, step.after.version) }
      return rows
    }
    guard others != nil else {
      rows.isWhole = true
      rows.saved = step.after.viewports
      return rows
    }
    rows.removed = edits.removed
    if let name = edits.defined { rows.saved[name] = step.after.viewports[name] }
    return rows
  }

  /// Returns the rows to store so that the journal has the viewports of a collection with their positions.
  ///
  /// - Complexity: O(v) for v viewports.
  func rows(for solved: SolvedCollection) -> ViewportRows {
    var rows = ViewportRows()
    if main.map(solved.state.main.looks) != true { rows.main = (solved.state.main, solved.version) }
    guard let others else {
      rows.isWhole = true
      rows.saved = solved.viewports
      return rows
    }
    rows.saved = solved.viewports.filter { name, viewport in others[name].map(viewport.looks) != true }
    return rows
  }

  /// Notes that the journal stores rows.
  mutating func note(_ rows: ViewportRows) {
    if let main = rows.main { self.main = main.viewport }
    if rows.isWhole { others = [:] }
    for name in rows.removed { others?[name] = nil }
    others?.merge(rows.saved) { $1 }
  }
}
