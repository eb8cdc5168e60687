import LayoutEngine

extension Rect {
  /// A frame in columns where there is none.
  static var unknown: Rect { Rect(x: .nan, y: .nan, width: .nan, height: .nan) }
}

extension DeltaWriter {
  /// Writes the levels of items of outlines that are new or filled, and whether they are expanded: nothing if the
  /// collection has no outline.
  ///
  /// - Complexity: O(k log n) for k such items of n; O(1) without outlines.
  mutating func writeLevels(_ delta: Delta) {
    guard delta.sections.hasOutlines else { return }
    var ids = ItemIDs(of: delta.sections)
    var places: [(row: Int, level: Int, state: Waist.Disclosure)] = []
    delta.forEachFilledCell { row, path in
      guard let (level, isExpanded) = ids.outlinePlace(path.section, path.item) else { return }
      let state: Waist.Disclosure =
        switch isExpanded {
        case nil: .childless
        case false?: .collapsed
        case true?: .expanded
        }
      places.append((row, level, state))
    }
    set(places.count, .levels)
    guard !places.isEmpty else { return }
    let rows = column(Int32.self, places.count)
    for (index, place) in places.enumerated() { rows[index] = Int32(truncatingIfNeeded: place.row) }
    let levels = column(Int32.self, places.count)
    for (index, place) in places.enumerated() { levels[index] = Int32(truncatingIfNeeded: place.level) }
    let states = column(UInt8.self, places.count)
    for (index, place) in places.enumerated() { states[index] = place.state.rawValue }
  }

  /// Writes the ids, templates and contents of elements that are new or filled.
  mutating func writeTexts(_ delta: Delta) {
    var filled = 0
    delta.forEachFilledCell { _, _ in filled += 1 }
    guard filled > 0 else { return }
    var ids = ItemIDs(of: delta.sections)
    var rows: [Int] = []
    var ends: [Int] = []
    var text: [UInt8] = []
    rows.reserveCapacity(filled)
    ends.reserveCapacity(3 * filled)
    text.reserveCapacity(32 * filled)
    delta.forEachFilledCell { row, path in
      let id = ids[path.section, path.item]
      let content = delta.includesContent ? ids.content(path.section, path.item) : nil
      guard id != nil || content != nil else { return }
      rows.append(row)
      text.append(contentsOf: (id ?? "").utf8)
      ends.append(text.count)
      text.append(contentsOf: (content?.template ?? "").utf8)
      ends.append(text.count)
      text.append(contentsOf: content?.jsonText ?? [])
      ends.append(text.count)
    }
    set(rows.count, .texts)
    set(text.count, .textBytes)
    guard !rows.isEmpty else { return }
    let rowColumn = column(Int32.self, rows.count)
    for (index, row) in rows.enumerated() { rowColumn[index] = Int32(truncatingIfNeeded: row) }
    let endColumn = column(UInt32.self, ends.count)
    for (index, end) in ends.enumerated() { endColumn[index] = UInt32(truncatingIfNeeded: end) }
    add(bytes: text)
  }

  /// Writes the numbers of items of sections, and the strips.
  mutating func writeSections(_ delta: Delta) {
    if let counts = delta.counts, !counts.isEmpty {
      set(counts.count, .sections)
      let numbers = column(Int32.self, counts.count)
      for (index, count) in counts.enumerated() { numbers[index] = Int32(truncatingIfNeeded: count.section) }
      let items = column(Int32.self, counts.count)
      for (index, count) in counts.enumerated() { items[index] = Int32(truncatingIfNeeded: count.count) }
    }
    if let strips = delta.strips, !strips.isEmpty { write(strips, at: delta.offsets) }
  }

