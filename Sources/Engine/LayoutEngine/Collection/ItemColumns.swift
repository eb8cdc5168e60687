/// Some consecutive items, column by column.
///
/// A column has a value for each item, or is empty if no item gives one. Items without any column are only counted: a
/// run.
package struct ItemColumns: Sendable {
  /// The number of items.
  package private(set) var count = 0
  /// In points; `Size.unspecified` for an item without a size.
  package private(set) var sizes: ContiguousArray<Size> = []
  /// In points; `Size.unspecified` for an item without an estimate.
  package private(set) var estimatedSizes: ContiguousArray<Size> = []
  /// Width over height; NaN for an item without a ratio.
  package private(set) var aspectRatios: ContiguousArray<Double> = []
  /// One cell for an item without a span; only grids read it.
  package private(set) var spans: ContiguousArray<GridSpan> = []
  /// The ids of the items.
  package private(set) var ids = IDColumn()
  /// The content of the items.
  package private(set) var contents: ContiguousArray<Content?> = []
  /// The columns that few items have: none, or one element, so that most columns take a single word for all of them.
  private var rare: ContiguousArray<RareColumns> = []

  /// The largest number of items that share columns; a run has any number.
  package static let limit = ItemChunk.capacity

  init() {}

  /// Items without any column.
  init(run count: Int) { self.count = count }

  /// Items by their columns, each as long as there are items or empty. Nil if the columns do not fit together.
  ///
  /// - Parameter count: the number of items: 0 or more, and at most `limit` unless all columns are empty.
  /// - Complexity: O(n) for n items that have an aspect ratio or an appearance.
  package init?(
    count: Int, sizes: ContiguousArray<Size> = [], estimatedSizes: ContiguousArray<Size> = [],
    aspectRatios: ContiguousArray<Double> = [], spans: ContiguousArray<GridSpan> = [],
    sizeModes: ContiguousArray<MagazineSizeMode> = [], values: ContiguousArray<ItemValues?> = [],
    ids: IDColumn = IDColumn(), appearances: [Int: Appearance] = [:],
    separators: [Int: RowSeparator] = [:], indentationLevels: [Int: Int] = [:],
    contents: ContiguousArray<Content?> = []
  ) {
    let lengths = [
      sizes.count, estimatedSizes.count, aspectRatios.count, spans.count, sizeModes.count, values.count,
      ids.count, contents.count,
    ]
    let isRun =
      appearances.isEmpty && separators.isEmpty && indentationLevels.isEmpty
      && lengths.allSatisfy { $0 == 0 }
    guard count >= 0, isRun || count <= Self.limit, lengths.allSatisfy({ $0 == 0 || $0 == count }),
      appearances.keys.allSatisfy((0..<count).contains), separators.keys.allSatisfy((0..<count).contains),
      indentationLevels.keys.allSatisfy((0..<count).contains)
    else { return nil }
    self.count = count
    self.sizes = sizes
    self.estimatedSizes = estimatedSizes
    self.aspectRatios = ContiguousArray(aspectRatios.lazy.map { $0.isNaN ? $0 : Self.bounded($0) })
    self.spans = spans
    self.ids = ids
    self.contents = contents
    let rare = RareColumns(
      sizeModes: sizeModes, values: values, appearances: appearances.filter { $0.value != .plain },
      separators: separators, indentationLevels: indentationLevels)
    if !rare.isEmpty { self.rare = [rare] }
  }
}

/// The columns that few items have.
extension ItemColumns {
  /// The default mode for an item without a mode; only magazines read it.
  package var sizeModes: ContiguousArray<MagazineSizeMode> { rare.isEmpty ? [] : rare[0].sizeModes }
  /// Only custom layouts read them.
  package var values: ContiguousArray<ItemValues?> { rare.isEmpty ? [] : rare[0].values }
  /// Appearances that are not plain, by index.
  package var appearances: [Int: Appearance] { rare.isEmpty ? [:] : rare[0].appearances }
  /// Separators of rows that are not those of their section, by index; only lists read them.
  package var separators: [Int: RowSeparator] { rare.isEmpty ? [:] : rare[0].separators }
  /// The levels of rows that stand in from others, by index; only lists read them.
  package var indentationLevels: [Int: Int] { rare.isEmpty ? [:] : rare[0].indentationLevels }
  /// The columns of waterfalls that items keep. They are no part of a description: an item that arrives has none, and
  /// one that gets another description keeps its own.
  package var keptColumns: ContiguousArray<KeptColumn> { rare.isEmpty ? [] : rare[0].keptColumns }

  /// Makes room for rare members.
  private mutating func openRare() {
    if rare.isEmpty { rare = [RareColumns()] }
  }
}

/// One item.
extension ItemColumns {
  /// The description of an item.
  func item(at index: Int) -> Item {
    var item = Item(id: ids.value(at: index))
    item.size = sizes.value(at: index)
    item.estimatedSize = estimatedSizes.value(at: index)
    item.aspectRatio = aspectRatios.value(at: index)
    item.span = spans.value(at: index)
    item.content = contents.value(at: index) ?? nil
    if !rare.isEmpty { rare[0].describe(&item, at: index) }
    return item
  }

