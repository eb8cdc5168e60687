import Collections

/// A lane of the worker pool: of the jobs in one lane only one runs at a time, in the order in which they came.
enum Lane: Hashable, Sendable {
  /// The requests that change a collection.
  case changes(CollectionKey)
  /// The jobs that send events of a collection.
  case events(CollectionKey)

  /// The name by which the pool knows the lane.
  var name: String {
    switch self {
    case .changes(let key): "\(key.owner)/\(key.id)"
    case .events(let key): "events \(key.owner)/\(key.id)"
    }
  }
}
