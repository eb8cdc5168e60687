/// Collects items, one by one or as runs, into the chunks of an `ItemSequence`.
public struct ItemSequenceBuilder {
  private var chunks: ContiguousArray<ItemChunk> = []
  private var open = ItemColumns()
  /// The number of items that fills a chunk.
  private let capacity: Int
  /// The longest run that joins the columns around it.
  private let shortRun: Int

  /// Creates a builder without items.
  public init() { self.init(capacity: ItemChunk.capacity) }

  init(capacity: Int, shortRun: Int = 0) {
    self.capacity = capacity
    self.shortRun = shortRun
  }

  /// Appends an item.
  ///
  /// - Complexity: O(1) amortized.
  public mutating func append(_ item: Item) {
    open.append(item)
    if open.count >= capacity { close() }
  }

  /// Appends an item with the column of a waterfall that it keeps.
  mutating func append(_ item: Item, keeping column: KeptColumn?) {
    open.append(item, keeping: column)
    if open.count >= capacity { close() }
  }

  /// Appends an item of a size in points, about which nothing else is known.
  ///
  /// - Complexity: O(1) amortized.
  public mutating func append(size: Size) {
    open.append(size)
    if open.count >= capacity { close() }
  }

  /// Appends items with sizes only.
  ///
  /// - Parameters:
  ///   - numbers: the width and the height of each item in turn, in points.
  ///   - count: the number of items: at most half as many as there are numbers.
  /// - Complexity: O(k) for k items.
  package mutating func append(sizes numbers: ContiguousArray<Double>, count: Int) {
    append(count) { Size(width: numbers[2 * $0], height: numbers[2 * $0 + 1]) }
  }

  /// Appends items with sizes only.
  ///
  /// - Parameters:
  ///   - widths: in points.
  ///   - heights: in points.
  ///   - count: the number of items: at most as many as there are widths, and heights.
  /// - Complexity: O(k) for k items.
  package mutating func append(widths: ContiguousArray<Double>, heights: ContiguousArray<Double>, count: Int)
  {
    append(count) { Size(width: widths[$0], height: heights[$0]) }
  }

  @inline(__always)
  private mutating func append(_ count: Int, _ size: (Int) -> Size) {
    var next = 0
    while next < count {
      let end = min(count, next + capacity - open.count)
      open.reserveSizes(end - next)
      while next < end {
        open.append(size(next))
        next += 1
      }
      if open.count >= capacity { close() }
    }
  }

  /// Appends an item with nothing but what most items have; nil stands for a member that it does not have.
  package mutating func append(
    id: String?, size: Size?, estimatedSize: Size?, aspectRatio: Double?, content: Content?
  ) {
    open.append(
      id: id, size: size, estimatedSize: estimatedSize, aspectRatio: aspectRatio, content: content)
    if open.count >= capacity { close() }
  }

  /// Appends a run.
  ///
  /// - Parameter count: the number of items; the builder ignores 0 and less.
  /// - Complexity: O(1).
  public mutating func append(run count: Int) {
    guard count > 0 else { return }
    close()
    chunks.append(ItemChunk(run: count))
  }

  /// Appends items by their columns, as one chunk.
  ///
  /// - Complexity: O(k) for k items.
  package mutating func append(_ columns: ItemColumns) {
    guard columns.count > 0 else { return }
    close()
    chunks.append(ItemChunk(columns))
  }

  /// Appends a range of a chunk's items; a part of a long run stays a run.
  mutating func append(_ range: Range<Int>, of chunk: ItemChunk) {
    if chunk.isBare, range.count > shortRun { return append(run: range.count) }
    var range = range
    while !range.isEmpty {
      let taken = range.prefix(capacity - open.count)
      open.append(taken, of: chunk.columns)
      range = range.dropFirst(taken.count)
      if open.count >= capacity { close() }
    }
  }

  /// The items appended so far.
  public consuming func finish() -> ItemSequence {
    ItemSequence(finishChunks())
  }

  consuming func finishChunks() -> ContiguousArray<ItemChunk> {
    close()
    return chunks
  }

  private mutating func close() {
    guard open.count > 0 else { return }
    chunks.append(ItemChunk(open.trimmed))
    open = ItemColumns()
  }
}
