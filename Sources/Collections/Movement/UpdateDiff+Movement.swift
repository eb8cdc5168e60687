import LayoutEngine

extension CollectionStep {
  /// Says of the moving item what its screen's client has to hear.
  ///
  /// As long as it is moved, its place is that under the finger, of which diffs say nothing. When it is put down, or
  /// is gone, it comes from there.
  func tellMovement(of viewport: String, _ diff: inout UpdateDiff) {
    if let held = after.movement(on: viewport) {
      diff.changes.removeAll { $0.kind == .cell && $0.to == held.proposed }
      return
    }
    guard let held = before.movement(on: viewport) else { return }
    let found = diff.changes.firstIndex { $0.kind == .cell && $0.from == held.proposed }
    if let found { diff.changes.remove(at: found) }
    diff.changes.insert(
      settling(held, of: viewport, at: diff.contentOffset.to), at: found ?? diff.changes.endIndex)
  }

  /// The moving item's way from under the finger to its place, or out of sight. Its index path before is the one in
  /// which the screen showed it.
  private func settling(_ held: Movement, of name: String, at offset: Point) -> UpdateDiff.Change {
    let destination = map.destination(of: held.origin).place
    guard let destination, let viewport = after.viewport(name) else {
      var final = held.item
      final.appearance.alpha = 0
      return UpdateDiff.Change(
        type: .delete, kind: .cell, from: held.proposed, to: nil, initial: held.item, final: final)
    }
    let bounds = viewport.bounds.map { Rect(x: offset.x, y: offset.y, width: $0.width, height: $0.height) }
    let place = after.solvedViewport(of: viewport).layout.attributes(
      of: .cell(destination.section, destination.item), visible: bounds)
    return UpdateDiff.Change(
      type: .move, kind: .cell, from: held.proposed, to: destination, initial: held.item,
      final: place ?? held.look)
  }
}

extension ScrollOutcome {
  /// Leaves out an item that is under the finger, wherever the screen scrolls.
  mutating func leaveOut(_ held: Movement?) {
    guard let path = held?.proposed else { return }
    func isHeld(_ element: LayoutAttributes) -> Bool { element.kind == .cell && element.indexPath == path }
    appeared.removeAll(where: isHeld)
    disappeared.removeAll(where: isHeld)
    changed.removeAll(where: isHeld)
  }
}
