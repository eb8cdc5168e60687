import CollectionModel
import LayoutEngine
import Wire

/// Writes deltas into the outbox of a session.
struct DeltaWriter: ~Copyable {
  private(set) var outbox = Outbox()

  /// Writes a delta; its columns are in the order of `Waist.DeltaColumn`.
  ///
  /// - Complexity: O(n) for a delta of n numbers, and O(log m) for each element that pins, of m.
  mutating func write(_ delta: Delta) {
    outbox.begin(header: Waist.Header.size)
    let lookCount = delta.lookCountOfRows
    writeGone(delta, looksBefore: lookCount)
    writeRows(delta)
    writeLooks(delta, ofRows: lookCount)
    writePins(delta)
    writeTexts(delta)
    writeLevels(delta)
    writeSections(delta)
    writePaths(delta)
    writeNames(delta)
    writeMovement(delta)
    writeIgnored(delta)
    outbox.finish()
    writeHeader(delta)
  }

  /// Adds a column; returns its address until the next one is added.
  mutating func column<Number: BitwiseCopyable>(
    _ type: Number.Type, _ numbers: Int
  ) -> UnsafeMutablePointer<Number> {
    outbox.column(type, numbers)
  }

  /// Adds a column of bytes.
  mutating func add(bytes: [UInt8]) { outbox.column(bytes: bytes) }

  /// Sets a count of the header.
  func set(_ number: Int, _ field: Waist.Header) {
    outbox.set(UInt32(truncatingIfNeeded: number), at: field.rawValue)
  }

  private func writeHeader(_ delta: Delta) {
    outbox.set(Waist.digest, at: Waist.Header.digest.rawValue)
    set(outbox.count, Waist.Header.bytes)
    outbox.set(delta.type.rawValue, at: Waist.Header.type.rawValue)
    outbox.set(delta.cause.rawValue, at: Waist.Header.cause.rawValue)
    var flags: UInt32 = 0
    func raise(_ flag: Waist.DeltaFlag, if isSet: Bool) { if isSet { flags |= flag.bit } }
    raise(.sections, if: delta.counts != nil)
    raise(.strips, if: delta.strips != nil)
    raise(.snap, if: delta.snap != nil)
    raise(.starts, if: delta.hasEnds)
    raise(.ends, if: delta.hasEnds)
    raise(.waits, if: delta.waits)
    raise(.proposal, if: delta.isProposal)
    raise(.scrollRange, if: delta.scrollRange != nil)
    raise(.mirrored, if: delta.layout.isMirrored)
    outbox.set(flags, at: Waist.Header.flags.rawValue)
    outbox.set(Double(delta.fromVersion), at: Waist.Header.fromVersion.rawValue)
    outbox.set(Double(delta.version), at: Waist.Header.version.rawValue)
    outbox.set(delta.contentSize.from, at: Waist.Header.contentSizeFrom.rawValue)
    outbox.set(delta.contentSize.to, at: Waist.Header.contentSizeTo.rawValue)
    outbox.set(delta.offsetFrom, at: Waist.Header.offsetFrom.rawValue)
    outbox.set(delta.adjustment, at: Waist.Header.adjustment.rawValue)
    outbox.set(delta.bounds, at: Waist.Header.bounds.rawValue)
    outbox.set(delta.window, at: Waist.Header.window.rawValue)
    if let snap = delta.snap { outbox.set(snap, at: Waist.Header.snap.rawValue) }
    if let range = delta.scrollRange {
      outbox.set(Point(x: range.least, y: range.most), at: Waist.Header.scrollRange.rawValue)
    }
  }
}

extension Delta {
  /// Whether elements have looks at the start and the end of an animation.
  fileprivate var hasEnds: Bool { !changes.isEmpty }
}

// MARK: Elements

