import LayoutEngine

/// Follows other changes to a collection during its movements.
extension SolvedCollection {
  /// Updates the movements after a step: those of viewports that are gone are over.
  ///
  /// - Parameter isChange: whether the collection changed, and not only a viewport.
  mutating func takeMovementsAlong(by map: UpdateMap, isChange: Bool) {
    for (name, standing) in movements {
      if let viewport = viewport(name) {
        movements[name] = following(standing, map, on: viewport, isChange: isChange)
      } else {
        movements[name] = nil
      }
    }
  }

  private func following(
    _ standing: MovementStanding, _ map: UpdateMap, on viewport: Viewport, isChange: Bool
  ) -> MovementStanding {
    guard case .active(var movement) = standing, isChange || movement.preview.key != viewport.key else {
      return standing
    }
    if let reason = movement.cancellation(by: map) { return .cancelled(reason) }
    do throws(LayoutError) {
      try movement.follow(map, in: self, on: viewport)
      return .active(movement)
    } catch {
      return .cancelled(.layoutFailed)
    }
  }

  /// Lays out the movement's preview anew if the layout of its viewport changed.
  mutating func turnMovement(on name: String) throws(LayoutError) {
    guard var movement = movement(on: name), let viewport = viewport(name),
      movement.preview.key != viewport.key
    else {
      return
    }
    try movement.layOut(from: movement.origin, to: movement.proposed, in: self, on: viewport)
    movements[name] = .active(movement)
  }
}

extension Movement {
  fileprivate func cancellation(by map: UpdateMap) -> MovementCancellation? {
    guard map.destination(of: origin).indexPath == nil else { return nil }
    return map.newSection(of: origin.section) == nil ? .sectionIsGone : .itemIsGone
  }

  fileprivate mutating func follow(
    _ map: UpdateMap, in solved: SolvedCollection, on viewport: Viewport
  ) throws(LayoutError) {
    guard let newOrigin = map.destination(of: origin).indexPath else { return }
    renewal = map.renewal(of: origin) ?? renewal
    let target = newProposed(by: map, origin: newOrigin, in: solved.state.sections)
    try layOut(from: newOrigin, to: target, in: solved, on: viewport)
  }

  fileprivate mutating func layOut(
    from newOrigin: IndexPath, to target: IndexPath, in solved: SolvedCollection, on viewport: Viewport
  ) throws(LayoutError) {
    var laidOut = try MovementPreview(solved, viewport, moving: newOrigin, to: target)
    if laidOut == nil { laidOut = try MovementPreview(solved, viewport, moving: newOrigin, to: newOrigin) }
    guard let laidOut else { return }
    origin = newOrigin
    preview = laidOut
    look = laidOut.placeholder(visible: viewport.bounds) ?? look
    settledAt = nil
    spare = nil
  }

  /// The proposed index path after a change: in front of the same item, or behind the same item.
  private func newProposed(by map: UpdateMap, origin newOrigin: IndexPath, in sections: SectionList)
    -> IndexPath
  {
    guard proposed != origin, let section = map.newSection(of: proposed.section), section < sections.count
    else {
      return newOrigin
    }
    /// The index of an item among those of its section without the moving one.
    func rank(ofShown item: Int) -> Int? {
      guard item >= 0 else { return nil }
      let path = preview.displacement.position(ofShown: IndexPath(section: proposed.section, item: item))
      guard let new = map.destination(of: path).indexPath, new.section == section else { return nil }
      return new.item - (newOrigin.section == section && newOrigin.item < new.item ? 1 : 0)
    }
    let count = sections[section].items.count - (newOrigin.section == section ? 1 : 0)
    let shownCount = preview.sections[proposed.section].items.count
    let before = proposed.item + 1 < shownCount ? rank(ofShown: proposed.item + 1) : nil
    let item = before ?? rank(ofShown: proposed.item - 1).map { $0 + 1 } ?? proposed.item
    return IndexPath(section: section, item: min(max(0, item), count))
  }
}

extension UpdateMap.Destination {
  /// The index path after the batch; nil for a deleted item.
  var indexPath: IndexPath? {
    switch self {
    case .kept(let path), .moved(let path), .reloaded(let path), .reconfigured(let path): path
    case .deleted: nil
    }
  }
}
