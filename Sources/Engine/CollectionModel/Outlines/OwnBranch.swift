import Diagnostics
import LayoutEngine

/// The collection as a viewport with an outline of its own shows it: a collection of the same version, of which the viewport
/// is the main one. Nothing of it is stored but the choices of the reader.
struct OwnBranch: Sendable {
  /// The choices that it was made with.
  var outline: OwnOutline
  var collection: SolvedCollection
}

extension OwnBranch {
  /// The step that a change of the collection makes for the viewport; nil if it shows the same.
  ///
  /// - Parameters:
  ///   - before: the collection's sections before the change.
  ///   - after: those after it.
  /// - Complexity: that of the change; O(n log n) for n items if it is compared with the collection.
  func following(
    _ change: CollectionChange, from before: SectionList, to after: SectionList
  ) throws(ChangeError) -> CollectionStep? {
    switch change {
    // What is measured for others is at their index paths.
    case .measurements, .invalidation, .contentSizes, .scrollSizes: return nil
    case .layout: return try collection.applying(change)
    case .outlines(let edits): if let step = step(.outlines(outline.following(edits))) { return step }
    case .updates(let updates): if let step = step(.updates(following(updates, from: before))) { return step }
    case .snapshot: break
    }
    // By ids, which a snapshot has.
    return try collection.applying(.snapshot(outline.applied(to: after)))
  }

  /// A change of the collection's items, at the index paths of the viewport and with the choices of its reader.
  private func following(_ updates: [BatchUpdate], from before: SectionList) -> [BatchUpdate] {
    var own: [BatchUpdate] = []
    for var update in updates {
      switch update.action {
      case .insertSections(let numbers, let sections):
        update.action = .insertSections(at: numbers, outline.applied(to: sections))
      case .reloadSections(let numbers, let sections):
        update.action = .reloadSections(at: numbers, outline.applied(to: sections))
      case .reloadItems(let paths, nil):
        guard let paths = shown(paths, of: before) else { continue }
        update.action = .reloadItems(at: paths, nil)
      case .reconfigureItems(let paths, nil):
        guard let paths = shown(paths, of: before) else { continue }
        update.action = .reconfigureItems(at: paths, nil)
      default: break
      }
      own.append(update)
    }
    return own
  }

  /// The index paths in the viewport of items that the collection shows; nil if it shows none of them.
  private func shown(_ paths: [IndexPath], of sections: SectionList) -> [IndexPath]? {
    let own = paths.compactMap { path -> IndexPath? in
      guard path.section < sections.count, let outline = sections[path.section].outline,
        let id = sections[path.section].items.id(at: path.item)
      else { return path }
      guard !outline.isHidden(id), case .one(let path) = collection.state.sections.path(ofItem: id) else {
        return nil
      }
      return path
    }
    return own.isEmpty ? nil : own
  }

  /// The step of a change; nil if it cannot be made, as one for other shown items may be.
  private func step(_ change: CollectionChange) -> CollectionStep? {
    do throws(ChangeError) { return try collection.applying(change) } catch { return nil }
  }
}

extension SolvedCollection {
  /// The collection as a viewport shows it, apart from movements: another than this one if the viewport has an outline of
  /// its own.
  package func shown(on name: String) -> SolvedCollection { branches[name]?.collection ?? self }

  /// The collection as a viewport shows it.
  package func shown(on viewport: Viewport) -> SolvedCollection {
    viewport.ownOutline.map { shown(on: $0.viewport) } ?? self
  }

  /// The number of viewports with outlines of their own.
  package var ownOutlineCount: Int { branches.count }

  /// Makes the branches that viewports need, and drops those that none needs.
  ///
  /// - Complexity: that of the layout for a branch that is made, and of its choices; O(v) for v viewports.
  mutating func solveBranches() throws(LayoutError) {
    var needed: [String: OwnBranch] = [:]
    for (name, viewport) in viewports {
      guard let outline = viewport.ownOutline else { continue }
      if var known = branches[name], known.outline == outline,
        known.collection.state.main.key == viewport.ownKey
      {
        known.collection.state.main = viewport.withoutOutline
        needed[name] = known
      } else {
        needed[name] = OwnBranch(outline: outline, collection: try branch(showing: viewport, outline))
      }
    }
    if !needed.isEmpty || !branches.isEmpty { branches = needed }
  }

  private func branch(
    showing viewport: Viewport, _ outline: OwnOutline
  ) throws(LayoutError) -> SolvedCollection {
    var own = state
    own.sections = outline.applied(to: state.sections)
    own.main = viewport.withoutOutline
    own.measured = [:]
    return try SolvedCollection(solving: own, remembering: space)
  }

