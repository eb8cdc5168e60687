/// Decides whether the work of a thread should end before it is done.
public protocol CancellationSource: AnyObject, Sendable {
  /// Returns whether the result of the work is no longer wanted. Called once in some microseconds of work.
  func isCancelled() -> Bool
}

/// Whether the current work should end early: its deadline has passed, or its client has gone.
///
/// Long computations ask this now and then instead of passing a token through every function. Loops ask through a `Pace`,
/// and stop where they are: the result is then incomplete, and `interruptible`, which began the computation, discards it.
/// Outside of that, computations run to their end, because others may share their results.
public enum Cancellation {
  // The one value that belongs to a thread. An embedded program has one thread and cancels nothing.
  #if !hasFeature(Embedded)
    /// The work of the thread; nil on threads without any that can be cancelled.
    @TaskLocal private static var work: (any CancellationSource)?
    /// The same while a computation may stop early.
    @TaskLocal private static var interrupted: (any CancellationSource)?
  #endif

  /// Whether the work of the thread should end; never, outside of `within`.
  ///
  /// - Complexity: O(1), some tens of nanoseconds.
  public static var isRequested: Bool {
    #if hasFeature(Embedded)
      false
    #else
      work?.isCancelled() ?? false
    #endif
  }

  /// Whether the computation should stop where it is; never, outside of `interruptible`.
  ///
  /// - Complexity: O(1), some tens of nanoseconds: loops ask through a `Pace`.
  public static var stopsHere: Bool {
    #if hasFeature(Embedded)
      false
    #else
      interrupted?.isCancelled() ?? false
    #endif
  }

  #if !hasFeature(Embedded)
    /// Runs work on the calling thread that a source may cancel.
    public static func within<Result>(_ source: any CancellationSource, _ body: () -> Result) -> Result {
      $work.withValue(source) { $interrupted.withValue(nil) { body() } }
    }

    /// Returns the result of a computation that may stop early; nil if it is no longer wanted, and then the result or
    /// error of the body may be incomplete, and is discarded.
    ///
    /// If the body leaves a value elsewhere, such as an entry of a cache, it must not derive that from an incomplete
    /// result: it asks `stopsHere` before.
    /// - Throws: the error of the body.
    @inlinable
    public static func interruptible<Value, Failure: Error>(
      _ body: () throws(Failure) -> Value
    ) throws(Failure) -> Value? {
      var outcome: Result<Value, Failure>?
      let isWanted = runInterruptibly { outcome = Result { () throws(Failure) in try body() } }
      return isWanted ? try outcome?.get() : nil
    }

    /// Runs a computation that may stop early; returns whether its result is still wanted.
    ///
    /// Not generic, so that `interruptible` is compiled for the type of its result where it is called.
    @usableFromInline
    static func runInterruptibly(_ body: () -> Void) -> Bool {
      guard let work else {
        body()
        return true
      }
      $interrupted.withValue(work) { body() }
      return !work.isCancelled()
    }
  #endif
}
