import LayoutEngine

/// The elements of a viewport's window: those that its client has once it has taken a response.
struct ElementWindow: Sendable {
  private let index: ElementIndex

  /// The window of a client that has nothing.
  init() { index = ElementIndex(ElementList()) }

  init(_ index: ElementIndex) { self.index = index }

  /// - Parameter bounds: the visible rect, in points; elements are pinned to it.
  /// - Complexity: O(log n + v) for v elements of n in the window.
  init(of viewport: Viewport, at bounds: Rect, in layout: any SolvedLayout) {
    let shown = layout.scrolled(across: viewport.orthogonalOffsets)
    index = ElementIndex(shown.elements(in: viewport.overscan.window(of: bounds), visible: bounds))
  }

  /// The elements, in the order of the wire.
  var list: ElementList { index.list }

  var count: Int { list.count }

  /// The keys of the cells' index paths, in ascending order.
  var cellKeys: ContiguousArray<UInt64> { ContiguousArray(index.entries(of: 0).lazy.map { $0.key }) }

  /// Notes what a client that has the elements of another window lacks of this one, and what it has too much.
  ///
  /// - Complexity: O(v) for v elements of both windows.
  func compare(with old: ElementWindow, _ outcome: inout ScrollOutcome) {
    let pairs = index.pairs(with: old.index)
    for (row, oldRow) in pairs.others.enumerated() {
      if oldRow < 0 {
        outcome.appeared.append(list[row])
      } else if !list.hasAttributes(row, of: old.list, Int(truncatingIfNeeded: oldRow)) {
        outcome.changed.append(list[row])
      }
    }
    for (oldRow, row) in pairs.own.enumerated() where row < 0 { outcome.disappeared.append(old.list[oldRow]) }
    outcome.touched += list.count + old.list.count
  }
}

/// The window that a viewport has shown last: if nothing is laid out anew, the next step of scrolling need not query it
/// again.
struct ShownWindow: Sendable {
  private let elements: ElementWindow
  private let bounds: Rect
  private let rect: Rect
  private let orthogonalOffsets: OrthogonalOffsets
  private let layout: any SolvedLayout

  /// The largest number of elements of a window that is kept in memory, some 20 kB. Larger ones are queried again, which
  /// costs little beside the response with their elements.
  static let elementLimit = 256

  /// - Returns: nil for a window that is too large to be kept, or for a viewport without bounds.
  init?(_ elements: ElementWindow, of viewport: Viewport, in layout: any SolvedLayout) {
    guard elements.count <= Self.elementLimit, let bounds = viewport.bounds, let rect = viewport.window else {
      return nil
    }
    (self.elements, self.bounds, self.rect, self.layout) = (elements, bounds, rect, layout)
    orthogonalOffsets = viewport.orthogonalOffsets
  }

  /// The elements; nil if the viewport shows something else.
  func elements(of viewport: Viewport, in layout: any SolvedLayout) -> ElementWindow? {
    self.layout === layout && bounds == viewport.bounds && rect == viewport.window
      && orthogonalOffsets == viewport.orthogonalOffsets ? elements : nil
  }
}

extension SolvedCollection {
  /// The window that the client of a viewport has; nil without bounds.
  ///
  /// - Complexity: O(1) if the viewport has only scrolled since; otherwise O(log n + v) for v elements of n in the window.
  func window(of viewport: Viewport, _ name: String) -> ElementWindow? {
    guard let bounds = viewport.bounds else { return nil }
    let layout = layout(shownOn: name, viewport)
    return shownWindows[name]?.elements(of: viewport, in: layout)
      ?? ElementWindow(of: viewport, at: bounds, in: layout)
  }
}
