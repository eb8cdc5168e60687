/// The elements that a query found, in the order in which responses list them.
///
/// Each element is one packed record. Appearances, which few elements have, are in a list of their own, and a kind is an
/// index into `kinds`.
public struct ElementList: Sendable {
  /// One found element in 48 bytes.
  public struct Record: Sendable {
    /// The frame in content coordinates, in points.
    public var frame: Rect
    /// The section of the index path, from 0.
    public var section: Int32
    /// The item of the index path, from 0.
    public var item: Int32
    /// An index into `kinds`; 0 is a cell.
    public var kind: UInt16
    /// Whether the size is still an estimate.
    public var isEstimated: Bool
    /// Bit 0 is `isPinned`, bits 1 and 2 are the edges of `pins`: with a byte for each, a record would take 56.
    fileprivate let pinning: UInt8
    /// An index into `appearances`, or -1 for the plain appearance.
    public var appearance: Int32

    @inline(__always)
    init(
      frame: Rect, section: Int32, item: Int32, kind: UInt16, isEstimated: Bool, isPinned: Bool,
      pins: PinnedEdge? = nil, appearance: Int32
    ) {
      self.frame = frame
      self.section = section
      self.item = item
      self.kind = kind
      self.isEstimated = isEstimated
      let edge: UInt8 =
        switch pins {
        case nil: 0
        case .start: 2
        case .end: 4
        }
      pinning = isPinned ? edge | 1 : edge
      self.appearance = appearance
    }
  }

  /// The elements in their order.
  public private(set) var records: ContiguousArray<Record> = []
  /// The appearances that are not plain; records refer to them by index.
  public private(set) var appearances: ContiguousArray<Appearance> = []
  private var distinctKinds = DistinctValues(ElementKind.cell)

  /// The most kinds of elements that one layout may place, so that those of two fit in a record's index.
  static let kindLimit = 10_000

  /// Creates a list without elements.
  public init() {}

  /// Creates a list of the attributes of elements.
  ///
  /// - Complexity: O(n) for n elements.
  public init(_ elements: some Sequence<LayoutAttributes>) {
    for element in elements {
      append(
        Record(
          frame: element.frame, section: Int32(truncatingIfNeeded: element.indexPath.section),
          item: Int32(truncatingIfNeeded: element.indexPath.item), kind: code(of: element.kind),
          isEstimated: element.isEstimated, isPinned: element.isPinned, pins: element.pins, appearance: -1),
        appearance: element.appearance)
    }
  }

  /// The number of elements.
  public var count: Int { records.count }

  /// The kinds of the elements, and the cell.
  public var kinds: [ElementKind] { distinctKinds.values }

  /// The attributes of the element at an index. Not inlined: they are large, and many places make them.
  ///
  /// - Complexity: O(1).
  public subscript(row: Int) -> LayoutAttributes {
    @inline(never) get {
      let record = records[row]
      return LayoutAttributes(
        kind: kinds[Int(record.kind)],
        indexPath: IndexPath(section: Int(record.section), item: Int(record.item)),
        frame: record.frame,
        appearance: appearance(of: record),
        isEstimated: record.isEstimated,
        isPinned: record.isPinned,
        pins: record.pins)
    }
  }
}

extension ElementList.Record {
  /// Whether the element has the plain appearance, a known size, and does not pin.
  package var isPlain: Bool { appearance < 0 && !isEstimated && pinning == 0 }

  /// Whether the layout moved the element from its natural position to keep it in the visible rect.
  public var isPinned: Bool { pinning & 1 != 0 }

  /// The edge of the visible rect that the element pins to, moved or not; nil if it does not pin.
  public var pins: PinnedEdge? {
    if pinning & 2 != 0 { return .start }
    return pinning & 4 != 0 ? .end : nil
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

  /// The index of a kind in `kinds`; nil if the list does not have the kind.
  ///
  /// - Complexity: O(1).
  func knownCode(of kind: ElementKind) -> UInt16? {
    distinctKinds.knownIndex(of: kind)
  }

  @inline(__always)
  mutating func append(_ record: Record) {
    records.append(record)
  }

  @inline(never)
  mutating func append(_ record: Record, appearance: Appearance) {
    var record = record
    record.appearance = index(of: appearance)
    records.append(record)
  }

  /// Draws an element otherwise.
  mutating func draw(_ row: Int, as appearance: Appearance) {
    records[row].appearance = index(of: appearance)
  }

  /// Where the next records find an appearance.
  private mutating func index(of appearance: Appearance) -> Int32 {
    if appearance == .plain { return -1 }
    // Neighbours often look alike, and an appearance is four times as large as a record.
    if appearances.last != appearance { appearances.append(appearance) }
    return Int32(truncatingIfNeeded: appearances.count - 1)
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

extension ElementList {
  /// Whether an element has the attributes of another list's element that has its kind and index path.
  ///
  /// - Complexity: O(1).
  package func hasAttributes(_ row: Int, of other: ElementList, _ otherRow: Int) -> Bool {
    let (own, others) = (records[row], other.records[otherRow])
    return own.frame == others.frame && own.isEstimated == others.isEstimated
      && own.pinning == others.pinning && hasAppearance(own, of: other, others)
  }

  /// Whether a record is drawn like another list's, apart from its frame. Their indices belong to their own lists.
  func hasAppearance(_ own: Record, of other: ElementList, _ others: Record) -> Bool {
    if own.appearance < 0, others.appearance < 0 { return true }
    return appearance(of: own) == other.appearance(of: others)
  }

  func appearance(of record: Record) -> Appearance {
    record.appearance < 0 ? .plain : appearances[Int(truncatingIfNeeded: record.appearance)]
  }
}
