import Collections
import Support

/// A write that waits, or that a transaction makes.
///
/// An object, because it is passed on often, and a write is a large value.
final class WriteOperation: Sendable {
  let collection: CollectionIncarnation
  let write: JournalWrite
  let pending = Pending<Void, JournalError>()
  /// Identifies the write in the rows that it inserts, so that a lost commit is recognized.
  let writer = Int.random(in: 1 ... .max)

  let kind: Kind
  let request: RequestKey?
  /// The version that the write makes; nil if it is no entry.
  let entryVersion: Int?
  /// Whether the write is for a version that another write of the same service may have made.
  let dependsOnEntries: Bool
  let byteCount: Int

  init(collection: CollectionIncarnation, write: JournalWrite) {
    self.collection = collection
    self.write = write
    kind = Kind(write)
    request = write.request
    byteCount = write.byteCount
    switch write {
    case .append(let entry), .erase(let entry, _): (entryVersion, dependsOnEntries) = (entry.version, true)
    case .saveViewports(let rows, _): (entryVersion, dependsOnEntries) = (nil, rows.main != nil)
    case .create, .remember, .compact, .forget, .delete: (entryVersion, dependsOnEntries) = (nil, false)
    }
  }

  var isAppend: Bool { entryVersion != nil }

  /// Writes of one kind go into one transaction.
  enum Kind {
    case creation, change, compaction, deletion

    fileprivate init(_ write: JournalWrite) {
      switch write {
      case .create: self = .creation
      case .append, .erase, .remember, .saveViewports: self = .change
      case .compact, .forget: self = .compaction
      case .delete: self = .deletion
      }
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
