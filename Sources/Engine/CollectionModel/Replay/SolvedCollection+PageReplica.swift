import LayoutEngine

// A page replica has the state of a collection from elsewhere, and viewports of its own.

extension SolvedCollection {
  /// Lays out a state for a page replica, which keeps the measurements for viewports that it does not have: entries change
  /// them.
  ///
  /// - Throws: `LayoutError` if the layout has no result for some item.
  /// - Complexity: that of the layout's kind; O(n) for n items that differ at least.
  package init(replicating state: CollectionState) throws(LayoutError) {
    try self.init(solving: state, keepingMeasured: true)
  }

  /// Takes over the viewports of another version, at their bounds there, and the movements in them.
  ///
  /// - Complexity: that of the layouts that are added.
  package mutating func takeViewports(of other: SolvedCollection) throws(LayoutError) {
    viewports = other.viewports
    movements = other.movements
    try solveViewports()
  }

  /// Moves the bounds of the viewports other than the main one to where their readers are after several batches, from
  /// where they were in another version.
  ///
  /// - Parameter links: the batches that lead from the other version to this one.
  /// - Complexity: O(log n + d) for each viewport, for d seen elements of n that the batches do not leave in place.
  package mutating func placeViewports(asIn other: SolvedCollection, by links: [ComposedFates.Link]) {
    for (name, viewport) in viewports {
      if viewport.ownOutline != nil {
        placeBranch(name, asIn: other)
        continue
      }
      guard let old = other.viewport(name), let position = other.readingPosition(in: old, of: name) else {
        continue
      }
      let fates = ComposedFates(
        links, of: (other.state.sections, state.sections),
        displaced: (other.movement(on: name)?.displacement, movement(on: name)?.displacement))
      let isLaidOutAnew =
        old.key != viewport.key
        || viewport.ownLayout == nil && state.layout.jsonText != other.state.layout.jsonText
      // The policy names items by their own positions.
      let items = ComposedFates(links, of: (other.state.sections, state.sections))
      var placed = viewport
      placed.policy = old.policy.following { items.fate(ofItem: $0).destination }
      let placement = position.placed(
        in: side(viewport, of: name), under: readingPolicy(of: placed, name), by: fates,
        isLaidOutAnew: isLaidOutAnew)
      placed.bounds = placement.bounds
      placed.orthogonalOffsets = placement.orthogonalOffsets
      placed.knownOffsets.begin(at: placement.bounds.origin, version)
      viewports[name] = placed
    }
  }

  /// Moves the bounds of a viewport with an outline of its own to where its reader is, by the ids of the items that it
  /// shows.
  ///
  /// - Complexity: O(n log n) for n items.
  private mutating func placeBranch(_ name: String, asIn other: SolvedCollection) {
    let before = other.shown(on: name)
    guard var branch = branches[name]?.collection else { return }
    let (old, viewport) = (before.state.main, branch.state.main)
    guard let map = before.state.sections.map(to: branch.state.sections),
      let position = before.readingPosition(in: old, of: Viewport.main)
    else { return }
    let placement = position.placed(
      in: branch.side(viewport, of: Viewport.main), under: branch.readingPolicy(of: viewport, Viewport.main),
      by: ComposedFates([ComposedFates.Link(map)], of: (before.state.sections, branch.state.sections)),
      isLaidOutAnew: old.key != viewport.key)
    branch.state.main.bounds = placement.bounds
    branch.state.main.orthogonalOffsets = placement.orthogonalOffsets
    branch.state.main.knownOffsets.begin(at: placement.bounds.origin, version)
    take(branch, on: name)
  }
}

extension SectionList {
  /// Where items are in another state, by their ids; nil if ids are missing or occur twice.
  fileprivate func map(to other: SectionList) -> UpdateMap? {
    do throws(SnapshotError) {
      let difference = try difference(to: other)
      do throws(BatchError) { return try applying(difference).map } catch { return nil }
    } catch {
      return nil
    }
  }
}
