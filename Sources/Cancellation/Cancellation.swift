/// Decides whether the work of a thread should end before it is done.
public protocol CancellationSource: AnyObject, Sendable {
  /// Returns whether the result of the work is no longer wanted. Called once in some microseconds of work.
  func isCancelled() -> Bool
}

/// Whether the current work should end early: its deadline has passed, or its client has gone.
///
/// Long computations ask this now and then instead of passing a token through every function. A computation that finds
/// itself cancelled stops where it is and leaves an incomplete result behind; the function that began it asks again at the
/// end, and discards the result by throwing.
public enum Cancellation {
  // The one value that belongs to a thread. An embedded program has one thread and cancels nothing.
  #if !hasFeature(Embedded)
    @TaskLocal private static var source: (any CancellationSource)?
  #endif

  /// Whether the current work should end; never, outside of `within`.
  ///
  /// - Complexity: O(1), some tens of nanoseconds: loops ask through a `Pace`.
  public static var isRequested: Bool {
    #if hasFeature(Embedded)
      false
    #else
      source?.isCancelled() ?? false
    #endif
  }

  #if !hasFeature(Embedded)
    /// Runs work on the calling thread that a source may cancel.
    public static func within<Result>(_ source: any CancellationSource, _ body: () -> Result) -> Result {
      $source.withValue(source) { body() }
    }
  #endif
}
