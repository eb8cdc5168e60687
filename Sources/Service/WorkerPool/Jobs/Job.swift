/// Why a pool gave a job up.
public enum DropReason: Sendable {
  /// Its deadline passed, while it was queued or running.
  case deadline
  /// Its client had gone before it began.
  case abandoned
  /// The pool shut down.
  case shutdown
}

/// Work for a pool.
public struct Job: Sendable {
  /// Returns whether the job's client has gone; called before the job runs, and by its token while it runs.
  public let isAbandoned: @Sendable () -> Bool
  /// Does the work; checks the token now and then, and stops once that is cancelled.
  public let run: @Sendable (CancellationToken) -> Void
  /// Called at most once, when the pool gives the job up: a queued job will not run; a running one finds its token
  /// cancelled. Any thread may call it; it must not block.
  public let dropped: @Sendable (DropReason) -> Void

  /// Creates a job.
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

/// Why a pool did not take a job.
public enum SubmitError: Error, Sendable, Equatable {
  /// The queue has no room.
  case queueFull
  /// The job's tenant has as many jobs in the queue as it may have.
  case tenantLimit
  case stopped
}
