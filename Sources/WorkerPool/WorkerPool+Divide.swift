extension WorkerPool {
  /// Does `count` things, some at a time, on the calling thread and on whatever workers are free; answers whether all
  /// were done, false when the token was cancelled meanwhile.
  ///
  /// The caller may be a worker or any other thread, and gets on alone where nobody is free: in a pool of one worker,
  /// behind a full queue, after a shutdown. A worker that helps goes behind all jobs in the queue every few
  /// milliseconds. Once this has returned nobody runs the body any more or holds it. Helping is no job: the
  /// statistics leave it out.
  ///
  /// - Parameters:
  ///   - grain: how many things are done between two looks at the token; best some tenths of a millisecond's worth.
  ///   - body: does the things of one range; called on several threads at once, each range once.
  /// - Complexity: O(n / grain) beside what the body does.
  public func divide(
    _ count: Int, by grain: Int, token: CancellationToken, _ body: @escaping @Sendable (Range<Int>) -> Void
  ) -> Bool {
    let division = Division(count: count, grain: grain, token: token, body: body)
    let (helpers, wakes) = core.state.withLock { state in
      state.recruit(min(state.workers, division.rangeCount) - 1, for: division)
    }
    for _ in 0..<wakes { core.work.signal() }
    division.work()
    let isDone = division.close()
    core.state.withLock { $0.dismiss(helpers) }
    return isDone
  }
}