  private mutating func write(_ strips: [OrthogonalSection], at across: OrthogonalOffsets) {
    set(strips.count, .strips)
    let sections = column(Int32.self, strips.count)
    for (index, strip) in strips.enumerated() { sections[index] = Int32(truncatingIfNeeded: strip.section) }
    let behaviors = column(UInt32.self, strips.count)
    for (index, strip) in strips.enumerated() {
      let number = OrthogonalScrollingBehavior.allCases.firstIndex(of: strip.behavior) ?? 0
      behaviors[index] = UInt32(truncatingIfNeeded: number)
    }
    let snappings = column(UInt32.self, strips.count)
    for (index, strip) in strips.enumerated() {
      let snapping: Waist.Snapping =
        switch strip.snapping {
        case nil: .anywhere
        case .regular?: .regular
        case .irregular?: .irregular
        }
      snappings[index] = snapping.rawValue
    }
    var offsets: [Double] = []
    let counts = column(UInt32.self, strips.count)
    for (index, strip) in strips.enumerated() {
      guard case .irregular(let own)? = strip.snapping else { continue }
      counts[index] = UInt32(truncatingIfNeeded: own.count)
      offsets += own
    }
    let numbers = column(Double.self, strips.count * 11)
    for (index, strip) in strips.enumerated() {
      let place = numbers + 11 * index
      let (frame, size) = (strip.frame, strip.contentSize)
      (place[0], place[1], place[2], place[3]) = (frame.x, frame.y, frame.width, frame.height)
      (place[4], place[5], place[10]) = (size.width, size.height, across[strip.section])
      guard case .regular(let start, let interval, let count, let end)? = strip.snapping else { continue }
      (place[6], place[7], place[8], place[9]) = (start, interval, Double(count), end)
    }
    set(offsets.count, .stripOffsets)
    guard !offsets.isEmpty else { return }
    let offsetColumn = column(Double.self, offsets.count)
    for (index, offset) in offsets.enumerated() { offsetColumn[index] = offset }
  }

  /// Writes the items to prefetch, and those that need not be.
  mutating func writePaths(_ delta: Delta) {
    set(delta.prefetch.count, .prefetch)
    set(delta.cancel.count, .cancel)
    guard !delta.prefetch.isEmpty || !delta.cancel.isEmpty else { return }
    var ids = ItemIDs(of: delta.sections)
    var text: [UInt8] = []
    write(delta.prefetch, &ids, &text)
    write(delta.cancel, &ids, &text)
    set(text.count, .pathBytes)
    add(bytes: text)
  }

  /// Writes index paths, and where their ids end in the text.
  private mutating func write(_ paths: [IndexPath], _ ids: inout ItemIDs, _ text: inout [UInt8]) {
    guard !paths.isEmpty else { return }
    let places = column(Int32.self, paths.count * 2)
    for (index, path) in paths.enumerated() {
      places[2 * index] = Int32(truncatingIfNeeded: path.section)
      places[2 * index + 1] = Int32(truncatingIfNeeded: path.item)
    }
    let ends = column(UInt32.self, paths.count)
    for (index, path) in paths.enumerated() {
      text.append(contentsOf: (ids[path.section, path.item] ?? "").utf8)
      ends[index] = UInt32(truncatingIfNeeded: text.count)
    }
  }

  /// Writes new kinds and the layout.
  mutating func writeNames(_ delta: Delta) {
    let (first, kinds) = delta.newKinds
    set(first, .firstKind)
    set(kinds.count, .kinds)
    if !kinds.isEmpty {
      let categories = column(UInt8.self, kinds.count)
      for (index, kind) in kinds.enumerated() { categories[index] = kind.category.rawValue }
      set(write(texts: kinds.map { $0.name }), .kindBytes)
    }
    set(delta.facts.count, .factBytes)
    if !delta.facts.isEmpty { add(bytes: delta.facts) }
  }

  /// Writes where the dragged item belongs, and the gap that the others leave for it.
  mutating func writeMovement(_ delta: Delta) {
    guard let (origin, gap) = delta.movement else { return }
    set(1, .movement)
    let path = column(Int32.self, 2)
    path[0] = Int32(truncatingIfNeeded: origin.section)
    path[1] = Int32(truncatingIfNeeded: origin.item)
    column(Rect.self, 1)[0] = gap ?? .unknown
  }

  /// Writes the measurements that were not applied.
  mutating func writeIgnored(_ delta: Delta) {
    guard !delta.ignored.isEmpty else { return }
    set(delta.ignored.count, .ignoredBytes)
    add(bytes: delta.ignored)
  }

  /// Writes where texts end, and the texts; returns their bytes.
  private mutating func write(texts: [String]) -> Int {
    var text: [UInt8] = []
    let ends = column(UInt32.self, texts.count)
    for (index, own) in texts.enumerated() {
      text.append(contentsOf: own.utf8)
      ends[index] = UInt32(truncatingIfNeeded: text.count)
    }
    add(bytes: text)
    return text.count
  }
}

extension Delta {
  /// Visits the rows of cells whose items the page does not have yet, or not as they are described now.
  fileprivate func forEachFilledCell(_ visit: (_ row: Int, IndexPath) -> Void) {
    for (index, row) in rows.enumerated() where row.flags & Waist.RowFlag.filled.bit != 0 {
      let record = list.records[row.row]
      if record.kind == 0 { visit(index, record.indexPath) }
    }
    if let path = held?.item.indexPath { visit(rows.count, path) }
  }
}
