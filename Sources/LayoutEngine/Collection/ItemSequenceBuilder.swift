/// Collects items one by one, or by the run, into the chunks of an `ItemSequence`.
public struct ItemSequenceBuilder {
  private var chunks: ContiguousArray<ItemChunk> = []
  private var open = ItemColumns()

  public init() {}

  public mutating func append(_ item: Item) {
    open.append(item)
    if open.count == ItemChunk.capacity { close() }
  }

  public mutating func append(size: Size) {
    open.append(size)
    if open.count == ItemChunk.capacity { close() }
  }

  /// Appends `count` items of which nothing else is said.
  ///
  /// - Complexity: O(1).
  public mutating func append(run count: Int) {
    guard count > 0 else { return }
    close()
    chunks.append(ItemChunk(run: count))
  }

  public consuming func finish() -> ItemSequence {
    close()
    return ItemSequence(chunks)
  }

  private mutating func close() {
    guard open.count > 0 else { return }
    chunks.append(ItemChunk(open))
    open = ItemColumns()
  }
}
