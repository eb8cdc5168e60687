import Collections

/// A lane of the worker pool: its jobs run one at a time, in the order of their arrival.
enum Lane: Hashable, Sendable {
  /// The requests that change a collection.
  case changes(CollectionKey)
  /// The jobs that send events of a collection.
  case events(CollectionKey)

  /// The name of the lane in the pool.
  var name: String {
    switch self {
    case .changes(let key): key.owner + "/" + key.id
    case .events(let key): "events " + key.owner + "/" + key.id
    }
  }
}
