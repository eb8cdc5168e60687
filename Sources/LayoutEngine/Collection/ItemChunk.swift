import Synchronization

/// Some consecutive items of a section, column by column, or a run of any length of items alike.
///
/// A column is empty when no item of the chunk has that trait. A chunk without columns is a run: a million
/// items that a client only counted are one chunk and no array.
final class ItemChunk: Sendable {
  /// How many items a chunk with columns holds: a few kilobytes, so that changing one item copies little.
  static let capacity = 256

  let count: Int
  /// `Size.unspecified` for an item that has none.
  let sizes: ContiguousArray<Size>
  let estimatedSizes: ContiguousArray<Size>
  /// NaN for an item that has none.
  let aspectRatios: ContiguousArray<Double>
  /// One cell for an item that says nothing; only grids look.
  let spans: ContiguousArray<GridSpan>
  /// The default mode for an item that says nothing; only magazines look.
  let sizeModes: ContiguousArray<MagazineSizeMode>
  let ids: ContiguousArray<String?>
  /// Appearances that are not plain, by place in the chunk.
  let appearances: [Int: Appearance]
  /// Whether `sizes` decides for every item, so that a pass may read it without a question.
  let isFullySized: Bool
  /// How many items are as large as whoever asks for them makes them, and how many of those have an estimate of their
  /// own.
  private let openCounts: (all: Int, estimated: Int)
  /// See `idFilter`.
  let lazyIDFilter = AtomicLazyReference<IDFilter>()
  let traits: ItemTraits

  init(run count: Int) {
    self.count = count
    sizes = []
    estimatedSizes = []
    aspectRatios = []
    spans = []
    sizeModes = []
    ids = []
    appearances = [:]
    isFullySized = false
    openCounts = (count, 0)
    traits = []
  }

  /// - Parameter areSized: whether every item is known to have a size; else that is found out.
  init(_ columns: ItemColumns, areSized: Bool = false) {
    count = columns.count
    sizes = columns.sizes
    estimatedSizes = columns.estimatedSizes
    aspectRatios = columns.aspectRatios
    spans = columns.spans
    sizeModes = columns.sizeModes
    ids = columns.ids
    appearances = columns.appearances
    isFullySized =
      areSized || columns.sizes.count == columns.count && !columns.sizes.contains { !$0.isSpecified }
    openCounts = columns.openCounts
    var traits: ItemTraits = []
    // By what the columns say, not by whether there are any: the items that said something may have left.
    if sizes.contains(where: \.isSpecified) || estimatedSizes.contains(where: \.isSpecified)
      || aspectRatios.contains(where: { !$0.isNaN })
    {
      traits.insert(.sized)
    }
    if spans.contains(where: { $0 != .one }) { traits.insert(.spanning) }
    self.traits = traits
  }

  /// Whether nothing is said of any item.
  var isBare: Bool {
    isRun && spans.isEmpty && sizeModes.isEmpty && ids.isEmpty && appearances.isEmpty
  }

  /// Whether there is no room for another item.
  var isFull: Bool { count >= ItemChunk.capacity }

  /// What was said of an item.
  func item(at place: Int) -> Item {
    func value<Value>(_ column: ContiguousArray<Value>) -> Value? { column.isEmpty ? nil : column[place] }
    var item = Item(id: ids.isEmpty ? nil : ids[place], appearance: appearances[place] ?? .plain)
    item.size = value(sizes).flatMap { $0.isSpecified ? $0 : nil }
    item.estimatedSize = value(estimatedSizes).flatMap { $0.isSpecified ? $0 : nil }
    item.aspectRatio = value(aspectRatios).flatMap { $0.isNaN ? nil : $0 }
    item.span = value(spans).flatMap { $0 == .one ? nil : $0 }
    item.sizeMode = value(sizeModes).flatMap { $0 == .default ? nil : $0 }
    return item
  }

  /// Whether every item takes its size from the layout.
  var isRun: Bool { !traits.contains(.sized) }

  /// Whether an item takes more than one cell.
  var hasSpans: Bool { traits.contains(.spanning) }

  /// Whether an item has neither a size nor a ratio.
  func isOpen(_ place: Int) -> Bool {
    (sizes.isEmpty || !sizes[place].isSpecified) && (aspectRatios.isEmpty || aspectRatios[place].isNaN)
  }

  /// Whether an item has an estimate of its own.
  func hasEstimate(_ place: Int) -> Bool { !estimatedSizes.isEmpty && estimatedSizes[place].isSpecified }
}

extension ItemColumns {
  fileprivate var openCounts: (all: Int, estimated: Int) {
    if sizes.isEmpty, aspectRatios.isEmpty, estimatedSizes.isEmpty { return (count, 0) }
    var all = 0
    var estimated = 0
    for place in 0..<count {
      let isOpen =
        (sizes.isEmpty || !sizes[place].isSpecified) && (aspectRatios.isEmpty || aspectRatios[place].isNaN)
      guard isOpen else { continue }
      all += 1
      if !estimatedSizes.isEmpty, estimatedSizes[place].isSpecified { estimated += 1 }
    }
    return (all, estimated)
  }
}

extension ItemChunk: Summarized {
  var totals: ItemCount {
    ItemCount(count, traits, open: openCounts.all, openWithEstimate: openCounts.estimated)
  }
}

/// What is said of any of some items.
struct ItemTraits: OptionSet {
  let rawValue: UInt8

  /// A size, an aspect ratio or an estimate.
  static let sized = ItemTraits(rawValue: 1)
  /// More than one cell of a grid.
  static let spanning = ItemTraits(rawValue: 2)
}

/// Numbers of items and what is said of any of them, as a tree adds it up.
struct ItemCount: Summary {
  var items: Int
  var traits: ItemTraits
  /// Those that have neither a size nor a ratio.
  var open: Int
  /// Of those, the ones with an estimate of their own.
  var openWithEstimate: Int

  init(_ items: Int, _ traits: ItemTraits = [], open: Int = 0, openWithEstimate: Int = 0) {
    self.items = items
    self.traits = traits
    self.open = open
    self.openWithEstimate = openWithEstimate
  }

  static let zero = ItemCount(0)

  static func + (a: ItemCount, b: ItemCount) -> ItemCount {
    ItemCount(
      a.items + b.items, a.traits.union(b.traits), open: a.open + b.open,
      openWithEstimate: a.openWithEstimate + b.openWithEstimate)
  }
}

extension Size {
  /// Stands in a column for "no size of its own".
  public static let unspecified = Size(width: .nan, height: .nan)

  @inline(__always)
  var isSpecified: Bool { !width.isNaN }
}
