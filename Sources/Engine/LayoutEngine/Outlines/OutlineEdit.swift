/// A change of the items of an outline. Items have no index paths while they are hidden, so it names all by their ids.
///
/// The edits of a batch are made one after the other: each finds the tree as those before it left it.
public struct OutlineEdit: Sendable {
  /// The kinds of edits.
  public enum Action: Sendable {
    /// Shows the children of items, and the shown items below those.
    case expand([String], withDescendants: Bool)
    /// Hides everything below items.
    case collapse([String], withDescendants: Bool)
    /// Inserts items, those without a parent in the list at a place. Parents are in front of their children.
    case insert([OutlineItem], OutlinePlace)
    /// Moves an item with its descendants.
    case move(String, OutlinePlace)
    /// Deletes items with their descendants.
    case delete([String])
    /// Gives items new descriptions with the same ids; nil keeps the descriptions.
    case describe([String], [Item]?, reloads: Bool)
  }

  /// The edit itself.
  public var action: Action
  /// How items appear and disappear.
  public var animation: BatchUpdate.Animation
  /// The items that stay expanded or collapsed as they are where the edit expands or collapses, by their ids.
  package var spared: Set<String> = []

  /// Creates an edit with the animation of the items that appear or disappear.
  public init(_ action: Action, animation: BatchUpdate.Animation = .automatic) {
    self.action = action
    self.animation = animation
  }
}

/// The reason why a batch cannot be made in a collection with outlines.
public struct OutlineError: Error, Hashable, Sendable {
  /// The operation of the batch.
  public var operation: Int
  /// The problem, in a sentence for the client.
  public var detail: String

  /// Creates the reason for which an operation cannot be made.
  package init(_ operation: Int, _ detail: String) {
    self.operation = operation
    self.detail = detail
  }
}
