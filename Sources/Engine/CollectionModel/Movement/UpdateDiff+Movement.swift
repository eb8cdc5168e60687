import LayoutEngine

extension CollectionStep {
  /// Corrects a diff for the dragged item.
  ///
  /// During a movement the item is at the drag position, and diffs leave it out. When it is dropped or deleted, its change
  /// begins there.
  func adjustForMovement(in viewport: String, _ diff: inout UpdateDiff) {
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

  /// Whether an item is dragged in a viewport, so that a diff has to be corrected for it.
  func hasMovement(in viewport: String) -> Bool {
    before.movement(on: viewport) != nil || after.movement(on: viewport) != nil
  }

  /// The change of the dragged item from the drag position to its frame, or out of sight. Its old index path is the one
  /// at which the viewport showed it.
  private func settling(_ held: Movement, of name: String, at offset: Point) -> UpdateDiff.Change {
    let destination = map.destination(of: held.origin).indexPath
    guard let destination, let viewport = after.viewport(name) else {
      var final = held.item
      final.appearance.alpha = 0
      return UpdateDiff.Change(
        type: .delete, kind: .cell, from: held.proposed, to: nil, initial: held.item, final: final)
    }
    let bounds = viewport.bounds.map { Rect(x: offset.x, y: offset.y, width: $0.width, height: $0.height) }
    let layout = after.solvedViewport(of: viewport).layout.scrolled(across: viewport.orthogonalOffsets)
    let path = ElementPath.cell(destination.section, destination.item)
    let place = layout.attributes(of: path, visible: bounds)
    let window = bounds.map(viewport.overscan.window)
    let isInWindow =
      window.map { window in place.map { layout.shownFrame(of: $0).intersects(window) } ?? false } ?? true
    return UpdateDiff.Change(
      type: .move, kind: .cell, from: held.proposed, to: destination, initial: held.item,
      final: place ?? held.look, presence: isInWindow ? .stays : .disappears,
      renewal: map.renewal(of: held.origin) ?? held.renewal)
  }
}

extension ScrollOutcome {
  /// Leaves out the dragged item, wherever the viewport scrolls.
  mutating func leaveOut(_ held: Movement?) {
    guard let path = held?.proposed else { return }
    func isHeld(_ element: LayoutAttributes) -> Bool { element.kind == .cell && element.indexPath == path }
    appeared.removeAll(where: isHeld)
    disappeared.removeAll(where: isHeld)
    changed.removeAll(where: isHeld)
  }
}
