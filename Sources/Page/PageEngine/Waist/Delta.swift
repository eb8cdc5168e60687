import CollectionModel
import LayoutEngine

/// The difference between two states of a viewport: the contents of one record of the outbox.
struct Delta {
  /// An element that the page has from now on, or has in another form.
  struct Row {
    /// Its row in the list of the window.
    var row: Int
    var key: Int32
    var flags: UInt16
    /// Its change in `changes`; -1 if it has none.
    var change = -1
  }

  /// An element that the page no longer has.
  struct Gone {
    var key: Int32
    /// Its change in `changes`; -1 if it has none: it is outside of the window.
    var change = -1
  }

  var type: Waist.DeltaType
  var cause: Waist.Cause
  var isProposal = false
  var waits = false
  var fromVersion: Int
  var version: Int
  var contentSize: (from: Size, to: Size)
  var offsetFrom: Point
  /// The distance by which the page scrolls, in points.
  var adjustment = Point.zero
  var bounds: Rect
  var window: Rect
  var snap: Point?
  /// The content offsets along the scroll direction at which the content rests; nil if the policy has no part in them.
  var scrollRange: ScrollRange?
  /// Whether they are others than before.
  var hasOtherRange = false

  /// The window's elements after.
  var list: ElementList
  /// The numbers that the session has given the list's kinds.
  var kinds: [UInt16]
  var layout: any SolvedLayout
  /// The sections that the viewport shows.
  var sections: SectionList
  var includesContent: Bool

  var gone: [Gone] = []
  var rows: [Row] = []
  var changes: [UpdateDiff.Change] = []
  /// The element that the user drags; its row is the last.
  var held: (key: Int32, item: LayoutAttributes)?

  /// While the user drags an item: its index path in the collection, and the gap that the others leave for it.
  var movement: (origin: IndexPath, gap: Rect?)?

  /// The sections in the window, if other numbers of items have to be noted than before.
  var counts: [(section: Int, count: Int)]?
  /// The strips in the window, if they are others than before, or are scrolled by another distance.
  var strips: [OrthogonalSection]?
  /// How far sections are scrolled across.
  var offsets = OrthogonalOffsets()
  var prefetch: [IndexPath] = []
  var cancel: [IndexPath] = []
  /// Kinds that the page does not know yet, and the number of the first.
  var newKinds: (first: Int, kinds: [ElementKind]) = (0, [])
  /// The JSON text of the layout, if it is another than before.
  var facts: [UInt8] = []
  /// A JSON object with the measurements of a move that were not applied; empty if there are none.
  var ignored: [UInt8] = []

  /// Whether the layout is that of before.
  private var leavesLayout: Bool { type == .scroll && version == fromVersion }

  /// Whether a row says where its element may be while it pins. That depends on the layout alone, so that scrolling says it
  /// only of new elements.
  func tellsPin(of row: Row) -> Bool {
    list.records[row.row].pins != nil && (!leavesLayout || row.flags & Waist.RowFlag.new.bit != 0)
  }

  /// Adds rows of the elements that pin and stay as they are: in another layout their sections may end elsewhere.
  ///
  /// - Parameter keys: those of the window, by the rows of its list.
  mutating func addPins(_ keys: ContiguousArray<Int32>) {
    guard !leavesLayout else { return }
    var next = 0
    for row in list.records.indices where list.records[row].pins != nil {
      while next < rows.count, rows[next].row < row { next += 1 }
      if next == rows.count || rows[next].row != row {
        rows.insert(Row(row: row, key: keys[row], flags: 0), at: next)
      }
    }
  }

  /// Whether the page has nothing to learn, beside the bounds that it has sent.
  var isEmpty: Bool {
    type == .scroll && gone.isEmpty && rows.isEmpty && held == nil && counts == nil && strips == nil
      && prefetch.isEmpty && cancel.isEmpty && facts.isEmpty && ignored.isEmpty && snap == nil
      && !hasOtherRange
      && adjustment == .zero && contentSize.from == contentSize.to && version == fromVersion && !isProposal
  }
}

extension Waist.Change {
  init(_ type: UpdateDiff.ChangeType) {
    switch type {
    case .shift: self = .shift
    case .insert: self = .insert
    case .delete: self = .delete
    case .move: self = .move
    case .reload: self = .reload
    case .reconfigure: self = .reconfigure
    }
  }
}

extension Waist.Presence {
  init(_ presence: UpdateDiff.Presence) {
    switch presence {
    case .stays: self = .stays
    case .appears: self = .appears
    case .disappears: self = .disappears
    }
  }
}

extension Waist.Renewal {
  init(_ renewal: UpdateDiff.Renewal?) {
    switch renewal {
    case nil: self = .none
    case .reloaded?: self = .reloaded
    case .reconfigured?: self = .reconfigured
    }
  }
}

extension Waist.Cause {
  init(_ change: CollectionChange?) {
    switch change {
    case nil: self = .movement
    case .updates?, .outlines?: self = .updates
    case .snapshot?: self = .snapshot
    case .layout?: self = .layout
    case .measurements?: self = .measurements
    case .invalidation?: self = .invalidations
    case .contentSizes?, .scrollSizes?: self = .bounds
    }
  }
}
