/// Why a job's answer is no longer wanted from it.
public enum DropReason: Sendable {
  /// Its deadline passed, while it was queued or running.
  case deadline
  /// Whoever wanted it was gone before it began.
  case abandoned
  /// The pool shut down.
  case shutdown
}

/// Work for a pool.
public struct Job: Sendable {
  /// Says whether whoever wanted the job has gone; asked before it runs, and within it through the token.
  public let isAbandoned: @Sendable () -> Bool
  /// Does the work; looks at the token now and then, and stops when that says so.
  public let run: @Sendable (CancellationToken) -> Void
  /// Is told, at most once, that the job was given up before it was done: from a queue it will not run; from running its
  /// token now reads cancelled. On any thread; must not block.
  public let dropped: @Sendable (DropReason) -> Void

  public init(
    isAbandoned: @escaping @Sendable () -> Bool = { false },
    dropped: @escaping @Sendable (DropReason) -> Void = { _ in },
    run: @escaping @Sendable (CancellationToken) -> Void
  ) {
    self.isAbandoned = isAbandoned
    self.dropped = dropped
    self.run = run
  }
}

/// Why a job was not taken.
public enum SubmitError: Error, Sendable, Equatable {
  case queueFull
  case stopped
}
