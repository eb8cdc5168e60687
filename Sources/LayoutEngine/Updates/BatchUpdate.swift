/// One change of a batch (`performBatchUpdates`).
///
/// What is deleted, reloaded, reconfigured or moved is named by its place **before** the batch; what is
/// inserted and where something moves to, by its place **after** it. The order in the batch does not matter.
public struct BatchUpdate: Sendable {
  public enum Action: Sendable {
    case deleteItems(at: [IndexPath])
    /// As many items as places.
    case insertItems(at: [IndexPath], [Item])
    case moveItem(from: IndexPath, to: IndexPath)
    /// As many items as places; nil keeps their descriptions.
    case reloadItems(at: [IndexPath], [Item]?)
    /// A reload that keeps the cell.
    case reconfigureItems(at: [IndexPath], [Item]?)
    case deleteSections(at: [Int])
    case insertSections(at: [Int], [Section])
    case moveSection(from: Int, to: Int)
    case reloadSections(at: [Int], [Section])
  }

  /// How what appears comes in and what disappears goes out (`UITableView.RowAnimation`).
  public enum Animation: String, CaseIterable, Sendable {
    case automatic, fade, left, right, top, bottom, middle, none
  }

  public var action: Action
  public var animation: Animation

  public init(_ action: Action, animation: Animation = .automatic) {
    self.action = action
    self.animation = animation
  }
}
