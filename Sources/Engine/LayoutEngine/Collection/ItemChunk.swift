import Synchronization

/// Some consecutive items of a section: up to `capacity` items with their columns, or a run of any length.
///
/// A million items that a client only counted are one run and no array. Chunks are immutable, and versions of a
/// collection share those that did not change.
final class ItemChunk: Sendable {
  /// How many items a chunk with columns holds: a few kilobytes, so that changing one item copies little.
  static let capacity = 256
  /// A chunk that grows beyond so many items gets room for all that it can hold.
  static let smallCapacity = 8
  /// How many steps of a `Pace` a pass over a chunk takes.
  static let pace = 64

  let columns: ItemColumns
  /// Whether every item has a size, so that a pass may read `sizes` without looking at each.
  let isFullySized: Bool
  let traits: ItemTraits
  private let openCounts: OpenCounts
  /// See `idFilter`.
  let lazyIDFilter = AtomicLazyReference<IDFilter>()

  /// Items by their columns.
  ///
  /// - Parameter areSized: whether every item is known to have a size; if not, the initializer looks.
  /// - Complexity: O(c) for c items with columns, O(1) for a run.
  init(_ columns: ItemColumns, areSized: Bool = false) {
    self.columns = columns
    isFullySized =
      areSized || columns.sizes.count == columns.count && !columns.sizes.contains { !$0.isSpecified }
    traits = columns.traits
    openCounts = columns.openCounts
  }

  /// The chunk with other columns of as many items, which shares the filter of ids that stay.
  ///
  /// - Parameter areSized: as in the other initializer.
  /// - Complexity: O(c) for c items.
  func following(_ columns: ItemColumns, areSized: Bool) -> ItemChunk {
    let chunk = ItemChunk(columns, areSized: areSized)
    // Equal at once if the column is the same array, as it is if no item has changed its id.
    if let filter = lazyIDFilter.load(), columns.ids == ids { _ = chunk.lazyIDFilter.storeIfNil(filter) }
    return chunk
  }

  /// A run.
  convenience init(run count: Int) { self.init(ItemColumns(run: count)) }

  /// Whether the items are a run: a client only counted them.
  var isBare: Bool {
    isRun && spans.isEmpty && sizeModes.isEmpty && values.isEmpty && ids.isEmpty && appearances.isEmpty
      && contents.isEmpty && separators.isEmpty && indentationLevels.isEmpty && keptColumns.isEmpty
  }

  /// Whether there is no room for another item.
  var isFull: Bool { count >= ItemChunk.capacity }

  /// Whether every item takes its size from the layout.
  var isRun: Bool { !traits.contains(.sized) }

  /// Whether an item takes more than one cell.
  var hasSpans: Bool { traits.contains(.spanning) }

  /// Whether an item has content, measured or not.
  @inline(__always)
  func hasContent(_ place: Int) -> Bool { !contents.isEmpty && contents[place] != nil }

  /// Whether an item has content from which its size can be measured.
  @inline(__always)
  func hasMeasuredContent(_ place: Int) -> Bool {
    !contents.isEmpty && contents[place]?.isMeasured == true
  }
}

/// The columns, for layouts to read; see `ItemColumns`.
extension ItemChunk {
  @inline(__always) var count: Int { columns.count }
  @inline(__always) var sizes: ContiguousArray<Size> { columns.sizes }
  @inline(__always) var estimatedSizes: ContiguousArray<Size> { columns.estimatedSizes }
  @inline(__always) var aspectRatios: ContiguousArray<Double> { columns.aspectRatios }
  @inline(__always) var spans: ContiguousArray<GridSpan> { columns.spans }
  @inline(__always) var sizeModes: ContiguousArray<MagazineSizeMode> { columns.sizeModes }
  @inline(__always) var values: ContiguousArray<ItemValues?> { columns.values }
  @inline(__always) var ids: IDColumn { columns.ids }
  @inline(__always) var appearances: [Int: Appearance] { columns.appearances }
  @inline(__always) var contents: ContiguousArray<Content?> { columns.contents }
  @inline(__always) var separators: [Int: RowSeparator] { columns.separators }
  @inline(__always) var indentationLevels: [Int: Int] { columns.indentationLevels }
  @inline(__always) var keptColumns: ContiguousArray<KeptColumn> { columns.keptColumns }
}

extension ItemChunk: Summarized {
  typealias Finder = ChunkFinder

  var totals: ItemCount { ItemCount(count, traits, open: openCounts) }

  static func newFinder() -> ChunkFinder { ChunkFinder() }

  static func finder(
    _ finder: ChunkFinder, replacing old: ItemChunk, at slot: Int, with new: ItemChunk
  ) -> ChunkFinder {
    finder.replacing(slot: slot, hasSameFilter: new.hasSameFilter(as: old))
  }
}

/// The members that the descriptions of some items have.
struct ItemTraits: OptionSet {
  let rawValue: UInt8

  /// Any item has a size, an aspect ratio, an estimate or content to measure.
  static let sized = ItemTraits(rawValue: 1)
  /// Any item takes more than one cell of a grid.
  static let spanning = ItemTraits(rawValue: 2)
  /// Any item keeps a column of a waterfall.
  static let placed = ItemTraits(rawValue: 4)
}

extension ItemColumns {
  /// Looks at the values, not at whether there are columns: an edit may have removed the items that gave them.
  fileprivate var traits: ItemTraits {
    var traits: ItemTraits = []
    let haveMeasuredContent = contents.contains { $0?.isMeasured == true }
    if haveMeasuredContent || sizes.hasValues || estimatedSizes.hasValues || aspectRatios.hasValues {
      traits.insert(.sized)
    }
    if spans.hasValues { traits.insert(.spanning) }
    if keptColumns.hasValues { traits.insert(.placed) }
    return traits
  }
}

/// The number of items and their traits, as a tree sums them up.
struct ItemCount: Summary {
  var items: Int
  var traits: ItemTraits
  var open: OpenCounts

  init(_ items: Int, _ traits: ItemTraits = [], open: OpenCounts = OpenCounts()) {
    self.items = items
    self.traits = traits
    self.open = open
  }

  static let zero = ItemCount(0)

  static func + (a: ItemCount, b: ItemCount) -> ItemCount {
    ItemCount(a.items + b.items, a.traits.union(b.traits), open: a.open + b.open)
  }
}
