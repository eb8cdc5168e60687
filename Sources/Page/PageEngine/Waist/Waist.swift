import LayoutEngine

/// The form in which the engine and the page exchange numbers: deltas of viewports, batches, and moves.
///
/// This is the only declaration of it. A test renders the constants of `web/client/engine/waist.js` from it. All numbers
/// are little-endian. A record is a header, and columns behind it, in the order of the table: each begins at a multiple
/// of 8, and the counts in the header give its length.
enum Waist {
  /// Identifies the declaration: the digest of the constants that are rendered from it. A page compares its own with that
  /// of the module, and with each delta.
  static let digest: UInt32 = 0x0fd1_e3b6

  /// The type of a number.
  enum Scalar: Int, CaseIterable {
    case uint8, int16, uint16, int32, uint32, float64

    var size: Int {
      switch self {
      case .uint8: 1
      case .int16, .uint16: 2
      case .int32, .uint32: 4
      case .float64: 8
      }
    }
  }

  /// A column of a record: so many numbers for each entry that a field of the header counts.
  struct Column<Count> {
    var scalar: Scalar
    var width: Int
    var count: Count
  }

  /// Changes of elements, by their numbers.
  enum Change: UInt16, CaseIterable { case shift, insert, delete, move, reload, reconfigure }

  /// Whether the page has an element before and after.
  enum Presence: UInt16, CaseIterable { case stays, appears, disappears }

  /// Whether an element that moves is drawn anew as well.
  enum Renewal: UInt16, CaseIterable { case none, reloaded, reconfigured }

  /// Edges that elements pin to.
  enum Edge: UInt32, CaseIterable { case start, end }

  /// Categories of elements.
  enum Category: UInt8, CaseIterable { case cell, supplementary, decoration }

  /// States of items of outlines: without children, or with children that are hidden or shown.
  enum Disclosure: UInt8, CaseIterable { case childless, collapsed, expanded }
}

/// Deltas: the difference between two states of a viewport.
extension Waist {
  /// Kinds of deltas.
  enum DeltaType: UInt32, CaseIterable { case scroll, change, drag, reset }

  /// Causes of deltas.
  enum Cause: UInt32, CaseIterable {
    case scroll, resize, resync, updates, snapshot, layout, measurements, invalidations, bounds, movement,
      settled
  }

  /// Fields of the header, by their offsets: numbers of 32 bits, doubles from `fromVersion` to `scrollRange`, and
  /// counts.
  enum Header: Int, CaseIterable {
    case digest = 0
    case bytes = 4
    case type = 8
    case flags = 12
    case fromVersion = 16
    case version = 24
    case contentSizeFrom = 32
    case contentSizeTo = 48
    /// The content offset before; of a scroll, that to which the page has scrolled.
    case offsetFrom = 64
    case adjustment = 80
    case bounds = 96
    case window = 128
    case snap = 160
    /// The least and the most.
    case scrollRange = 176
    case gone = 192
    case rows = 196
    case looks = 200
    case pins = 204
    case texts = 208
    case textBytes = 212
    case sections = 216
    case strips = 220
    case prefetch = 224
    case cancel = 228
    case cause = 232
    case stripOffsets = 236
    case kinds = 240
    case kindBytes = 244
    case factBytes = 248
    /// The number of the first kind that the delta names.
    case firstKind = 252
    /// 1 while the user drags an item of the viewport.
    case movement = 256
    /// The bytes of the ids of items to prefetch, and of those that need not be.
    case pathBytes = 260
    case ignoredBytes = 264
    /// The rows of items of outlines.
    case levels = 268

    static let size = 272
  }

  /// Flags of a delta, by their bits.
  enum DeltaFlag: UInt32, CaseIterable {
    /// The delta has the numbers of items of all sections in the window, and behind it.
    case sections
    /// The delta has all strips in the window.
    case strips
    case snap
    /// Rows have frames at the start of their animations.
    case starts
    /// Elements that go have frames at the end of their animations.
    case ends
    /// Another delta waits.
    case waits
    /// The page made the change, and passes it on to the service.
    case proposal
    /// The policy of the viewport has a part in the content offsets at which the content rests.
    case scrollRange
    /// The leading edge of the layout is the right one.
    case mirrored

    var bit: UInt32 { 1 << rawValue }
  }

