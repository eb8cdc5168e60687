import Diagnostics

/// A contradiction in a batch. The messages are those of UIKit's exceptions, with index paths as in JSON.
public struct BatchConflict: Hashable, Sendable {
  /// The kinds of contradictions, as responses name them.
  public enum Code: String, CaseIterable, Sendable {
    case deleteItemRange = "delete-item-range"
    case insertItemRange = "insert-item-range"
    case reloadItemRange = "reload-item-range"
    case reconfigureItemRange = "reconfigure-item-range"
    case moveItemFromRange = "move-item-from-range"
    case moveItemToRange = "move-item-to-range"
    case insertItemSectionRange = "insert-item-section-range"
    case moveItemToSectionRange = "move-item-to-section-range"
    case duplicateDelete = "duplicate-delete"
    case duplicateInsert = "duplicate-insert"
    case deleteAndReload = "delete-and-reload"
    case deleteAndReconfigure = "delete-and-reconfigure"
    case deleteAndMove = "delete-and-move"
    case reloadAndMove = "reload-and-move"
    case insertAndMove = "insert-and-move"
    case moveItemTwoSources = "move-item-two-sources"
    case moveItemTwoDestinations = "move-item-two-destinations"
    case moveFromDeletedSection = "move-from-deleted-section"
    case moveIntoInsertedSection = "move-into-inserted-section"
    case deleteSectionRange = "delete-section-range"
    case insertSectionRange = "insert-section-range"
    case reloadSectionRange = "reload-section-range"
    case moveSectionFromRange = "move-section-from-range"
    case moveSectionToRange = "move-section-to-range"
    case duplicateDeleteSection = "duplicate-delete-section"
    case duplicateInsertSection = "duplicate-insert-section"
    case duplicateReloadSection = "duplicate-reload-section"
    case deleteAndReloadSection = "delete-and-reload-section"
    case deleteAndMoveSection = "delete-and-move-section"
    case reloadAndMoveSection = "reload-and-move-section"
    case insertAndMoveSection = "insert-and-move-section"
    case moveSectionTwoSources = "move-section-two-sources"
    case moveSectionTwoDestinations = "move-section-two-destinations"
  }

  /// The kind of the contradiction.
  public var code: Code
  /// The contradiction in a sentence for the client.
  public var message: String
  /// The indices in the batch of the operations concerned, in order.
  public var operations: [Int]

  init(_ code: Code, _ operations: [Int], _ message: String) {
    self.code = code
    self.message = message
    self.operations = Array(Set(operations)).sorted()
  }
}

/// Every contradiction in a batch, which changed nothing.
public struct BatchError: Error, Sendable {
  /// The contradictions, at least one.
  public var conflicts: [BatchConflict]
}

extension IndexPath {
  /// The index path as in JSON.
  var described: String { "[\(section), \(item)]" }
}

extension BatchConflict {
  /// Returns the part of a message that says how many members there are: "there is only 1 section".
  static func only(_ count: Int, _ noun: String) -> String {
    "there \(count == 1 ? "is" : "are") only \(quantity(count, noun))"
  }
}
