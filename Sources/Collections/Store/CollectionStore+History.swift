extension CollectionStore {
  /// Tells the steps that led from a version to the newest one, in order, as they were made.
  ///
  /// The main screen is where it was. What another screen saw in the past is kept nowhere: it is told as seen from
  /// where that screen stands now.
  ///
  /// - Parameters:
  ///   - viewport: the name of a screen that the steps shall show.
  ///   - tell: is given each step, and answers whether to go on.
  /// - Returns: whether that much is still known; else nothing was told.
  /// - Throws: `missing`, `damaged`, `unavailable`; what `tell` throws.
  /// - Complexity: that of laying out the base, and of every change on top of it.
  public func history<Refusal: Error>(
    of key: CollectionKey, since version: Int, on viewport: String = Viewport.main,
    _ tell: (CollectionStep) throws(Refusal) -> Bool
  ) throws(ChangeFailure<Refusal>) -> Bool {
    var refusal: Refusal?
    do throws(StoreError) {
      let now = try solved(key)
      guard (1...now.version).contains(version) else { return false }
      guard let record = try kept(of: key, since: version) else { return false }
      var watcher: (name: String, viewport: Viewport)?
      if viewport != Viewport.main {
        guard let shown = now.viewport(viewport) else { return false }
        watcher = (viewport, shown)
      }
      var replay = try Replay(record, watcher: watcher)
      while let step = try replay.next() {
        guard step.after.version > version else { continue }
        do throws(Refusal) { guard try tell(step) else { break } } catch { refusal = error }
        if refusal != nil { break }
      }
    } catch {
      throw .store(error)
    }
    if let refusal { throw .refused(refusal) }
    return true
  }

  private func kept(of key: CollectionKey, since version: Int) throws(StoreError) -> JournalRecord? {
    do throws(JournalError) { return try journal.history(key, since: version) } catch {
      throw StoreError(error)
    }
  }
}
