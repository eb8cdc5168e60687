import LayoutEngine

/// A change that a client makes. The journal stores it, and replaying it makes the next version from the one before.
public enum CollectionChange: Sendable {
  case updates([BatchUpdate])
  /// A batch of changes in sections with outlines.
  case outlines([OutlineEdit])
  /// The new sections. Their ids match them with the old ones.
  case snapshot(SectionList)
  case layout(LayoutChoice)
  case measurements(MeasurementBatch)
  case invalidation(Invalidation)
  /// Sizes of content that became visible in a viewport; without elements if it is not laid out as the main one is.
  case contentSizes(MeasurementBatch)
  /// Sizes that a client measured and sent with the position of its viewport, and sizes of content that became visible
  /// there.
  case scrollSizes(MeasurementBatch, content: MeasurementBatch)
}

/// Why a change cannot be made. The collection stays as it was.
public enum ChangeError: Error, Sendable {
  case conflicts(BatchError)
  case identities(SnapshotError)
  case layout(LayoutError)
  case noSuchViewport(String)
  case outlines(OutlineError)
}
