import Support

extension LiveCollection {
  /// Offers a step.
  ///
  /// - Parameters:
  ///   - request: the request that makes the step; stored with the change, or alone if there is none.
  ///   - author: who makes it.
  /// - Throws: `collectionBytes`, `bytesPerOwner`.
  func commit(
    _ step: CollectionStep, request: RequestKey? = nil, by author: String? = nil
  ) throws(CollectionLimitError) -> Offer {
    var step = step
    step.setTime(clock())
    let entry = entry(of: step, request, author)
    var due: (base: JournalBase, replaced: Int)?
    let offer = try offer(.step(step, entry)) { (pending) throws(CollectionLimitError) in
      guard pending.tip.revision == step.before.revision else { return .late }
      let rows = pending.storedViewports.rows(of: step)
      if step.viewportEdits.defined != nil { try checkBytes(of: step.after, pending.generation) }
      let write = try write(of: step, entry, rows, request, pending.generation)
      if step.change != nil || !rows.isEmpty, undoIfRefused(write) { return .outdated }
      if let base = write.base, !step.erases { due = (base, pending.generation.base) }
      pending.take(step, entry, rows, write)
      return .taken(write.stored)
    }
    if let due, case .taken(let stored) = offer { replaceBase(due.replaced, with: due.base, once: stored) }
    return offer
  }

  /// Returns the entry of a step; nil if it makes no version.
  private func entry(
    of step: CollectionStep, _ request: RequestKey?, _ author: String?
  ) -> JournalEntry? {
    // If another writer commits meanwhile, the tip has changed too, or the entry repeats the viewport, which does no
    // harm.
    let before = step.before.state.main
    let isStored = pending.withLock { $0.storedMain.map(before.looks) == true }
    return step.entry(from: isStored ? nil : before, request: request, by: author)
  }

  /// Gives a step to the journal: its entry, or else its viewports, or else its request alone.
  ///
  /// - Throws: `collectionBytes`, `bytesPerOwner`; the journal then has nothing of it.
  private func write(
    of step: CollectionStep, _ entry: JournalEntry?, _ rows: ViewportRows, _ request: RequestKey?,
    _ generation: Generation
  ) throws(CollectionLimitError) -> StepWrite {
    var write = StepWrite()
    if var entry {
      write.base = try base(after: step, generation, entry)
      let bytes = write.base?.byteCount ?? generation.bytes + entry.byteCount
      write.bytesBefore = try ledger.changeBytes(of: incarnation, to: bytes)
      if !rows.isEmpty { entry.viewports = rows }
      if let base = write.base, step.erases {
        write.stored = journal.erase(before: entry, of: incarnation, leaving: base)
      } else {
        write.stored = journal.append(entry, to: incarnation)
      }
    } else if !rows.isEmpty {
      write.stored = journal.saveViewports(of: incarnation, rows, request: request)
    } else if let request {
      write.stored = journal.remember(request, of: incarnation)
    }
    return write
  }

  /// Counts the bytes from before again if the journal has refused a step at once, because it has another version or no such
  /// collection; returns whether it has.
  private func undoIfRefused(_ write: StepWrite) -> Bool {
    switch write.stored.outcome {
    case .failure(.conflict):
      if let bytes = write.bytesBefore { ledger.setBytes(of: incarnation, to: bytes) }
      return true
    case .failure(.missing):
      ledger.setBytes(of: incarnation, to: 0)
      return true
    case .success, .failure, nil: return false
    }
  }

  /// Counts from a base that was made beside the changes.
  func apply(_ rebase: Generation.Rebase) {
    pending.withLock { pending in
      pending.rebase = rebase
      pending.generation.apply(rebase)
      pending.durableGeneration.apply(rebase)
      ledger.correctBytes(of: incarnation, to: pending.generation.bytes)
    }
  }

  /// Makes a base in the journal, in place of that of another version. A failure does no harm: the base before it still
  /// serves.
  private func replaceBase(
    _ replaced: Int, with base: JournalBase, once stored: Pending<Void, JournalError>
  ) {
    guard !journal.isExclusive else {
      _ = journal.compact(incarnation, to: base)
      return
    }
    // Should another process make the version, it is another state.
    stored.whenSettled { [self] outcome in
      guard case .success = outcome else { return }
      journal.compact(incarnation, to: base, replacing: replaced).whenSettled { [self] outcome in
        guard case .failure(.conflict(let present)) = outcome else { return }
        pending.withLock { $0.generation.rebase(onto: present, newest: $0.tip.version) }
      }
    }
  }

  /// Returns the base that is due once a step is taken, or nil if none is due. One that erases makes a base. One is due too
  /// where the owner's quota has no room for another entry: it drops the entries before it.
  ///
  /// - Throws: `collectionBytes` if the collection is too large even without its history.
  private func base(
    after step: CollectionStep, _ generation: Generation, _ entry: JournalEntry
  ) throws(CollectionLimitError) -> JournalBase? {
    var next = generation
    next.add(entry, computing: step.computing)
    let isTooLarge = next.bytes > limits.collectionBytes
    let isDue = isTooLarge || step.erases || !ledger.hasRoom(for: next.bytes, of: incarnation)
    guard isDue || next.isOver(entryLimit: limits.historyVersions) else { return nil }
    let base = JournalBase(step.after.state)
    if isTooLarge || step.erases, base.byteCount > limits.collectionBytes {
      throw .collectionBytes(limits.collectionBytes)
    }
    return base
  }

  /// - Throws: `collectionBytes` if the collection with its viewports is too large.
  private func checkBytes(
    of solved: SolvedCollection, _ generation: Generation
  ) throws(CollectionLimitError) {
    let viewports = solved.viewports.values.reduce(0) { $0 + $1.byteCount }
    guard generation.bytes + viewports <= limits.collectionBytes else {
      throw .collectionBytes(limits.collectionBytes)
    }
  }

  /// Deletes the collection if the condition accepts its newest version. Changes that were computed meanwhile are not
  /// taken.
  func delete(if condition: VersionCondition, request: RequestKey? = nil, erases: Bool = false) -> Offer {
    offer(.end) { pending in
      guard condition.accepts(pending.tip.version) else { return .late }
      let stored = journal.delete(
        incarnation, ifVersion: pending.tip.version, request: request, erases: erases)
      if case .failure(.conflict) = stored.outcome { return .outdated }
      if case .failure(.missing) = stored.outcome { return .outdated }
      pending.standing = .ending
      return .taken(stored)
    }
  }
}

/// A step as the journal has got it.
private struct StepWrite {
  /// Settles once the journal has stored it.
  var stored: Pending<Void, JournalError> = .done
  /// The base that the step makes; nil if none is due.
  var base: JournalBase?
  /// The bytes of the collection before; nil if the step has no entry.
  var bytesBefore: Int?
}

extension LiveCollection.PendingChanges {
  /// Takes over a step that the journal is storing.
  fileprivate mutating func take(
    _ step: CollectionStep, _ entry: JournalEntry?, _ rows: ViewportRows, _ write: StepWrite
  ) {
    if let entry {
      generation.add(entry, computing: step.computing)
      storedMain = step.after.state.main
      storedViewports.main = step.after.state.main
    }
    storedViewports.note(rows)
    mayHaveMoved = true
    tip = step.after
    if let base = write.base {
      generation = Generation(base: base.state.version, baseBytes: base.byteCount)
    }
  }
}