  /// Columns of a delta.
  enum DeltaColumn: Int, CaseIterable {
    case goneKeys, goneChanges, gonePresences, goneLooks, goneEnds
    case rowKeys, rowSections, rowItems, rowKinds, rowFlags, rowZIndexes, rowFrames, rowStarts
    case lookRows, lookMasks, lookNumbers
    case pinRows, pinEdges, pinRanges
    case textRows, textEnds, text
    case levelRows, levelNumbers, levelStates
    case sectionNumbers, sectionCounts
    case stripSections, stripBehaviors, stripSnappings, stripOffsetCounts, stripNumbers, stripOffsets
    case prefetchPaths, prefetchEnds, cancelPaths, cancelEnds, pathText
    case kindCategories, kindEnds, kindText
    case facts
    case movementPaths, movementFrames
    case ignored

    var column: Column<Header> {
      switch self {
      case .goneKeys: Column(scalar: .int32, width: 1, count: .gone)
      case .goneChanges, .gonePresences: Column(scalar: .uint8, width: 1, count: .gone)
      // The number of the look at the end of its animation, or -1.
      case .goneLooks: Column(scalar: .int16, width: 1, count: .gone)
      // Not numbers: the element is outside of the window, and no change says where it goes.
      case .goneEnds: Column(scalar: .float64, width: 4, count: .gone)
      case .rowKeys, .rowSections, .rowItems, .rowZIndexes: Column(scalar: .int32, width: 1, count: .rows)
      case .rowKinds, .rowFlags: Column(scalar: .uint16, width: 1, count: .rows)
      case .rowFrames, .rowStarts: Column(scalar: .float64, width: 4, count: .rows)
      case .lookRows: Column(scalar: .int32, width: 1, count: .looks)
      case .lookMasks: Column(scalar: .uint32, width: 1, count: .looks)
      // The numbers of all attributes with a `lookFlag`, in the order of their table.
      case .lookNumbers: Column(scalar: .float64, width: ElementAttribute.lookWidth, count: .looks)
      case .pinRows: Column(scalar: .int32, width: 1, count: .pins)
      case .pinEdges: Column(scalar: .uint32, width: 1, count: .pins)
      case .pinRanges: Column(scalar: .float64, width: 2, count: .pins)
      case .textRows: Column(scalar: .int32, width: 1, count: .texts)
      // Where the id, the template and the content end.
      case .textEnds: Column(scalar: .uint32, width: 3, count: .texts)
      case .text: Column(scalar: .uint8, width: 1, count: .textBytes)
      // Of filled rows alone; in a collection without outlines there are none.
      case .levelRows: Column(scalar: .int32, width: 1, count: .levels)
      case .levelNumbers: Column(scalar: .int32, width: 1, count: .levels)
      case .levelStates: Column(scalar: .uint8, width: 1, count: .levels)
      // The last number is -1 if there are items in the sections behind the window; their count is that of all these.
      case .sectionNumbers, .sectionCounts: Column(scalar: .int32, width: 1, count: .sections)
      case .stripSections: Column(scalar: .int32, width: 1, count: .strips)
      case .stripBehaviors, .stripSnappings, .stripOffsetCounts:
        Column(scalar: .uint32, width: 1, count: .strips)
      // The frame, the content size, start, interval, count and end of regular snapping, and how far it is scrolled.
      case .stripNumbers: Column(scalar: .float64, width: 11, count: .strips)
      case .stripOffsets: Column(scalar: .float64, width: 1, count: .stripOffsets)
      case .prefetchPaths: Column(scalar: .int32, width: 2, count: .prefetch)
      // Where the ids end; those to cancel follow those to prefetch.
      case .prefetchEnds: Column(scalar: .uint32, width: 1, count: .prefetch)
      case .cancelPaths: Column(scalar: .int32, width: 2, count: .cancel)
      case .cancelEnds: Column(scalar: .uint32, width: 1, count: .cancel)
      case .pathText: Column(scalar: .uint8, width: 1, count: .pathBytes)
      case .kindCategories: Column(scalar: .uint8, width: 1, count: .kinds)
      case .kindEnds: Column(scalar: .uint32, width: 1, count: .kinds)
      case .kindText: Column(scalar: .uint8, width: 1, count: .kindBytes)
      // The JSON text of the layout, if it is another than in the deltas before.
      case .facts: Column(scalar: .uint8, width: 1, count: .factBytes)
      // The index path that the dragged item has in the collection.
      case .movementPaths: Column(scalar: .int32, width: 2, count: .movement)
      // The gap that the others leave for it; not numbers if there is none.
      case .movementFrames: Column(scalar: .float64, width: 4, count: .movement)
      // A JSON object with the measurements of a move that were not applied.
      case .ignored: Column(scalar: .uint8, width: 1, count: .ignoredBytes)
      }
    }

    /// The flag without which the column has no entries.
    var flag: DeltaFlag? {
      switch self {
      case .goneEnds: .ends
      case .rowStarts: .starts
      default: nil
      }
    }
  }

