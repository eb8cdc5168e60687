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
}

extension ItemChunk: Summarized {
  var totals: ItemCount { ItemCount(count) }
}

/// A number of items, as a tree adds it up.
struct ItemCount: Summary {
  var items: Int

  init(_ items: Int) { self.items = items }

  static let zero = ItemCount(0)

  static func + (a: ItemCount, b: ItemCount) -> ItemCount { ItemCount(a.items + b.items) }
}

extension Size {
  /// Stands in a column for "no size of its own".
  static let unspecified = Size(width: .nan, height: .nan)

  @inline(__always)
  var isSpecified: Bool { !width.isNaN }
}
