import FlightRecorder

extension CollectionKey {
  /// The name of the collection in a flight recorder: the owner, a zero byte, and the id, cut to what a record holds.
  public var recorderName: [UInt8] {
    var name: [UInt8] = []
    name.reserveCapacity(min(owner.utf8.count + 1 + id.utf8.count, FlightRecorder.nameLimit))
    name.append(contentsOf: owner.utf8.prefix(FlightRecorder.nameLimit))
    if name.count < FlightRecorder.nameLimit { name.append(0) }
    name.append(contentsOf: id.utf8.prefix(FlightRecorder.nameLimit - name.count))
    return name
  }

  /// Returns the key of a name; nil for a name that is no key.
  public init?(recorderName name: [UInt8]) {
    guard let end = name.firstIndex(of: 0) else { return nil }
    self.init(
      owner: String(decoding: name[..<end], as: UTF8.self),
      id: String(decoding: name[(end + 1)...], as: UTF8.self))
  }
}

extension CollectionStore {
  /// The collections that crashed the process, each with the number of crashes.
  public var crashedCollections: [(key: CollectionKey, crash: FlightRecorder.Crash)] {
    (journal.recorder?.crashes ?? []).compactMap { crash in
      CollectionKey(recorderName: crash.name).map { ($0, crash) }
    }
  }

  /// The number of collections that are not loaded because they crashed the process.
  public var quarantinedCount: Int {
    crashedCollections.count { $0.crash.count >= FlightRecorder.crashLimit }
  }

  /// - Throws: `damaged` for a collection that has crashed the process too often: loading it would likely do so again.
  func checkCrashes(of key: CollectionKey) throws(StoreError) {
    guard let crash = journal.recorder?.crash(of: key.recorderName), crash.count >= FlightRecorder.crashLimit
    else { return }
    throw .damaged("The process crashed \(crash.count) times while it worked on the collection.")
  }

  /// Forgets the crashes of a collection that is deleted: another one may get its id.
  func forgetCrashes(of key: CollectionKey) { journal.recorder?.forget(key.recorderName) }
}