  /// Flags of a row. A change, a presence and a renewal have bits above them.
  enum RowFlag: UInt16, CaseIterable {
    /// The page does not have the element.
    case new
    /// The delta has the texts of the element, if it has any.
    case filled
    case estimated
    case hidden
    /// Pinning has moved the element.
    case away
    /// The user drags the element.
    case held
    /// The row has a look at the start of an animation.
    case starts

    var bit: UInt16 { 1 << rawValue }

    static let changeShift: UInt16 = 8
    static let presenceShift: UInt16 = 11
    static let renewalShift: UInt16 = 13
  }

  /// Flags of a look, beside those of the attributes that differ from a plain look: `ElementAttribute.lookFlag`.
  enum LookFlag: UInt32, CaseIterable {
    /// The look of a row at the start of its animation.
    case start = 4
    /// The row is that of an element that goes, and this its look at the end of its animation.
    case end

    var bit: UInt32 { 1 << rawValue }
  }

  /// Where strips come to rest.
  enum Snapping: UInt32, CaseIterable { case anywhere, regular, irregular }
}

/// Records of the page: moves of a viewport, and batches.
extension Waist {
  /// Flags of a move.
  enum MoveFlag: UInt32, CaseIterable {
    case paging
    /// The velocity is known.
    case velocity
    /// The inbox has a record of the move.
    case record
    /// The page wants all elements of the window.
    case resync

    var bit: UInt32 { 1 << rawValue }
  }

  /// Flags of a session.
  enum SessionFlag: UInt32, CaseIterable {
    /// Elements have the content of their items.
    case content
    /// The page wants to know which items it will need soon.
    case prefetch

    var bit: UInt32 { 1 << rawValue }
  }

  /// Anchors of changes. An `item` is a target.
  enum Anchor: UInt32, CaseIterable { case automatic, start, end, none, item }

  /// Forms of a target: a key; an index path; a text; and for sections, a number and a text.
  enum Target: UInt32, CaseIterable { case key, path, id, section, sectionID }

  /// Fields of the record of a move, by their offsets. The text follows, then the JSON: other members of the body of
  /// `PUT …/viewports/{name}`, as an object.
  enum Move: Int, CaseIterable {
    case digest = 0
    case bytes = 4
    case anchor = 8
    /// A target: its form and two numbers.
    case anchorTarget = 12
    /// Whether there is a goal: 1 or 0.
    case goal = 24
    case goalTarget = 28
    /// The number of the goal's position.
    case goalPosition = 40
    case textBytes = 44
    case jsonBytes = 48
    /// Where the id of the request ends in the text, which it begins.
    case requestID = 52

    static let size = 56
  }

  /// Fields of the header of a batch, by their offsets.
  enum Batch: Int, CaseIterable {
    case digest = 0
    case bytes = 4
    /// The kind of the request, as in `tessera_replica_request`.
    case kind = 8
    case anchor = 12
    case anchorTarget = 16
    /// Where the id of the request ends in the text, which it begins.
    case requestID = 28
    case operations = 32
    case targets = 36
    case items = 40
    case textBytes = 44
    /// The bytes of a body as JSON, in place of operations.
    case jsonBytes = 48

    static let size = 56
  }

  /// Columns of a batch.
  enum BatchColumn: Int, CaseIterable {
    case operations, targets, itemSpans, itemSizes, text, json

    var column: Column<Batch> {
      switch self {
      // Numbers of the operation, its animation and its place, the target of the place or -1, the first of its targets
      // and how many they are, and its first item and how many they are.
      case .operations: Column(scalar: .int32, width: 8, count: .operations)
      // The form, and two numbers: a key; a section and an item; where a text starts and ends; a number of a section.
      case .targets: Column(scalar: .int32, width: 3, count: .targets)
      // Where the id, the template and the content start and end; -1 where there is none.
      case .itemSpans: Column(scalar: .int32, width: 6, count: .items)
      // Not a number: the item has no size of its own.
      case .itemSizes: Column(scalar: .float64, width: 2, count: .items)
      case .text: Column(scalar: .uint8, width: 1, count: .textBytes)
      case .json: Column(scalar: .uint8, width: 1, count: .jsonBytes)
      }
    }
  }

  /// Operations of a batch.
  enum Operation: Int32, CaseIterable {
    case deleteItems, insertItems, moveItem, reloadItems, reconfigureItems, deleteSections, moveSection
  }

  /// Places of new and moved members: at index paths, beside a target, or at an end of a section or of the collection.
  enum Place: Int32, CaseIterable { case paths, before, after, start, end }
}
