/// One change of a batch (`performBatchUpdates`).
///
/// Positions **before** the batch name what it deletes, reloads, reconfigures or moves; positions **after** it name
/// insertions and the targets of moves. The order of the operations does not matter.
///
/// ```swift
/// let before = SectionList([Section(items: ItemSequence(count: 3))])
///
/// // The last item before the batch goes, and a new one is the first after the batch.
/// let batch = [
///   BatchUpdate(.insertItems(at: [IndexPath(section: 0, item: 0)], [Item(id: "new")])),
///   BatchUpdate(.deleteItems(at: [IndexPath(section: 0, item: 2)])),
/// ]
/// let after = try before.applying(batch).sections
/// let count = after.itemCount  // 3
/// let first = after[0].items.id(at: 0)  // "new"
/// ```
public struct BatchUpdate: Sendable {
  /// The operations of a batch.
  public enum Action: Sendable {
    case deleteItems(at: [IndexPath])
    /// As many items as index paths.
    case insertItems(at: [IndexPath], [Item])
    case moveItem(from: IndexPath, to: IndexPath)
    /// As many items as index paths; nil keeps their descriptions.
    case reloadItems(at: [IndexPath], [Item]?)
    /// A reload that keeps the cell.
    case reconfigureItems(at: [IndexPath], [Item]?)
    case deleteSections(at: [Int])
    case insertSections(at: [Int], [Section])
    case moveSection(from: Int, to: Int)
    case reloadSections(at: [Int], [Section])
  }

  /// How inserted elements appear and deleted elements disappear (`UITableView.RowAnimation`).
  public enum Animation: String, CaseIterable, Sendable {
    case automatic, fade, left, right, top, bottom, middle, none
  }

  /// The operation.
  public var action: Action
  /// How inserted elements appear and deleted elements disappear.
  public var animation: Animation

  /// Creates an operation with the animation of the elements that it inserts or deletes.
  public init(_ action: Action, animation: Animation = .automatic) {
    self.action = action
    self.animation = animation
  }
}

extension BatchUpdate.Animation {
  /// The attributes at the hidden end of the animation of an element that appears or disappears.
  ///
  /// `left` and `right` move the element by the width of the content, `top` and `bottom` by its own height; `middle` folds
  /// it to its middle line. All but `none` make it transparent.
  func hidden(_ shown: LayoutAttributes, contentWidth: Double) -> LayoutAttributes {
    var hidden = shown
    switch self {
    case .none: return hidden
    case .automatic, .fade: break
    case .left: hidden.frame.x -= contentWidth
    case .right: hidden.frame.x += contentWidth
    case .top: hidden.frame.y -= shown.frame.height
    case .bottom: hidden.frame.y += shown.frame.height
    case .middle:
      hidden.frame.y += shown.frame.height / 2
      hidden.frame.height = 0
    }
    hidden.appearance.alpha = 0
    return hidden
  }
}