  /// Notes that a viewport shows something else at the present version.
  fileprivate mutating func noteUse(of name: String, _ now: Moment) {
    guard var viewport = viewports[name] else { return }
    viewport.usedAt = now
    viewport.movedAt = version
    setViewport(name, viewport)
  }

  /// Takes over the branch of a viewport after a step.
  mutating func take(_ collection: SolvedCollection, on name: String) {
    guard var branch = branches[name] else { return }
    branch.collection = collection
    branch.collection.state.version = version
    var viewport = collection.state.main
    viewport.ownOutline = branch.outline
    branches[name] = branch
    viewports[name] = viewport
  }
}

extension Viewport {
  /// The viewport as the main one of its branch.
  var withoutOutline: Viewport {
    var viewport = self
    viewport.ownOutline = nil
    return viewport
  }

  /// The key of the layout in the branch.
  var ownKey: ViewportKey { withoutOutline.key }
}

/// Steps.
extension SolvedCollection {
  /// Returns the step that a change makes for a viewport with an outline of its own alone. The collection keeps its version.
  ///
  /// - Parameter change: edits that expand and collapse items; or measurements or invalidations of elements of the viewport.
  /// - Throws: `noSuchViewport` for a viewport without an outline of its own; all problems of the change.
  /// - Complexity: that of the change in one layout.
  package func applying(
    _ change: CollectionChange, onlyOn name: String, now: Moment = .now
  ) throws(ChangeError) -> CollectionStep {
    guard var branch = branches[name] else { throw .noSuchViewport(name) }
    branch.collection.state.version = version
    var change = change
    if case .outlines(let edits) = change {
      change = .outlines(
        try OutlineError.rethrown(
          as: ChangeError.outlines, from: branch.outline.note(edits, in: branch.collection.state.sections)))
    }
    let inner = try branch.collection.applying(change, now: now)
    var next = self
    next.branches[name] = branch
    var step = CollectionStep(nil, from: self, to: next, map: unchanged)
    step.take(inner, of: name)
    step.after.noteUse(of: name, now)
    step.viewportEdits.defined = name
    return step
  }

  /// Returns the step that a change makes of a viewport that has an outline of its own after it; nil for another viewport.
  func movingBranch<Failure: Error>(
    by change: ViewportChange, now: Moment, _ measure: MeasureContent<Failure>
  ) throws(ContentSizingError<Failure>) -> CollectionStep? {
    let old = viewport(change.name)
    guard change.name != Viewport.main, change.hasOwnOutline ?? (old?.ownOutline != nil) else { return nil }
    var next = self
    if old?.ownOutline == nil {
      var viewport = old ?? moved(nil, by: change, now: now)
      viewport.ownOutline = OwnOutline()
      next.setViewport(change.name, viewport)
      try LayoutError.rethrown(as: ContentSizingError<Failure>.layout, from: next.solveViewports())
    }
    guard var branch = next.branches[change.name] else { return nil }
    // Changes that the viewport does not show have left it at an earlier one.
    branch.collection.state.version = version
    var own = change
    own.name = Viewport.main
    own.hasOwnOutline = nil
    let inner = try branch.collection.applying(own, now: now, measure)
    let scroll = inner.ownScroll.map { OwnScroll(viewport: change.name, offset: $0.offset) }
    var step = CollectionStep(
      nil, from: self, to: next, map: unchanged, scrolled: inner.scrolled, ownScroll: scroll)
    step.take(inner, of: change.name)
    if old == nil { step.viewportEdits.added = change.name }
    let viewport = step.after.viewport(change.name)
    if let viewport, old?.isDefined(as: viewport) != true { step.viewportEdits.defined = change.name }
    return step
  }
}

extension CollectionStep {
  /// Takes over the step of a viewport with an outline of its own.
  mutating func take(_ inner: CollectionStep, of name: String) {
    own[name] = inner
    after.take(inner.after, on: name)
  }

  /// Has the viewports with outlines of their own follow a change of the collection.
  ///
  /// - Complexity: that of the change for each of them.
  mutating func followInBranches(_ change: CollectionChange) throws(ChangeError) {
    for (name, branch) in before.branches {
      guard after.branches[name] != nil,
        let inner = try branch.following(change, from: before.state.sections, to: after.state.sections)
      else { continue }
      take(inner, of: name)
    }
  }

  /// The batch that leads from the items in a viewport before the step to those after it.
  package func updates(on name: String) -> [BatchUpdate] { own[name]?.updates ?? updates }
}
