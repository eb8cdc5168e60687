/// Collects items, one by one or as runs, into the chunks of an `ItemSequence`.
public struct ItemSequenceBuilder {
  private var chunks: ContiguousArray<ItemChunk> = []
  private var open = ItemColumns()
  /// The number of items that fills a chunk.
  private let capacity: Int
  /// The longest run that joins the columns around it.
  private let shortRun: Int

  public init() { self.init(capacity: ItemChunk.capacity) }

  init(capacity: Int, shortRun: Int = 0) {
    self.capacity = capacity
    self.shortRun = shortRun
  }

  public mutating func append(_ item: Item) {
    open.append(item)
    if open.count >= capacity { close() }
  }

  public mutating func append(size: Size) {
    open.append(size)
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
