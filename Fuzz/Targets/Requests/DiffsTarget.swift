@testable import API
@testable import CollectionModel
@testable import Collections
@testable import LayoutEngine
@testable import Wire

extension FuzzTarget {
  /// Finds the difference between two states that bytes describe. The old elements with every change made are the new
  /// ones, and the layout that follows the change is the one that is made anew.
  static let diffs = FuzzTarget("diffs", longestInput: 1500, seeds: { decisionSeeds }) {
    (input) throws(Violation) in
    var generator = RequestGenerator(Decisions(input))
    let before = generator.collection(of: .diffState)
    let measurer = ContentMeasurer(cells: FuzzedService.shared.cells)
    let old: SolvedCollection
    do throws(Problem) {
      let description = try CollectionDescription.decode(
        Array(before.utf8), for: .diffState, limits: FuzzedService.limits, isCancelled: { false })
      old = try description.solved(measuring: measurer)
    } catch {
      return try error.check(before)
    }
    for _ in 0...generator.decisions.below(2) {
      let updates = generator.updates(of: old.state.sections, old.state.layout.kind)
      let body = "{\"before\":\(before),\"updates\":\(updates)}"
      let batch: [BatchUpdate]
      do throws(Problem) {
        let request = try DiffRequest.decode(
          Array(body.utf8), limits: FuzzedService.limits, isCancelled: { false })
        guard case .updates(let updates) = request.change else { return }
        batch = updates
      } catch {
        try error.check(body)
        continue
      }
      guard var step = try? old.applying(.updates(batch)) else { continue }
      step.place()
      try step.checkDiff(isExact: generator.isTame)
      if generator.isTame { try step.after.checkLayouts("after \(updates)") }
      do throws(Problem) {
        let request = try DiffRequest.decode(
          Array(body.utf8), limits: FuzzedService.limits, isCancelled: { false })
        let bytes = try DiffSolver(limits: FuzzedService.limits, measurer: measurer).solve(request)
          .encoded(as: .objects, EncodingBudget(bytes: 4 << 20, isCancelled: { false }))
          .withUnsafeBytes { Array($0) }
        FuzzedService.record(bytes, as: .objects, from: "/v1/diffs")
      } catch {
        try error.check(body)
      }
    }
  }
}

extension CollectionStep {
  /// Checks that the old elements with every change of the diff made are the new elements.
  ///
  /// - Parameter isExact: whether numbers are small enough for sums of them to be compared.
  func checkDiff(isExact: Bool) throws(Violation) {
    guard let diff = diff(visibleOnly: false) else {
      throw Violation("the main viewport has no diff")
    }
    let container = after.state.main.container
    var visible = before.state.bounds
    let old = try ElementTable(before.layout, visible: visible)
    visible = visible.map {
      Rect(x: diff.contentOffset.to.x, y: diff.contentOffset.to.y, width: $0.width, height: $0.height)
    }
    let new = try ElementTable(after.layout, visible: visible)
    var made = old.elements
    for change in diff.changes {
      guard let from = change.from else { continue }
      let path = ElementPath(kind: change.kind, indexPath: from)
      try promise(made.removeValue(forKey: path) != nil, "\(path) changes, and was not there")
    }
    for change in diff.changes {
      guard let to = change.to else { continue }
      var element = change.final
      element.indexPath = to
      let path = ElementPath(kind: change.kind, indexPath: to)
      try promise(made.updateValue(element, forKey: path) == nil, "\(path) is made twice")
    }
    if isExact {
      try ElementTable(made).check(isNear: new, scale: container.scale, "applied")
    } else {
      try promise(Set(made.keys) == Set(new.elements.keys), "other elements are made than there are")
    }
  }
}

extension SolvedCollection {
  /// Checks that outlines show the items that they should, and that every viewport is laid out as it would be anew.
  func checkLayouts(_ what: String) throws(Violation) {
    for name in viewportNames {
      guard let viewport = viewport(name) else { continue }
      let (shown, screen) = (shown(on: name), solvedViewport(of: viewport))
      try shown.state.sections.checkOutlines("\(what), \(name)")
      guard let anew = try? SolvedViewport(screen, shown.sections(of: screen), estimate: screen.estimate)
      else {
        throw Violation("\(what): \(name) cannot be laid out anew")
      }
      let found = try ElementTable(screen.layout, visible: viewport.bounds)
      let expected = try ElementTable(anew.layout, visible: viewport.bounds)
      try found.check(isNear: expected, scale: screen.container.scale, "\(what), \(name)")
    }
  }
}
