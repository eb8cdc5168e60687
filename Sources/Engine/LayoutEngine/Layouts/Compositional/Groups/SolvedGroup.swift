/// Where the cells and attached views of one group stand, in its own coordinates.
///
/// x runs from the leading edge, whichever that is. Sizes are snapped to pixels, places add up from snapped
/// sizes and are not rounded.
struct SolvedGroup: Sendable {
  struct Cell: Sendable {
    var frame: Rect
    var isEstimated: Bool
    var open: OpenExtents
  }

  /// Whom a view is attached to.
  enum Host: Hashable, Sendable {
    /// A cell, by its place in the group.
    case cell(Int)
    /// The group itself.
    case group
    /// A group inside this one, by its number among those with views of that kind; it begins with a cell.
    case nested(number: Int, firstCell: Int)
  }

  struct AttachedView: Sendable {
    var kind: String
    var host: Host
    var frame: Rect
    var zIndex: Int
    var isEstimated: Bool
    var open: OpenExtents
  }

  /// Something a definition asks for that cannot be had as asked.
  struct Notes: OptionSet, Sendable {
    let rawValue: UInt8
    /// An item is larger than its group has room for.
    static let memberTooLarge = Notes(rawValue: 1)
    /// A fraction of an extent that its own fractions decide.
    static let fractionOfEstimate = Notes(rawValue: 2)
    /// An item has insets where its content decides its extent.
    static let insetsOfEstimate = Notes(rawValue: 4)
  }

  var size: Size
  var cells: ContiguousArray<Cell> = []
  var views: ContiguousArray<AttachedView> = []
  var notes: Notes = []

  /// The box around everything in the group, and the group.
  var bounds: Rect {
    var bounds = Rect(x: 0, y: 0, width: size.width, height: size.height)
    for cell in cells { bounds = bounds.union(cell.frame) }
    for view in views { bounds = bounds.union(view.frame) }
    return bounds
  }
}

extension SolvedGroup {
  /// Takes in a group that stands at `origin`.
  mutating func append(_ nested: SolvedGroup, at origin: Point) {
    let firstCell = cells.count
    for cell in nested.cells {
      var cell = cell
      cell.frame = cell.frame.moved(by: origin)
      cells.append(cell)
    }
    for view in nested.views {
      var view = view
      view.frame = view.frame.moved(by: origin)
      switch view.host {
      case .cell(let cell): view.host = .cell(firstCell + cell)
      case .nested(let number, let cell): view.host = .nested(number: number, firstCell: firstCell + cell)
      case .group: break
      }
      views.append(view)
    }
    notes.formUnion(nested.notes)
  }
}
