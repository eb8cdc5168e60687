import LayoutEngine

/// The steps of a movement. Only its end changes the collection; the others leave it at its version.
extension SolvedCollection {
  /// Begins a movement.
  ///
  /// - Parameter position: the drag position of the item's centre, in points; nil for its present centre.
  /// - Throws: `inProgress`, `noSuchViewport`, `noSuchItem`.
  public func beginningMovement(
    of path: IndexPath, at position: Point? = nil, on name: String = Viewport.main,
    now: ContinuousClock.Instant = .now
  ) throws(MovementError) -> CollectionStep {
    guard movement == nil else { throw .inProgress }
    guard let viewport = viewport(name) else { throw .noSuchViewport(name) }
    guard path.section >= 0, path.section < state.sections.count, path.item >= 0,
      path.item < state.sections[path.section].items.count,
      let preview = try laidOut(moving: path, to: path, on: viewport),
      let look = preview.placeholder(visible: viewport.bounds)
    else { throw .noSuchItem(path) }
    let movement = Movement(
      origin: path, position: position ?? look.frame.center, viewport: name, usedAt: now, preview: preview,
      look: look)
    return .ofMovement(from: self, to: with(.active(movement)))
  }

  /// Moves the item to a drag position, and makes room for it at the proposed index path.
  ///
  /// - Throws: `missing`, `cancelled`, `change` if the layout has no result.
  /// - Complexity: O(log n + v) for v elements around the position, of n, and that of laying out a move if the position
  ///   means another index path.
  public func moving(
    to position: Point, now: ContinuousClock.Instant = .now
  ) throws(MovementError) -> CollectionStep {
    var (movement, viewport) = try held()
    do throws(LayoutError) {
      try movement.move(to: position, in: self, on: viewport)
    } catch {
      throw .change(.layout(error))
    }
    movement.usedAt = now
    return .ofMovement(from: self, to: with(.active(movement)))
  }

  /// Ends the movement at the proposed index path: a batch of one move, or nothing if that is the item's own.
  ///
  /// - Throws: `missing`, `cancelled`, `change`.
  public func endingMovement() throws(MovementError) -> CollectionStep {
    let movement = try held().movement
    guard movement.proposed != movement.origin else { return .ofMovement(from: self, to: with(nil)) }
    let batch = [BatchUpdate(.moveItem(from: movement.origin, to: movement.proposed))]
    do throws(ChangeError) { return try with(nil).applying(.updates(batch), from: self) } catch {
      throw .change(error)
    }
  }

  /// Cancels the movement: the item stays at its own index path.
  ///
  /// - Throws: `missing`, `cancelled`.
  public func cancellingMovement() throws(MovementError) -> CollectionStep {
    _ = try held()
    return .ofMovement(from: self, to: with(nil))
  }

  /// Drops a movement that the server cancelled, once the client knows.
  public func forgettingMovement() -> CollectionStep { .ofMovement(from: self, to: with(nil)) }

  /// The collection with its movement cancelled if the client was idle for a timeout.
  func givingUpMovement(idle timeout: Duration, now: ContinuousClock.Instant) -> SolvedCollection {
    guard let movement, now - movement.usedAt >= timeout else { return self }
    var next = with(.cancelled(.timedOut(timeout)))
    // No step leads here that would follow the predictions.
    if var viewport = next.viewport(movement.viewport) {
      viewport.prefetcher.follow { movement.displacement.position(ofShown: $0) }
      next.setViewport(movement.viewport, viewport)
    }
    return next
  }
}

extension SolvedCollection {
  /// The movement in progress, if there is one.
  public var movement: Movement? {
    if case .active(let movement)? = movementStanding { movement } else { nil }
  }

  /// The movement in a viewport.
  public func movement(on viewport: String) -> Movement? { movement?.viewport == viewport ? movement : nil }

  /// The sections as a viewport shows them.
  public func sections(shownOn viewport: String) -> SectionList {
    movement(on: viewport)?.sections ?? state.sections
  }

  /// The layout as a viewport shows it.
  public func layout(shownOn name: String, _ viewport: Viewport) -> any SolvedLayout {
    // During a rotation, the preview is still laid out for the old container.
    if let movement = movement(on: name), movement.preview.key == viewport.key { return movement.layout }
    return solvedViewport(of: viewport).layout
  }

  private func with(_ standing: MovementStanding?) -> SolvedCollection {
    var next = self
    next.movementStanding = standing
    return next
  }

  private func held() throws(MovementError) -> (movement: Movement, viewport: Viewport) {
    switch movementStanding {
    case nil: throw .missing
    case .cancelled(let reason): throw .cancelled(reason)
    case .active(let movement):
      guard let viewport = viewport(movement.viewport) else { throw .cancelled(.viewportIsGone) }
      return (movement, viewport)
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
