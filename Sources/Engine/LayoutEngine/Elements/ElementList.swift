/// The elements that a query found, in the order in which responses list them.
///
/// Each element is one packed record. Appearances, which few elements have, are in a list of their own, and a kind is an
/// index into `kinds`.
public struct ElementList: Sendable {
  /// One found element in 48 bytes.
  public struct Record: Sendable {
    public var frame: Rect
    public var section: Int32
    public var item: Int32
    /// An index into `kinds`; 0 is a cell.
    public var kind: UInt16
    public var isEstimated: Bool
    public var isPinned: Bool
    /// An index into `appearances`, or -1 for the plain appearance.
    public var appearance: Int32
  }

  public private(set) var records: ContiguousArray<Record> = []
  public private(set) var appearances: ContiguousArray<Appearance> = []
  private var distinctKinds = DistinctValues(ElementKind.cell)

  /// The most kinds of elements that one layout may place, so that those of two fit in a record's index.
  static let kindLimit = 10_000

  public init() {}

  public init(_ elements: some Sequence<LayoutAttributes>) {
    for element in elements {
      append(
        Record(
          frame: element.frame, section: Int32(truncatingIfNeeded: element.indexPath.section),
          item: Int32(truncatingIfNeeded: element.indexPath.item), kind: code(of: element.kind),
          isEstimated: element.isEstimated, isPinned: element.isPinned, appearance: -1),
        appearance: element.appearance)
    }
  }

  public var count: Int { records.count }

  /// The kinds of the elements, and the cell.
  public var kinds: [ElementKind] { distinctKinds.values }

  /// The attributes of the element at an index.
  ///
  /// - Complexity: O(1).
  public subscript(row: Int) -> LayoutAttributes {
    let record = records[row]
    return LayoutAttributes(
      kind: kinds[Int(record.kind)],
      indexPath: IndexPath(section: Int(record.section), item: Int(record.item)),
      frame: record.frame,
      appearance: record.appearance < 0 ? .plain : appearances[Int(record.appearance)],
      isEstimated: record.isEstimated,
      isPinned: record.isPinned)
  }
}

extension ElementList {
  /// Moves every frame by an offset in points.
  ///
  /// - Complexity: O(n).
  public mutating func move(by offset: Point) {
    for row in records.indices { records[row].frame = records[row].frame.moved(by: offset) }
  }

  /// The index of a kind in `kinds`, to which it adds the kind if it is new.
  ///
  /// - Complexity: O(1); call it once for many elements.
  mutating func code(of kind: ElementKind) -> UInt16 {
    // Layouts place no more than `kindLimit` kinds.
    distinctKinds.index(of: kind)
  }

  @inline(__always)
  mutating func append(_ record: Record) {
    records.append(record)
  }

  @inline(never)
  mutating func append(_ record: Record, appearance: Appearance) {
    var record = record
    if appearance != .plain {
      // Neighbours often look alike, and an appearance is four times as large as a record.
      if appearances.last != appearance { appearances.append(appearance) }
      record.appearance = Int32(truncatingIfNeeded: appearances.count - 1)
    }
    records.append(record)
  }

  /// Appends up to so many records, which a closure writes.
  @inline(__always)
  mutating func append(upTo limit: Int, _ write: (inout OutputSpan<Record>) -> Void) {
    records.append(addingCapacity: limit, initializingWith: write)
  }

  mutating func reserveCapacity(_ count: Int) {
    records.reserveCapacity(count)
  }
}
