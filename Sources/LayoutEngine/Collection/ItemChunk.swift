import Synchronization

/// Some consecutive items of a section, column by column, or a run of any length of items alike.
///
/// A column is empty when no item of the chunk has that trait. A chunk without columns is a run: a million
/// items that a client only counted are one chunk and no array.
final class ItemChunk: Sendable {
  /// How many items a chunk with columns holds: a few kilobytes, so that changing one item copies little.
  static let capacity = 512

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
  }

  init(_ columns: ItemColumns) {
    count = columns.count
    sizes = columns.sizes
    estimatedSizes = columns.estimatedSizes
    aspectRatios = columns.aspectRatios
    spans = columns.spans
    sizeModes = columns.sizeModes
    ids = columns.ids
    appearances = columns.appearances
    isFullySized = columns.sizes.count == columns.count && !columns.sizes.contains { !$0.isSpecified }
    openCounts = columns.openCounts
  }

  /// Whether nothing is said of any item.
  var isBare: Bool {
    isRun && spans.isEmpty && sizeModes.isEmpty && ids.isEmpty && appearances.isEmpty
  }

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
  var isRun: Bool { sizes.isEmpty && aspectRatios.isEmpty && estimatedSizes.isEmpty }

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
    ItemCount(count, open: openCounts.all, openWithEstimate: openCounts.estimated)
  }
}

/// Numbers of items, as a tree adds them up.
struct ItemCount: Summary {
  var items: Int
  /// Those that have neither a size nor a ratio.
  var open: Int
  /// Of those, the ones with an estimate of their own.
  var openWithEstimate: Int

  init(_ items: Int, open: Int = 0, openWithEstimate: Int = 0) {
    self.items = items
    self.open = open
    self.openWithEstimate = openWithEstimate
  }

  static let zero = ItemCount(0, open: 0, openWithEstimate: 0)

  static func + (a: ItemCount, b: ItemCount) -> ItemCount {
    ItemCount(
      a.items + b.items, open: a.open + b.open,
      openWithEstimate: a.openWithEstimate + b.openWithEstimate)
  }
}

extension Size {
  /// Stands in a column for "no size of its own".
  static let unspecified = Size(width: .nan, height: .nan)

  @inline(__always)
  var isSpecified: Bool { !width.isNaN }
}
