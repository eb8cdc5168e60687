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
  let contents: ContiguousArray<Content?>
  /// Whether `sizes` decides for every item, so that a pass may read it without a question.
  let isFullySized: Bool
  private let openCounts: OpenCounts
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
    contents = []
    isFullySized = false
    openCounts = OpenCounts(all: count)
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
    contents = columns.contents
    isFullySized =
      areSized || columns.sizes.count == columns.count && !columns.sizes.contains { !$0.isSpecified }
    openCounts = columns.openCounts
    var traits: ItemTraits = []
    // By what the columns say, not by whether there are any: the items that said something may have left.
    if sizes.contains(where: \.isSpecified) || estimatedSizes.contains(where: \.isSpecified)
      || aspectRatios.contains(where: { !$0.isNaN }) || contents.contains(where: { $0 != nil })
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
    item.content = value(contents).flatMap { $0 }
    return item
  }

  /// Whether every item takes its size from the layout.
  var isRun: Bool { !traits.contains(.sized) }

  /// Whether an item takes more than one cell.
  var hasSpans: Bool { traits.contains(.spanning) }

  /// Whether an item has content, from which its size can be measured.
  @inline(__always)
  func hasContent(_ place: Int) -> Bool { !contents.isEmpty && contents[place] != nil }
}

extension ItemChunk: Summarized {
  var totals: ItemCount {
    ItemCount(count, traits, open: openCounts)
  }
}

/// What is said of any of some items.
struct ItemTraits: OptionSet {
  let rawValue: UInt8

  /// A size, an aspect ratio, an estimate or content.
  static let sized = ItemTraits(rawValue: 1)
  /// More than one cell of a grid.
  static let spanning = ItemTraits(rawValue: 2)
}

/// Numbers of items and what is said of any of them, as a tree adds it up.
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

extension Size {
  /// Stands in a column for "no size of its own".
  public static let unspecified = Size(width: .nan, height: .nan)

  @inline(__always)
  var isSpecified: Bool { !width.isNaN }
}
