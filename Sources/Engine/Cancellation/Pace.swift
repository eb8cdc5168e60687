/// The pace at which a loop asks whether it should end: once in about a thousand steps, so that asking costs nothing.
///
/// A loop that is to end finds so at every later step too. It ends only inside `Cancellation.interruptible`.
public struct Pace: Sendable {
  /// How many steps pass between two questions: some microseconds of most loops.
  public static let steps = 1024

  @usableFromInline var left = Pace.steps
  /// Whether the loop has been found to end.
  public private(set) var isStopped = false

  /// Creates a pace for one loop.
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
    left = isStopped ? 0 : Self.steps
    guard !isStopped, Cancellation.stopsHere else { return isStopped }
    isStopped = true
    left = 0
    return true
  }
}