extension DeltaWriter {
  private mutating func writeGone(_ delta: Delta, looksBefore: Int) {
    let count = delta.gone.count
    set(count, .gone)
    guard count > 0 else { return }
    outbox.reserve(count * 40 + 40)
    let keys = outbox.column(Int32.self, count)
    let changes = outbox.column(UInt8.self, count)
    let presences = outbox.column(UInt8.self, count)
    let looks = outbox.column(Int16.self, count)
    let ends = delta.hasEnds ? outbox.column(Rect.self, count) : nil
    var looksSoFar = looksBefore
    for (index, gone) in delta.gone.enumerated() {
      keys[index] = gone.key
      looks[index] = -1
      guard gone.change >= 0 else {
        ends?[index] = .unknown
        presences[index] = UInt8(truncatingIfNeeded: Waist.Presence.disappears.rawValue)
        continue
      }
      let change = delta.changes[gone.change]
      changes[index] = UInt8(truncatingIfNeeded: Waist.Change(change.type).rawValue)
      presences[index] = UInt8(truncatingIfNeeded: Waist.Presence(change.presence).rawValue)
      ends?[index] = change.final.frame
      guard change.final.appearance.hasLook else { continue }
      // Beyond 32,767 looks the end of an animation is no different from its frame.
      looks[index] = Int16(exactly: looksSoFar) ?? -1
      looksSoFar += 1
    }
  }

  private mutating func writeRows(_ delta: Delta) {
    let count = delta.rows.count + (delta.held == nil ? 0 : 1)
    set(count, .rows)
    guard count > 0 else { return }
    outbox.reserve(count * 84 + 64)
    let keys = outbox.column(Int32.self, count)
    let sections = outbox.column(Int32.self, count)
    let items = outbox.column(Int32.self, count)
    let kinds = outbox.column(UInt16.self, count)
    let flags = outbox.column(UInt16.self, count)
    let zIndexes = outbox.column(Int32.self, count)
    let frames = outbox.column(Rect.self, count)
    let starts = delta.hasEnds ? outbox.column(Rect.self, count) : nil
    let (records, appearances) = (delta.list.records, delta.list.appearances)
    for (index, row) in delta.rows.enumerated() {
      let record = records[row.row]
      keys[index] = row.key
      sections[index] = record.section
      items[index] = record.item
      kinds[index] = delta.kinds[Int(truncatingIfNeeded: record.kind)]
      var own = row.flags
      if record.isEstimated { own |= Waist.RowFlag.estimated.bit }
      if record.isPinned { own |= Waist.RowFlag.away.bit }
      if record.appearance >= 0 {
        let appearance = appearances[Int(truncatingIfNeeded: record.appearance)]
        if appearance.isHidden { own |= Waist.RowFlag.hidden.bit }
        zIndexes[index] = Int32(clamping: appearance.zIndex)
      }
      frames[index] = record.frame
      if row.change >= 0 {
        let change = delta.changes[row.change]
        own |= Waist.RowFlag.starts.bit
        own |= Waist.Change(change.type).rawValue << Waist.RowFlag.changeShift
        own |= Waist.Presence(change.presence).rawValue << Waist.RowFlag.presenceShift
        own |= Waist.Renewal(change.renewal).rawValue << Waist.RowFlag.renewalShift
        starts?[index] = change.initial.frame
      }
      flags[index] = own
    }
    guard let (key, item) = delta.held else { return }
    let last = count - 1
    keys[last] = key
    sections[last] = Int32(truncatingIfNeeded: item.indexPath.section)
    items[last] = Int32(truncatingIfNeeded: item.indexPath.item)
    zIndexes[last] = Int32(clamping: item.appearance.zIndex)
    frames[last] = item.frame
    flags[last] = Waist.RowFlag.held.bit | Waist.RowFlag.filled.bit
    if item.isEstimated { flags[last] |= Waist.RowFlag.estimated.bit }
    if item.appearance.isHidden { flags[last] |= Waist.RowFlag.hidden.bit }
  }

  private mutating func writeLooks(_ delta: Delta, ofRows rowCount: Int) {
    let count = rowCount + delta.lookCountOfGone
    set(count, .looks)
    guard count > 0 else { return }
    let width = ElementAttribute.lookWidth
    outbox.reserve(count * (8 + 8 * width) + 32)
    let rows = outbox.column(Int32.self, count)
    let masks = outbox.column(UInt32.self, count)
    let numbers = outbox.column(Double.self, count * width)
    var next = 0
    delta.forEachLook { row, appearance, flag in
      rows[next] = Int32(truncatingIfNeeded: row)
      var look = LookWriter(at: numbers + width * next)
      look.write(appearance)
      masks[next] = look.mask | (flag?.bit ?? 0)
      next += 1
    }
  }

