import Collections
import Support

/// A write that waits, or that a transaction makes.
struct WriteOperation: Sendable {
  let collection: CollectionIncarnation
  let write: JournalWrite
  let pending = Pending<Void, JournalError>()
  /// Identifies the write in the rows that it inserts, so that a lost commit is recognized.
  let writer = Int.random(in: 1 ... .max)

  var isAppend: Bool { if case .append = write { true } else { false } }

  /// The version that the write makes; nil if it is no entry.
  var entryVersion: Int? { if case .append(let entry) = write { entry.version } else { nil } }

  /// Whether the write is for a version that another write of the same service may have made.
  var dependsOnEntries: Bool {
    switch write {
    case .append: true
    case .saveViewports(let rows, _): rows.main != nil
    case .create, .remember, .compact, .delete: false
    }
  }

  /// Writes of one kind go into one transaction.
  enum Kind { case creation, change, compaction, deletion }

  var kind: Kind {
    switch write {
    case .create: .creation
    case .append, .remember, .saveViewports: .change
    case .compact: .compaction
    case .delete: .deletion
    }
  }
}

/// What a transaction has made of a write.
enum WriteOutcome {
  case settled(Result<Void, JournalError>)
  /// It was not made, for a reason that lies in another write of the group: it is offered again.
  case again

  static var success: WriteOutcome { .settled(.success(())) }

  static func failure(_ error: JournalError) -> WriteOutcome { .settled(.failure(error)) }
}

/// A group of writes with what became of it.
struct GroupOutcome {
  /// The outcomes in the order of the writes.
  var writes: [WriteOutcome]
  /// The collections that other services should hear of.
  var hints: [Hint] = []
}
