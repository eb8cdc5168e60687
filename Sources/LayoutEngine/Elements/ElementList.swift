/// The elements that a query found, in the order of the wire.
///
/// One packed record an element; what few elements have (an appearance) stands beside the records, and a
/// kind is a small number into `kinds`.
public struct ElementList: Sendable {
  /// One found element in 48 bytes.
  public struct Record: Sendable {
    public var frame: Rect
    public var section: Int32
    public var item: Int32
    /// A place in `kinds`; 0 is a cell.
    public var kind: UInt16
    public var isEstimated: Bool
    public var isPinned: Bool
    /// A place in `appearances`, or -1 for the plain one.
    public var appearance: Int32
  }

  public private(set) var records: ContiguousArray<Record> = []
  public private(set) var kinds: [ElementKind] = [.cell]
  public private(set) var appearances: ContiguousArray<Appearance> = []

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

  /// The attributes in row `row`.
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
  /// Moves every frame.
  ///
  /// - Complexity: O(n).
  public mutating func move(by offset: Point) {
    for row in records.indices { records[row].frame = records[row].frame.moved(by: offset) }
  }

  /// The number that stands for `kind` in this list's records.
  ///
  /// - Complexity: O(k) for k kinds in the list; ask once for many elements.
  mutating func code(of kind: ElementKind) -> UInt16 {
    if let known = kinds.firstIndex(of: kind) { return UInt16(known) }
    kinds.append(kind)
    return UInt16(kinds.count - 1)
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
      record.appearance = Int32(appearances.count - 1)
    }
    records.append(record)
  }

  mutating func reserveCapacity(_ count: Int) {
    records.reserveCapacity(count)
  }
}
