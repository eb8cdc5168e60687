import CollectionModel

extension CollectionChange {
  /// The name of the change in events: the name of the call that makes it.
  package var name: String {
    switch self {
    case .updates, .outlines: "updates"
    case .snapshot: "snapshot"
    case .layout: "layout"
    case .measurements: "measurements"
    case .invalidation: "invalidations"
    case .contentSizes, .scrollSizes: "bounds"
    }
  }
}
