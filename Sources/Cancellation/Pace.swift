/// The pace at which a loop asks whether it should end: once in about a thousand steps, so that asking costs nothing.
///
/// A loop that is cancelled finds so at every later step too.
public struct Pace: Sendable {
  /// How many steps pass between two questions: some microseconds of most loops.
  public static let steps = 1024

  @usableFromInline var left = Pace.steps

  @inlinable
  public init() {}

  /// Counts steps of the loop; returns whether the loop should end.
  ///
  /// - Parameter steps: the steps since the last call, weighted by the time that they take; at least 0.
  /// - Complexity: O(1)
  @inlinable
  public mutating func isOver(after steps: Int = 1) -> Bool {
    left &-= steps
    return left <= 0 && ask()
  }

  @usableFromInline
  @inline(never)
  mutating func ask() -> Bool {
    let isOver = Cancellation.isRequested
    left = isOver ? 0 : Self.steps
    return isOver
  }
}
