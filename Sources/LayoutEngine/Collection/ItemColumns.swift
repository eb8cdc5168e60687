/// The columns of a chunk while it is being filled.
struct ItemColumns {
  private(set) var count = 0
  private(set) var sizes: ContiguousArray<Size> = []
  private(set) var estimatedSizes: ContiguousArray<Size> = []
  private(set) var aspectRatios: ContiguousArray<Double> = []
  private(set) var spans: ContiguousArray<GridSpan> = []
  private(set) var sizeModes: ContiguousArray<MagazineSizeMode> = []
  private(set) var ids: ContiguousArray<String?> = []
  private(set) var appearances: [Int: Appearance] = [:]

  mutating func append(_ size: Size) {
    append(size, to: \.sizes, absent: .unspecified)
    count += 1
  }

  mutating func append(_ item: Item) {
    append(item.size, to: \.sizes, absent: .unspecified)
    append(item.estimatedSize, to: \.estimatedSizes, absent: .unspecified)
    append(item.aspectRatio.map(bounded), to: \.aspectRatios, absent: .nan)
    append(item.span, to: \.spans, absent: .one)
    append(item.sizeMode, to: \.sizeModes, absent: .default)
    append(item.id.map(Optional.some), to: \.ids, absent: nil)
    if item.appearance != .plain { appearances[count] = item.appearance }
    count += 1
  }

  /// Appends some consecutive items of a chunk.
  ///
  /// - Complexity: O(k) for k items.
  mutating func append(_ places: Range<Int>, of chunk: ItemChunk) {
    append(chunk.sizes, places, to: \.sizes, absent: .unspecified)
    append(chunk.estimatedSizes, places, to: \.estimatedSizes, absent: .unspecified)
    append(chunk.aspectRatios, places, to: \.aspectRatios, absent: .nan)
    append(chunk.spans, places, to: \.spans, absent: .one)
    append(chunk.sizeModes, places, to: \.sizeModes, absent: .default)
    append(chunk.ids, places, to: \.ids, absent: nil)
    for (place, appearance) in chunk.appearances where places.contains(place) {
      appearances[count + place - places.lowerBound] = appearance
    }
    count += places.count
  }

  private mutating func append<Value>(
    _ column: ContiguousArray<Value>, _ places: Range<Int>,
    to target: WritableKeyPath<ItemColumns, ContiguousArray<Value>>, absent: Value
  ) {
    guard !column.isEmpty || !self[keyPath: target].isEmpty else { return }
    if self[keyPath: target].isEmpty {
      self[keyPath: target].reserveCapacity(ItemChunk.capacity)
      self[keyPath: target].append(contentsOf: repeatElement(absent, count: count))
    }
    if column.isEmpty {
      self[keyPath: target].append(contentsOf: repeatElement(absent, count: places.count))
    } else {
      self[keyPath: target].append(contentsOf: column[places])
    }
  }
  /// A ratio whose products and quotients with any length are finite.
  private func bounded(_ aspectRatio: Double) -> Double { min(max(aspectRatio, 0x1p-53), 0x1p53) }

  /// Opens the column at the first item that needs it; pads it for items that do not.
  @inline(__always)
  private mutating func append<Value>(
    _ value: Value?, to column: WritableKeyPath<ItemColumns, ContiguousArray<Value>>, absent: Value
  ) {
    guard value != nil || !self[keyPath: column].isEmpty else { return }
    if self[keyPath: column].isEmpty {
      self[keyPath: column].reserveCapacity(ItemChunk.capacity)
      self[keyPath: column].append(contentsOf: repeatElement(absent, count: count))
    }
    self[keyPath: column].append(value ?? absent)
  }
}
