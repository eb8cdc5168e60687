import LayoutEngine

/// When the estimates of sizes follow the sizes that are measured, in layouts that learn their estimates.
///
/// Every estimated element has the same estimate, so a better one moves the content by far more than the new measurements.
public enum EstimateLearning: String, CaseIterable, Sendable {
  /// While no viewport scrolls. Until then, measurements only enter the statistics.
  case rest
  /// With every measurement.
  case always
  /// Not at all.
  case never
}

extension SolvedCollection {
  /// Whether a step that is made now leaves the estimates as they are.
  ///
  /// - Parameter moved: a viewport as the step leaves it, in place of the one of its name.
  func holdsEstimates(at now: Moment, with moved: (name: String, viewport: Viewport)? = nil) -> Bool {
    switch state.learning {
    case .always: return false
    case .never: return true
    case .rest:
      if let moved, moved.viewport.isScrolling(at: now) { return true }
      if moved?.name != Viewport.main, state.main.isScrolling(at: now) { return true }
      return viewports.contains { $0.key != moved?.name && $0.value.isScrolling(at: now) }
    }
  }

  /// Adapts the estimates to the measurements made while they were held.
  ///
  /// - Returns: whether an estimate changed.
  /// - Complexity: O(1), or that of laying out the collection anew if an estimate changes.
  mutating func learnAtRest() throws(LayoutError) -> Bool {
    guard state.learning == .rest, !holdsEstimates else { return false }
    var hasLearned = false
    for key in Array(state.measured.keys) {
      guard let solvedViewport = solvedViewports.values.first(where: { $0.measuringKey == key }),
        solvedViewport.kind.learnsEstimates, state.measured[key]?.learn(for: solvedViewport) == true
      else { continue }
      hasLearned = true
      try layOutAnew(key)
    }
    return hasLearned
  }
}

extension Viewport {
  /// How long the bounds stay unchanged until a viewport whose client says nothing of its velocity is at rest. Longer
  /// than the pauses of a scrolling wheel.
  static let restDelay = Duration.milliseconds(200)
  /// In points: pages that correct their offset round it.
  private static let stillness = 1.0

  func isScrolling(at now: Moment) -> Bool {
    scrolledAt.map { now - $0 < Self.restDelay } ?? false
  }

  /// Notes whether a change scrolls the viewport or says that it rests.
  ///
  /// A client that states a velocity knows. Without one, other bounds mean that the user scrolls, unless they are the
  /// first, or the server chooses them.
  mutating func noteScrolling(by change: ViewportChange, from old: Viewport?, now: Moment) {
    if let velocity = change.velocity {
      scrolledAt = velocity == .zero ? nil : now
      return
    }
    guard !change.namesPlace, let origin = old?.bounds?.origin else { return }
    let distance = max(abs(change.bounds.x - origin.x), abs(change.bounds.y - origin.y))
    if distance >= Self.stillness { scrolledAt = now }
  }
}
