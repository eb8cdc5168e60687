import LayoutEngine

/// What a client wants changed: what a journal keeps, and what made of one version makes the next.
public enum CollectionChange: Sendable {
  case updates([BatchUpdate])
  /// The sections after, told from those before by their ids.
  case snapshot(SectionList)
  case layout(LayoutChoice)
  case measurements(MeasurementBatch)
  case invalidation(Invalidation)
  /// Sizes of content that came onto a screen.
  case contentSizes(MeasurementBatch)
}

/// Why a change cannot be made. It then changed nothing.
public enum ChangeError: Error, Sendable {
  case conflicts(BatchError)
  case identities(SnapshotError)
  case layout(LayoutError)
  case noSuchViewport(String)
}
