/// One side of a change: a solved layout, and the viewport on it.
public struct DiffSide: Sendable {
  /// Scrolled across by `orthogonalOffsets`.
  public private(set) var layout: any SolvedLayout
  /// The container for which the layout is solved.
  public var container: Container
  /// The visible rect in content coordinates, in points; its origin is the content offset. Nil if there is no viewport; after
  /// a change, nil leaves the viewport where it is.
  public var bounds: Rect?
  /// How far beyond the bounds the client has elements.
  public var overscan: Overscan
  /// An item that the layout shows at another position than its own. Diffs name items by the positions that their sides
  /// show.
  public var displacement: Displacement?
  /// How far the sections that scroll across are scrolled.
  public private(set) var orthogonalOffsets: OrthogonalOffsets

  /// Creates a side of a change; `bounds` is in points of content coordinates.
  public init(
    layout: any SolvedLayout, container: Container, bounds: Rect?, overscan: Overscan = .none,
    displacement: Displacement? = nil, orthogonalOffsets: OrthogonalOffsets = OrthogonalOffsets()
  ) {
    self.layout = layout.scrolled(across: orthogonalOffsets)
    self.orthogonalOffsets = orthogonalOffsets
    self.container = container
    self.bounds = bounds
    self.overscan = overscan
    self.displacement = displacement
  }
}

/// One item shown at another position than its own, while the others make room for it, as during a drag.
public struct Displacement: Hashable, Sendable {
  /// The item's own index path.
  public var position: IndexPath
  /// The index path at which it is shown.
  public var shown: IndexPath

  /// Creates a displacement from the item's own position to another.
  public init(position: IndexPath, shown: IndexPath) {
    self.position = position
    self.shown = shown
  }

  /// The index path at which an item is shown.
  public func shown(_ path: IndexPath) -> IndexPath { Self.moving(path, from: position, to: shown) }

  /// The own index path of the item shown at another.
  public func position(ofShown path: IndexPath) -> IndexPath { Self.moving(path, from: shown, to: position) }

  /// The index path of an item after another one moves.
  private static func moving(_ path: IndexPath, from: IndexPath, to: IndexPath) -> IndexPath {
    if path == from { return to }
    var moved = path
    if path.section == from.section, path.item > from.item { moved.item -= 1 }
    if moved.section == to.section, moved.item >= to.item { moved.item += 1 }
    return moved
  }
}

extension DiffSide {
  /// Scrolls sections across.
  package mutating func scroll(across offsets: OrthogonalOffsets) {
    orthogonalOffsets = offsets
    layout = layout.scrolled(across: offsets)
  }

  /// The elements that a client with these bounds has.
  func elements(around bounds: Rect) -> ElementList {
    layout.elements(in: overscan.window(of: bounds), visible: bounds)
  }

  /// The index path at which the side shows an item.
  package func shown(_ path: IndexPath) -> IndexPath { displacement?.shown(path) ?? path }

  /// The own index path of the item that the side shows at another.
  func position(ofShown path: IndexPath) -> IndexPath { displacement?.position(ofShown: path) ?? path }
}
