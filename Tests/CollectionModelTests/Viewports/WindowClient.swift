import CollectionTestSupport
import LayoutEngine

@testable import CollectionModel

/// A client of one viewport, as docs/collections.md describes it: it has what the outcomes and the diffs gave it, and
/// knows no geometry.
struct WindowClient {
  let viewport: String
  private(set) var elements: [ElementPath: LayoutAttributes] = [:]

  /// A client with the response to the creation of a viewport.
  init(_ solved: SolvedCollection, on viewport: String = Viewport.main) {
    self.viewport = viewport
    elements = Self.fresh(solved, on: viewport)
  }

  mutating func take(_ outcome: ScrollOutcome) {
    if outcome.isResync { elements = [:] }
    for element in outcome.disappeared { elements[element.path] = nil }
    for element in outcome.appeared + outcome.changed { elements[element.path] = element }
  }

  mutating func take(_ diff: UpdateDiff) {
    for change in diff.changes {
      if let from = change.from { elements[ElementPath(kind: change.kind, indexPath: from)] = nil }
    }
    for change in diff.changes where change.presence != .disappears {
      guard let to = change.to else { continue }
      elements[ElementPath(kind: change.kind, indexPath: to)] = change.final
    }
  }

  /// Takes the cell of a movement out of the content: it is under the finger until a diff puts it back.
  mutating func pickUp(_ path: IndexPath) { elements[ElementPath(kind: .cell, indexPath: path)] = nil }

  /// The first difference from what the server has for the window; nil if there is none.
  func difference(from solved: SolvedCollection) -> String? {
    let fresh = Self.fresh(solved, on: viewport)
    for path in Set(elements.keys).union(fresh.keys) {
      guard let mine = elements[path], let others = fresh[path], mine.isNear(others) else {
        return """
          \(viewport), \(path): \(String(describing: elements[path]?.frame)), \
          not \(String(describing: fresh[path]?.frame))
          """
      }
    }
    return nil
  }

  /// The elements of the window, without a cell under the finger.
  private static func fresh(_ solved: SolvedCollection, on name: String) -> [ElementPath: LayoutAttributes] {
    let viewport = solved.viewport(name)!
    let layout = solved.layout(shownOn: name, viewport).scrolled(across: viewport.orthogonalOffsets)
    let list = layout.elements(
      in: viewport.overscan.window(of: viewport.bounds!), visible: viewport.bounds)
    var elements: [ElementPath: LayoutAttributes] = [:]
    for row in 0..<list.count { elements[list[row].path] = list[row] }
    if let held = solved.movement(on: name)?.proposed {
      elements[ElementPath(kind: .cell, indexPath: held)] = nil
    }
    return elements
  }
}
