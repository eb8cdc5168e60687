import LayoutEngine

/// The steps of a movement. Only its end changes the collection; the others leave it at its version.
extension SolvedCollection {
  /// Takes an item up.
  ///
  /// - Parameter position: where its centre is held; nil where it is.
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

  /// Follows the finger, and makes room where the item would be put down.
  ///
  /// - Throws: `missing`, `cancelled`, `change` where the layout has no result.
  /// - Complexity: O(log n + v) for v elements around the position, of n, and that of laying out a move where the
  ///   position means another place.
  public func moving(
    to position: Point, now: ContinuousClock.Instant = .now
  ) throws(MovementError) -> CollectionStep {
    var (movement, viewport) = try held()
    let proposed = movement.proposed
    do throws(LayoutFailure) {
      try movement.move(to: position, in: self, on: viewport)
    } catch {
      throw .change(.layout(error))
    }
    movement.usedAt = now
    var next = with(.active(movement))
    if movement.proposed != proposed { next.forgetHeld(by: movement.viewport) }
    return .ofMovement(from: self, to: next)
  }

  /// Puts the item down in the proposed place: a batch of one move, or nothing where that is its own.
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

  /// Puts the item back where it was.
  ///
  /// - Throws: `missing`, `cancelled`.
  public func cancellingMovement() throws(MovementError) -> CollectionStep {
    let movement = try held().movement
    var next = with(nil)
    if movement.proposed != movement.origin { next.forgetHeld(by: movement.viewport) }
    return .ofMovement(from: self, to: next)
  }

  /// Forgets a movement that was cancelled, once its client knows.
  public func forgettingMovement() -> CollectionStep { .ofMovement(from: self, to: with(nil)) }

  /// The collection without a movement of which nothing was heard for long.
  func givingUpMovement(idle timeout: Duration, now: ContinuousClock.Instant) -> SolvedCollection {
    guard let movement, now - movement.usedAt >= timeout else { return self }
    var next = with(.cancelled(.timedOut(timeout)))
    next.forgetHeld(by: movement.viewport)
    return next
  }
}

extension SolvedCollection {
  /// The item that is being moved, if one is.
  public var movement: Movement? {
    if case .active(let movement)? = movementStanding { movement } else { nil }
  }

  /// The movement on a screen.
  public func movement(on viewport: String) -> Movement? { movement?.viewport == viewport ? movement : nil }

  /// The sections as a screen shows them.
  public func sections(shownOn viewport: String) -> SectionList {
    movement(on: viewport)?.sections ?? state.sections
  }

  /// The layout as a screen shows it.
  public func layout(shownOn name: String, _ viewport: Viewport) -> any SolvedLayout {
    // While a screen is turned, what it showed is laid out for what it was.
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
    do throws(LayoutFailure) {
      return try MovementPreview(self, viewport, moving: origin, to: proposed)
    } catch {
      throw .change(.layout(error))
    }
  }

  /// Lets a screen's client have what is visible now.
  private mutating func forgetHeld(by name: String) {
    guard var viewport = viewport(name) else { return }
    viewport.held = nil
    viewport.prefetcher.reset()
    setViewport(name, viewport)
  }
}
