import LayoutEngine

/// Measurements by item id that outlive the collections in which they were taken.
///
/// A collection takes the measurements of items that arrive from its space, and each committed step changes the space.
public protocol MeasurementSpace: AnyObject, Sendable {
  /// Whether the space has measurements for a breadth.
  func hasAnything(for breadth: MeasuredBreadth) -> Bool

  /// The measurements of some items; nil for those without one.
  func recall(_ ids: [String], for breadth: MeasuredBreadth) -> [Measurement?]

  /// All measurements for a breadth.
  ///
  /// - Complexity: O(k) for k measurements.
  func recallAll(for breadth: MeasuredBreadth) -> (ids: [String], measurements: [Measurement])

  /// Applies the edits of a step.
  ///
  /// - Parameter onlyNew: whether to leave existing measurements as they are.
  /// - Complexity: O(k) for k edits.
  func apply(_ edits: MeasurementEdits, onlyNew: Bool)
}

/// The changes that a step makes to the cache once it is committed.
public struct MeasurementEdits: Sendable {
  /// Measurements of items by their ids, in the order in which they were made.
  package var remembered: [(breadth: MeasuredBreadth, id: String, measurement: Measurement)] = []
  /// Items whose content changed: every measurement of theirs is stale.
  package var forgotten: [String] = []
  /// Items whose measurements for one breadth are stale.
  package var forgottenFor: [(breadth: MeasuredBreadth, id: String)] = []

  /// Whether the cache stays as it is.
  package var isEmpty: Bool { remembered.isEmpty && forgotten.isEmpty && forgottenFor.isEmpty }
}
