import Support

/// How recent the collection must be that a request gets from a store whose journal has other writers.
public struct Freshness: Sendable {
  /// A version that the client knows: a collection in memory that has it is recent enough.
  public var version: Int?
  /// A collection whose tip was confirmed no longer ago than this is recent enough, too.
  public var age: Duration

  /// Creates a freshness of a least version, or of a greatest age.
  public init(version: Int? = nil, age: Duration = .zero) {
    self.version = version
    self.age = age
  }
}

extension CollectionStore {
  /// Returns the collection with every change acknowledged to any client before this call, unless an older version is
  /// recent enough. Fails with `missing`, `damaged`, `unavailable`.
  ///
  /// - Parameter scheduler: replays entries and records that the journal reads later.
  package func current(
    _ key: CollectionKey, _ freshness: Freshness = Freshness(), on scheduler: Scheduler = .immediate
  ) -> Pending<LiveCollection, StoreError> {
    readTip(of: key, freshness).then(on: scheduler) { [self] outcome in
      current(key, as: outcome.get(), on: scheduler)
    }
  }

  /// What a store has learned of a collection for a request.
  package struct TipReading: Sendable {
    fileprivate enum Found {
      /// The store need not ask.
      case unasked
      /// The collection in memory is recent enough.
      case recent(LiveCollection)
      /// The journal's response, and the collection in memory before the query.
      case answered(Result<JournalTip?, JournalError>, known: LiveCollection?)
    }

    fileprivate var found: Found
    fileprivate var start = ContinuousClock.now
  }

  /// Asks the journal where a collection stands, unless a version in memory is recent enough or no other store writes to
  /// the journal. A request that waits for the response needs no worker until it is there.
  package func readTip(of key: CollectionKey, _ freshness: Freshness) -> Pending<TipReading, Never> {
    guard !journal.isExclusive else { return Pending(.success(TipReading(found: .unasked))) }
    let known = live.withLock { $0.collections[key] }
    if let known, known.isRecent(freshness, now: .now) {
      known.use()
      return Pending(.success(TipReading(found: .recent(known))))
    }
    let start = ContinuousClock.now
    return journal.tip(of: key).map { [observer] outcome in
      if case .success = outcome { observer?.tipRead(after: .now - start) }
      return .success(TipReading(found: .answered(outcome, known: known), start: start))
    }
  }

  /// Returns the collection with every change that the journal's response shows. Fails as `current` does.
  package func current(
    _ key: CollectionKey, as reading: TipReading, on scheduler: Scheduler = .immediate
  ) -> Pending<LiveCollection, StoreError> {
    switch reading.found {
    case .unasked: return find(key, on: scheduler)
    case .recent(let known): return Pending(.success(known))
    case .answered(.success(let tip?), _): return reach(tip, of: key, since: reading.start, on: scheduler)
    case .answered(.success(nil), let known):
      endElsewhere(key, known)
      return Pending(.failure(.missing))
    case .answered(.failure(let error), _): return Pending(.failure(StoreError(error)))
    }
  }

  /// Brings the collection in memory to a tip.
  private func reach(
    _ tip: JournalTip, of key: CollectionKey, since start: ContinuousClock.Instant, on scheduler: Scheduler
  ) -> Pending<LiveCollection, StoreError> {
    find(key, on: scheduler).then(on: scheduler) { [self] found in
      let collection: LiveCollection
      switch found {
      case .success(let found): collection = found
      case .failure: return Pending(found)
      }
      guard collection.incarnation.number == tip.incarnation else {
        // Another one was created since, or the tip is older than the collection in memory. Which of the two, a new
        // load says.
        return reload(collection, on: scheduler)
      }
      return collection.follow(to: tip.version, on: scheduler).then(on: scheduler) {
        [self] outcome in
        switch outcome {
        case .success(.upToDate):
          collection.confirm(start)
          return Pending(.success(collection))
        case .success(.lost): return reload(collection, on: scheduler)
        case .failure(let error): return Pending(.failure(error))
        }
      }
    }
  }

  /// Loads a collection again that is not, or cannot become, what the journal has.
  private func reload(
    _ old: LiveCollection, on scheduler: Scheduler
  ) -> Pending<LiveCollection, StoreError> {
    live.withLock { $0.remove(old) }
    return find(old.key, on: scheduler).map { found in
      switch found {
      case .success(let new) where new.incarnation != old.incarnation: old.endElsewhere()
      case .failure(.missing): old.endElsewhere()
      case .success, .failure: break
      }
      return found
    }
  }

  /// Removes a collection that another process has deleted from memory, and tells the observer.
  ///
  /// - Parameter known: the collection in memory before the journal was asked. One that came since may have been created
  ///   after the journal's response.
  private func endElsewhere(_ key: CollectionKey, _ known: LiveCollection?) {
    live.withLock { live in
      live.expire(key)
      if let known { live.remove(known) }
    }
    if let known { ledger.setBytes(of: known.incarnation, to: 0) }
    known?.endElsewhere()
  }
}

extension CollectionStore: JournalHints {
  public func collectionMayHaveChanged(_ key: CollectionKey, to tip: JournalTip?) {
    guard let collection = live.withLock({ $0.collections[key] }) else { return }
    if let tip, tip.incarnation == collection.incarnation.number, tip.version <= collection.solved.version {
      return
    }
    follow([key], hintedAt: .now)
  }

  /// Asks for the tips of collections that streams watch, and tells the observer the steps that lead to them, on a thread
  /// of its own. Does nothing for an exclusive journal.
  public func follow(_ keys: [CollectionKey]) { follow(keys, hintedAt: nil) }

  private func follow(_ keys: [CollectionKey], hintedAt time: ContinuousClock.Instant?) {
    guard !journal.isExclusive, !keys.isEmpty else { return }
    let isScheduled = following.withLock { following in
      let isScheduled = !following.keys.isEmpty
      following.keys.formUnion(keys)
      if let time {
        for key in keys { following.hints[key] = following.hints[key] ?? time }
      }
      return isScheduled
    }
    if !isScheduled { followingQueue?.add { self.followAll() } }
  }

  private func followAll() {
    let follows = following.withLock { following in
      defer { following = Follows() }
      return following
    }
    // All tips are asked for before the first one is waited for, so that the journal needs few queries.
    let found = follows.keys.map { key in
      current(key, on: followingScheduler).map { [observer] found in
        if let hint = follows.hints[key], found.isKnown { observer?.hintFollowed(after: .now - hint) }
        return found
      }
    }
    Pending.all(found).wait()
  }

  private var followingScheduler: Scheduler {
    guard let replayQueue else { return .immediate }
    return Scheduler { { rest in replayQueue.add(rest) } }
  }
}

extension Result where Failure == StoreError {
  /// Whether the journal has said where the collection is, or that it is gone.
  fileprivate var isKnown: Bool {
    switch self {
    case .success, .failure(.missing): true
    case .failure: false
    }
  }
}
