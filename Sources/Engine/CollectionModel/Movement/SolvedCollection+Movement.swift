import LayoutEngine

/// The steps of movements, of which each viewport has one at most. Only the end of a movement changes the collection; the
/// other steps leave it at its version.
extension SolvedCollection {
  /// Begins a movement.
  ///
  /// - Parameters:
  ///   - position: the drag position of the item's centre, in points; nil for its present centre.
  ///   - name: the viewport in which the user drags the item.
  /// - Throws: `inProgress`, `held`, `noSuchViewport`, `noSuchItem`, `outlined`, `ownOutline`.
  public func beginningMovement(
    of path: IndexPath, at position: Point? = nil, on name: String = Viewport.main,
    now: Moment = .now
  ) throws(MovementError) -> CollectionStep {
    guard let viewport = viewport(name) else { throw .noSuchViewport(name) }
    guard viewport.ownOutline == nil else { throw .ownOutline }
    guard movement(on: name) == nil else { throw .inProgress }
    if let holder = activeMovements.first(where: { $0.origin == path }) {
      throw .held(by: holder.viewport, path)
    }
    if path.section >= 0, path.section < state.sections.count, state.sections[path.section].outline != nil {
      throw .outlined(path)
    }
    guard path.section >= 0, path.section < state.sections.count, path.item >= 0,
      path.item < state.sections[path.section].items.count,
      let preview = try laidOut(moving: path, to: path, on: viewport),
      let look = preview.placeholder(visible: viewport.bounds)
    else { throw .noSuchItem(path) }
    let movement = Movement(
      origin: path, position: position ?? look.frame.center, viewport: name, usedAt: now, preview: preview,
      look: look)
    return .ofMovement(from: self, to: with(movement))
  }

  /// Moves the item of a viewport's movement, and makes room for it at the proposed index path.
  ///
  /// - Throws: `missing`, `cancelled`, `noSuchViewport`, `noSuchTarget`, `ownItem`, `change` if the layout has no result.
  /// - Complexity: O(log n + v) for v elements around the position, of n, and that of laying out a move if the target
  ///   means another index path.
  public func moving(
    to target: MovementTarget, on name: String = Viewport.main, now: Moment = .now
  ) throws(MovementError) -> CollectionStep {
    var (movement, viewport) = try held(on: name)
    let place = try movement.place(of: target, in: state.sections)
    do throws(LayoutError) {
      switch target {
      case .position(let position): try movement.move(to: position, in: self, on: viewport)
      case .indexPath, .before, .after: try movement.settle(at: place, in: self, on: viewport)
      }
    } catch {
      throw .change(.layout(error))
    }
    movement.usedAt = now
    return .ofMovement(from: self, to: with(movement))
  }

  /// Ends the movement of a viewport at the proposed index path: a batch of one move, or nothing if that is the item's
  /// own.
  ///
  /// - Throws: `missing`, `cancelled`, `noSuchViewport`, `change`.
  public func endingMovement(on name: String = Viewport.main) throws(MovementError) -> CollectionStep {
    let movement = try held(on: name).movement
    var next = without(movementOn: name)
    guard movement.proposed != movement.origin else { return .ofMovement(from: self, to: next) }
    next.holdsEstimates = holdsEstimates(at: .now)
    let batch = [BatchUpdate(.moveItem(from: movement.origin, to: movement.proposed))]
    do throws(ChangeError) { return try next.applying(.updates(batch), from: self) } catch {
      throw .change(error)
    }
  }

  /// Cancels the movement of a viewport: the item stays at its own index path.
  ///
  /// - Throws: `missing`, `cancelled`, `noSuchViewport`.
  public func cancellingMovement(on name: String = Viewport.main) throws(MovementError) -> CollectionStep {
    _ = try held(on: name)
    return forgettingMovement(on: name)
  }

  /// Drops a movement that the server cancelled, once the client knows.
  public func forgettingMovement(on name: String = Viewport.main) -> CollectionStep {
    .ofMovement(from: self, to: without(movementOn: name))
  }

  /// The collection with those movements cancelled whose clients were idle for a timeout.
  package func givingUpMovements(idle timeout: Duration, now: Moment) -> SolvedCollection {
    guard !movements.isEmpty else { return self }
    var next = self
    for movement in activeMovements where now - movement.usedAt >= timeout {
      next.movements[movement.viewport] = .cancelled(.timedOut(timeout))
      // No step leads here that would follow the predictions.
      guard var viewport = next.viewport(movement.viewport) else { continue }
      viewport.prefetcher.follow { movement.displacement.position(ofShown: $0) }
      next.setViewport(movement.viewport, viewport)
    }
    return next
  }
}

extension SolvedCollection {
  /// The movements in progress, at most one for each viewport and for each item.
  var activeMovements: [Movement] {
    movements.values.compactMap { if case .active(let movement) = $0 { movement } else { nil } }
  }

  /// The movement in progress in a viewport, if there is one.
  public func movement(on viewport: String) -> Movement? {
    if case .active(let movement)? = movements[viewport] { movement } else { nil }
  }

  /// The sections as a viewport shows them.
  public func sections(shownOn viewport: String) -> SectionList {
    movement(on: viewport)?.sections ?? shown(on: viewport).state.sections
  }

  /// The layout as a viewport shows it.
  public func layout(shownOn name: String, _ viewport: Viewport) -> any SolvedLayout {
    // During a rotation, the preview is still laid out for the old container.
    if let movement = movement(on: name), movement.preview.key == viewport.key { return movement.layout }
    return solvedViewport(of: viewport).layout
  }

  /// The collection with a movement in progress, whose viewport is in use.
  private func with(_ movement: Movement) -> SolvedCollection {
    var next = self
    next.movements[movement.viewport] = .active(movement)
    next.viewports[movement.viewport]?.usedAt = movement.usedAt
    return next
  }

  private func without(movementOn name: String) -> SolvedCollection {
    var next = self
    next.movements[name] = nil
    return next
  }

  private func held(on name: String) throws(MovementError) -> (movement: Movement, viewport: Viewport) {
    guard let viewport = viewport(name) else { throw .noSuchViewport(name) }
    switch movements[name] {
    case nil: throw .missing
    case .cancelled(let reason): throw .cancelled(reason)
    case .active(let movement): return (movement, viewport)
    }
  }

  private func laidOut(
    moving origin: IndexPath, to proposed: IndexPath, on viewport: Viewport
  ) throws(MovementError) -> MovementPreview? {
    do throws(LayoutError) {
      return try MovementPreview(self, viewport, moving: origin, to: proposed)
    } catch {
      throw .change(.layout(error))
    }
  }
}