  private mutating func writePins(_ delta: Delta) {
    let pinned = delta.rows.indices.filter { delta.tellsPin(of: delta.rows[$0]) }
    set(pinned.count, .pins)
    guard !pinned.isEmpty else { return }
    outbox.reserve(pinned.count * 24 + 32)
    let rows = outbox.column(Int32.self, pinned.count)
    let edges = outbox.column(UInt32.self, pinned.count)
    let ranges = outbox.column(Double.self, pinned.count * 2)
    for (index, row) in pinned.enumerated() {
      let record = delta.list.records[delta.rows[row].row]
      rows[index] = Int32(truncatingIfNeeded: row)
      edges[index] = record.pins == .end ? Waist.Edge.end.rawValue : Waist.Edge.start.rawValue
      let range = delta.layout.pinRange(of: record, in: delta.list, bounds: delta.bounds)
      (ranges[2 * index], ranges[2 * index + 1]) = (range.least, range.most)
    }
  }
}

/// Writes the numbers of a look. Each attribute has a place in it, whether it has its default or not.
private struct LookWriter: AppearanceVisitor, AttributeWriter {
  private(set) var mask: UInt32 = 0
  private var place: UnsafeMutablePointer<Double>

  init(at place: UnsafeMutablePointer<Double>) { self.place = place }

  mutating func write(_ appearance: Appearance) {
    var own = appearance
    Appearance.visitAttributes(&own, .plain, &self)
  }

  @inline(__always)
  mutating func visit<Value: AppearanceValue>(
    _ attribute: ElementAttribute, _ own: inout Value, _ other: Value, plain: Value,
    composed: (Value, Value) -> Value
  ) {
    guard let flag = attribute.lookFlag else { return }
    if own != plain { mask |= 1 << UInt32(truncatingIfNeeded: flag) }
    // The default of several numbers stays zeros.
    if own != plain || Value.width == 1 { own.write(to: &self) } else { place += Value.width }
  }

  mutating func number(_ number: Double) {
    place.pointee = number
    place += 1
  }

  mutating func number(_ number: Int) { self.number(Double(number)) }
}

/// Finds out whether a look has to be written.
private struct LookFinder: AttributeSink {
  var isFound = false

  mutating func attribute<Value: AttributeValue>(_ attribute: ElementAttribute, _ value: Value) {
    if attribute.lookFlag != nil, !attribute.isInRows { isFound = true }
  }
}

extension Appearance {
  /// Whether anything differs from a plain appearance that rows do not have.
  fileprivate var hasLook: Bool {
    var finder = LookFinder()
    write(to: &finder)
    return finder.isFound
  }
}

extension Delta {
  /// Whether a row has a look at its end.
  private func hasEndLook(_ row: Row) -> Bool {
    let appearance = Int(truncatingIfNeeded: list.records[row.row].appearance)
    return appearance >= 0 && list.appearances[appearance].hasLook
  }

  /// Whether a row is animated from a look.
  private func hasStartLook(_ row: Row) -> Bool {
    row.change >= 0 && changes[row.change].initial.appearance.hasStart
  }

  fileprivate var lookCountOfRows: Int {
    var count = held?.item.appearance.hasLook == true ? 1 : 0
    for row in rows {
      if hasEndLook(row) { count += 1 }
      if hasStartLook(row) { count += 1 }
    }
    return count
  }

  fileprivate var lookCountOfGone: Int {
    gone.count { $0.change >= 0 && changes[$0.change].final.appearance.hasLook }
  }

  /// Calls `body` with each look: those of rows first, then those of elements that go.
  fileprivate func forEachLook(_ body: (_ row: Int, Appearance, Waist.LookFlag?) -> Void) {
    for (index, row) in rows.enumerated() {
      if hasEndLook(row) {
        body(index, list.appearances[Int(truncatingIfNeeded: list.records[row.row].appearance)], nil)
      }
      if hasStartLook(row) { body(index, changes[row.change].initial.appearance, .start) }
    }
    if let held, held.item.appearance.hasLook { body(rows.count, held.item.appearance, nil) }
    for (index, gone) in gone.enumerated() where gone.change >= 0 {
      let appearance = changes[gone.change].final.appearance
      if appearance.hasLook { body(index, appearance, .end) }
    }
  }
}

extension Appearance {
  /// Whether an animation that begins with the appearance begins with another look than a plain one.
  fileprivate var hasStart: Bool { hasLook || isHidden }
}
