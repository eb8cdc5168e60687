/// Some consecutive items, column by column: how an `ItemSequence` keeps them, and how a chunk of one is filled.
///
/// A column is empty where no item says anything of the kind; with all of them empty, the items are counted.
public struct ItemColumns: Sendable {
  public private(set) var count = 0
  /// `Size.unspecified` for an item that has none.
  public private(set) var sizes: ContiguousArray<Size> = []
  /// `Size.unspecified` for an item that has none.
  public private(set) var estimatedSizes: ContiguousArray<Size> = []
  /// NaN for an item that has none.
  public private(set) var aspectRatios: ContiguousArray<Double> = []
  public private(set) var spans: ContiguousArray<GridSpan> = []
  public private(set) var sizeModes: ContiguousArray<MagazineSizeMode> = []
  public private(set) var ids: ContiguousArray<String?> = []
  /// Appearances that are not plain, by place.
  public private(set) var appearances: [Int: Appearance] = [:]
  public private(set) var contents: ContiguousArray<Content?> = []

  /// The most items that have columns together.
  public static let limit = ItemChunk.capacity

  init() {}

  /// Items by their columns, each as long as there are items or empty. Nil where the columns do not fit together.
  ///
  /// - Complexity: O(n) for n items that have an aspect ratio or an appearance.
  public init?(
    count: Int, sizes: ContiguousArray<Size> = [], estimatedSizes: ContiguousArray<Size> = [],
    aspectRatios: ContiguousArray<Double> = [], spans: ContiguousArray<GridSpan> = [],
    sizeModes: ContiguousArray<MagazineSizeMode> = [], ids: ContiguousArray<String?> = [],
    appearances: [Int: Appearance] = [:], contents: ContiguousArray<Content?> = []
  ) {
    let lengths = [
      sizes.count, estimatedSizes.count, aspectRatios.count, spans.count, sizeModes.count, ids.count,
      contents.count,
    ]
    let isBare = appearances.isEmpty && lengths.allSatisfy { $0 == 0 }
    guard count >= 0, isBare || count <= Self.limit, lengths.allSatisfy({ $0 == 0 || $0 == count }),
      appearances.keys.allSatisfy((0..<count).contains)
    else { return nil }
    self.count = count
    self.sizes = sizes
    self.estimatedSizes = estimatedSizes
    self.aspectRatios = ContiguousArray(aspectRatios.lazy.map { $0.isNaN ? $0 : Self.bounded($0) })
    self.spans = spans
    self.sizeModes = sizeModes
    self.ids = ids
    self.appearances = appearances.filter { $0.value != .plain }
    self.contents = contents
  }

  /// The columns of a chunk, shared with it until they change.
  init(_ chunk: ItemChunk) {
    count = chunk.count
    sizes = chunk.sizes
    estimatedSizes = chunk.estimatedSizes
    aspectRatios = chunk.aspectRatios
    spans = chunk.spans
    sizeModes = chunk.sizeModes
    ids = chunk.ids
    appearances = chunk.appearances
    contents = chunk.contents
  }

  mutating func append(_ size: Size) {
    append(size, to: \.sizes, absent: .unspecified)
    count += 1
  }

  mutating func append(_ item: Item) {
    append(item.size, to: \.sizes, absent: .unspecified)
    append(item.estimatedSize, to: \.estimatedSizes, absent: .unspecified)
    append(item.aspectRatio.map(Self.bounded), to: \.aspectRatios, absent: .nan)
    append(item.span, to: \.spans, absent: .one)
    append(item.sizeMode, to: \.sizeModes, absent: .default)
    append(item.id.map(Optional.some), to: \.ids, absent: nil)
    append(item.content.map(Optional.some), to: \.contents, absent: nil)
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
    append(chunk.contents, places, to: \.contents, absent: nil)
    for (place, appearance) in chunk.appearances where places.contains(place) {
      appearances[count + place - places.lowerBound] = appearance
    }
    count += places.count
  }

  /// Describes one item anew.
  ///
  /// - Complexity: O(1) in a column that stays as it is, O(c) in one of c items that does not.
  mutating func replace(_ place: Int, with item: Item) {
    let size = item.size ?? .unspecified
    Self.replace(place, of: count, with: size, in: &sizes, absent: .unspecified) {
      $0 == $1 || !$0.isSpecified && !$1.isSpecified
    }
    let estimate = item.estimatedSize ?? .unspecified
    Self.replace(place, of: count, with: estimate, in: &estimatedSizes, absent: .unspecified) {
      $0 == $1 || !$0.isSpecified && !$1.isSpecified
    }
    let ratio = item.aspectRatio.map(Self.bounded) ?? .nan
    Self.replace(place, of: count, with: ratio, in: &aspectRatios, absent: .nan) {
      $0 == $1 || $0.isNaN && $1.isNaN
    }
    Self.replace(place, of: count, with: item.span ?? .one, in: &spans, absent: .one, ==)
    Self.replace(place, of: count, with: item.sizeMode ?? .default, in: &sizeModes, absent: .default, ==)
    Self.replace(place, of: count, with: item.id, in: &ids, absent: nil, ==)
    Self.replace(place, of: count, with: item.content, in: &contents, absent: nil, ==)
    if item.appearance != appearances[place] ?? .plain {
      appearances[place] = item.appearance == .plain ? nil : item.appearance
    }
  }

  @inline(__always)
  private static func replace<Value>(
    _ place: Int, of count: Int, with value: Value, in column: inout ContiguousArray<Value>, absent: Value,
    _ isSame: (Value, Value) -> Bool
  ) {
    if isSame(column.isEmpty ? absent : column[place], value) { return }
    if column.isEmpty { column = ContiguousArray(repeating: absent, count: count) }
    column[place] = value
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
  private static func bounded(_ aspectRatio: Double) -> Double {
    min(max(aspectRatio, 1 / Coordinate.limit), Coordinate.limit)
  }

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