  /// Whether two items have the same description, whatever their ids.
  ///
  /// - Complexity: O(1).
  func hasSameDescription(at index: Int, as other: ItemColumns, at otherIndex: Int) -> Bool {
    sizes.isSame(at: index, as: other.sizes, at: otherIndex)
      && estimatedSizes.isSame(at: index, as: other.estimatedSizes, at: otherIndex)
      && aspectRatios.isSame(at: index, as: other.aspectRatios, at: otherIndex)
      && spans.isSame(at: index, as: other.spans, at: otherIndex)
      && contents.isSame(at: index, as: other.contents, at: otherIndex)
      && (rare.isEmpty && other.rare.isEmpty
        || (rare.first ?? .none).hasSameDescription(at: index, as: other.rare.first ?? .none, at: otherIndex))
  }

  /// Replaces the description of one item.
  ///
  /// - Complexity: O(1) in a column that stays as it is, O(c) in a column of c items that changes.
  mutating func replace(at index: Int, with item: Item) {
    sizes.replace(at: index, with: item.size ?? .absent, of: count)
    estimatedSizes.replace(at: index, with: item.estimatedSize ?? .absent, of: count)
    aspectRatios.replace(at: index, with: item.aspectRatio.map(Self.bounded) ?? .absent, of: count)
    spans.replace(at: index, with: item.span ?? .absent, of: count)
    ids.replace(at: index, with: item.id, of: count)
    contents.replace(at: index, with: item.content, of: count)
    if item.hasRareMembers { openRare() }
    if !rare.isEmpty { rare[0].replace(at: index, with: item, of: count) }
  }
}

/// Columns of waterfalls.
extension ItemColumns {
  /// The column that an item keeps; nil if it has none.
  func keptColumn(at index: Int) -> KeptColumn? { keptColumns.value(at: index) }

  mutating func keep(_ column: KeptColumn, at index: Int) {
    openRare()
    rare[0].keptColumns.replace(at: index, with: column, of: count)
  }
}

/// Appending.
extension ItemColumns {
  mutating func append(_ size: Size) {
    sizes.append(size, after: count)
    count += 1
  }

  mutating func append(_ item: Item, keeping column: KeptColumn? = nil) {
    sizes.append(item.size, after: count)
    estimatedSizes.append(item.estimatedSize, after: count)
    aspectRatios.append(item.aspectRatio.map(Self.bounded), after: count)
    spans.append(item.span, after: count)
    ids.append(item.id, after: count)
    contents.append(item.content.map(Optional.some), after: count)
    if item.hasRareMembers || column != nil { openRare() }
    if !rare.isEmpty { rare[0].append(item, keeping: column, after: count) }
    count += 1
  }

  /// Appends an item with nothing but what most items have; nil stands for a member that it does not have.
  mutating func append(
    id: String?, size: Size?, estimatedSize: Size?, aspectRatio: Double?, content: Content?
  ) {
    sizes.append(size, after: count)
    estimatedSizes.append(estimatedSize, after: count)
    aspectRatios.append(aspectRatio.map(Self.bounded), after: count)
    spans.append(nil, after: count)
    ids.append(id, after: count)
    contents.append(content.map(Optional.some), after: count)
    if !rare.isEmpty { rare[0].append(Item(), after: count) }
    count += 1
  }

  /// Makes room for more items with sizes.
  mutating func reserveSizes(_ more: Int) { sizes.reserveCapacity(sizes.count + more) }

  /// Appends a range of other items.
  ///
  /// - Complexity: O(k) for k items.
  mutating func append(_ range: Range<Int>, of other: ItemColumns) {
    sizes.append(range, of: other.sizes, after: count)
    estimatedSizes.append(range, of: other.estimatedSizes, after: count)
    aspectRatios.append(range, of: other.aspectRatios, after: count)
    spans.append(range, of: other.spans, after: count)
    ids.append(range, of: other.ids, after: count)
    contents.append(range, of: other.contents, after: count)
    if !other.rare.isEmpty { openRare() }
    if !rare.isEmpty { rare[0].append(range, of: other.rare.first ?? .none, after: count) }
    count += range.count
  }

  /// The items without room for more.
  ///
  /// - Complexity: O(c) for c items.
  var trimmed: ItemColumns {
    var trimmed = self
    trimmed.ids = ids.trimmed
    guard count <= ItemChunk.capacity / 2 else { return trimmed }
    trimmed.sizes = sizes.trimmed
    trimmed.estimatedSizes = estimatedSizes.trimmed
    trimmed.aspectRatios = aspectRatios.trimmed
    trimmed.spans = spans.trimmed
    trimmed.contents = contents.trimmed
    trimmed.rare = rare.isEmpty || rare[0].isEmpty ? [] : [rare[0].trimmed]
    return trimmed
  }

  /// The ratio within bounds that keep its products and quotients with any length finite.
  private static func bounded(_ aspectRatio: Double) -> Double {
    min(max(aspectRatio, 1 / Coordinate.limit), Coordinate.limit)
  }
}
