/// Collects items one by one, or by the run, into the chunks of an `ItemSequence`.
public struct ItemSequenceBuilder {
  private var chunks: ContiguousArray<ItemChunk> = []
  private var open = ItemColumns()
  /// How many items a chunk gets.
  private let capacity: Int
  /// A run no longer than this joins the columns around it.
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

  /// Appends `count` items of which nothing else is said.
  ///
  /// - Complexity: O(1).
  public mutating func append(run count: Int) {
    guard count > 0 else { return }
    close()
    chunks.append(ItemChunk(run: count))
  }

  /// Appends some items by their columns, as they are.
  ///
  /// - Complexity: O(k) for k items.
  public mutating func append(_ columns: ItemColumns) {
    guard columns.count > 0 else { return }
    close()
    chunks.append(ItemChunk(columns))
  }

  /// Appends some consecutive items of a chunk, a part of a run as a run.
  mutating func append(_ places: Range<Int>, of chunk: ItemChunk) {
    if chunk.isBare, places.count > shortRun { return append(run: places.count) }
    var places = places
    while !places.isEmpty {
      let taken = places.prefix(capacity - open.count)
      open.append(taken, of: chunk)
      places = places.dropFirst(taken.count)
      if open.count >= capacity { close() }
    }
  }

  public consuming func finish() -> ItemSequence {
    ItemSequence(finishChunks())
  }

  consuming func finishChunks() -> ContiguousArray<ItemChunk> {
    close()
    return chunks
  }

  private mutating func close() {
    guard open.count > 0 else { return }
    chunks.append(ItemChunk(open))
    open = ItemColumns()
  }
}
