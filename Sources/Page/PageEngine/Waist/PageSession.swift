import CollectionModel
import JSON
import LayoutEngine
import Wire

/// A viewport of a replica, for one view of the page: it gives elements keys, and writes deltas of their changes.
///
/// The page calls, and reads the delta from the session's outbox before it calls again. Changes of others wait until the
/// page asks for them. If too many wait, or if the page scrolls before it has read them, a reset takes their place, at the
/// same distance from the place of the reader by then.
final class PageSession: Resource {
  let replica: PageReplica
  /// The name of the viewport.
  let name: String
  let includesContent: Bool
  private let prefetches: Bool
  private(set) var isOpen = true

  private var writer = DeltaWriter()
  private var inbox = Inbox()

  private(set) var window: KeyedWindow?
  private var keys = KeySource()
  /// Steps of others that the page has not read.
  private var pending: [CollectionStep] = []
  /// Whether the page reads the viewport anew, in place of steps.
  private var waitsForReset = false
  /// The content offset of the viewport as the page has read it last.
  private var knownOffset = Point.zero

  // Known to the page already, so that deltas need not repeat it.
  private var kinds: [ElementKind] = [.cell]
  private var kindsWritten = 0
  private var counts: [(section: Int, count: Int)]?
  private var strips: [OrthogonalSection] = []
  private var offsets = OrthogonalOffsets()
  private var layoutText: [UInt8]?
  private var scrollRange: ScrollRange?

  /// The most steps of others that wait.
  private static let pendingLimit = 8

  init(_ replica: PageReplica, viewport name: String, includesContent: Bool, prefetches: Bool) {
    self.replica = replica
    self.name = name
    self.includesContent = includesContent
    self.prefetches = prefetches
    super.init()
    replica.add(self)
  }

  override func closed() { replica.remove(self) }

  /// Notes that the replica is closed.
  func orphan() { isOpen = false }

  /// Has the session give keys after a number. Tests let keys run out with it.
  func giveKeys(after last: Int32) { keys = KeySource(after: last) }

  /// The address of the delta that was written last.
  var outbox: UnsafeRawPointer { UnsafeRawPointer(writer.outbox.start) }

  /// Makes room for a record of the page; returns its address, or nil if there is no memory for so many bytes.
  func makeRoom(_ bytes: Int) -> UnsafeMutableRawPointer? { inbox.makeRoom(bytes) }

  /// Reads a move.
  ///
  /// - Parameters:
  ///   - flags: those of `Waist.MoveFlag`.
  ///   - recordBytes: the bytes of the record in the inbox, if the flags say that there is one.
  /// - Throws: `invalidRequest`.
  func move(
    _ bounds: Rect, _ velocity: Point, _ flags: UInt32, _ recordBytes: Int
  ) throws(Problem) -> PageMove {
    let record = flags & Waist.MoveFlag.record.bit != 0 ? try record(recordBytes) : nil
    return try PageMove(bounds, velocity: velocity, flags: flags, record, in: window, of: sections)
  }

  /// Reads the batch in the inbox.
  ///
  /// - Throws: `invalidRequest`.
  func batch(_ recordBytes: Int) throws(Problem) -> PageBatch {
    try BatchReader(try record(recordBytes), in: window, of: sections).batch()
  }

  /// The sections that the viewport shows now.
  private var sections: SectionList { replica.shown.sections(shownOn: name) }

  private func record(_ bytes: Int) throws(Problem) -> WaistRecord {
    guard let record = inbox.record(bytes) else { throw .invalid("the inbox does not have so many bytes") }
    return record
  }
}

// MARK: Changes of others

extension PageSession {
  /// Notes a step of the replica that the session has not made.
  func note(_ step: CollectionStep) {
    // A reset that waits is of the newest version, whichever that is then.
    guard window != nil, !waitsForReset else { return }
    if pending.count < Self.pendingLimit { pending.append(step) } else { noteReset() }
  }

  /// Notes that the viewport has to be read anew.
  func noteReset() {
    guard window != nil else { return }
    pending = []
    waitsForReset = true
  }

  /// Whether changes of others wait.
  private var hasNews: Bool { waitsForReset || !pending.isEmpty }

  private func dropNews() {
    pending = []
    waitsForReset = false
  }

  /// Writes the next delta of the changes that wait; returns whether there was one.
  func writeNext() throws(Problem) -> Bool {
    if waitsForReset {
      let delta = try reset(.settled)
      dropNews()
      write(delta)
      return true
    }
    while !pending.isEmpty {
      guard let delta = delta(of: pending.removeFirst()) else { continue }
      write(delta)
      return true
    }
    return false
  }
}

// MARK: Moves and changes of the page

extension PageSession {
  /// Moves the viewport; returns whether the page has something to learn from the outbox.
  ///
  /// - Throws: the problems of the service for the request.
  /// - Complexity: O(log n + v) for v elements in both windows or ahead of them, of n, unless something is laid out.
  func scroll(_ move: PageMove) throws(Problem) -> Bool {
    guard !hasNews, let had = window, !move.isResync, move.json.isEmpty, move.goal == nil,
      keys.left > Self.keyReserve
    else { return try scrollByStep(move) }
    let change = move.change(of: name)
    guard let scroll = replica.scroll(by: change, from: had.index, prefetching: prefetches) else {
      return try scrollByStep(move)
    }
    var delta = base(
      .scroll, .scroll, scroll.window.list, replica.shown, scroll.viewport, scroll.layout,
      keepsRange: scroll.keepsSize)
    delta.snap = scroll.targetContentOffset
    (delta.prefetch, delta.cancel) = (scroll.prefetch, scroll.cancelPrefetch)
    take(scroll.window, pairedBy: scroll.pairs, with: had, &delta)
    return finish(delta)
  }

  /// Moves the viewport by a step of the collection, which may lay it out and measure it.
  private func scrollByStep(_ move: PageMove) throws(Problem) -> Bool {
    let isStale = hasNews || window == nil || move.isResync || keys.left <= Self.keyReserve
    var placed = move
    // The page has scrolled before it has read that others have moved the viewport: its bounds are those of the version
    // before, as those of a `boundsVersion` are.
    if hasNews, let offset = replica.shown.viewport(name)?.bounds?.origin {
      placed.bounds = move.bounds.moved(by: Point(x: offset.x - knownOffset.x, y: offset.y - knownOffset.y))
    }
    let made = try replica.move(placed, of: self)
    dropNews()
    guard let viewport = made.step.after.viewport(name), let outcome = made.step.scrolled else {
      throw .noSuchViewport(name)
    }
    var delta: Delta
    if isStale || outcome.isResync {
      delta = try reset(.resync)
    } else if made.isResized,
      let diff = made.step.diff(of: name, visibleOnly: true),
      let resized = self.delta(diff, of: made.step, .change, .resize)
    {
      delta = resized
    } else if let had = window {
      let layout = made.step.after.layout(shownOn: name, viewport)
        .scrolled(across: viewport.orthogonalOffsets)
      let index = ElementIndex(layout.elements(in: viewport.window, visible: viewport.bounds))
      delta = base(.scroll, .scroll, index.list, made.step.after, viewport, layout)
      delta.contentSize.from = contentSize(of: made.step.before) ?? delta.contentSize.to
      take(index, pairedBy: index.pairs(with: had.index), with: had, &delta)
    } else {
      delta = try reset(.resync)
    }
    delta.fromVersion = made.step.before.version
    delta.isProposal = made.isProposal
    let bounds = viewport.bounds ?? move.bounds
    delta.adjustment = Point(x: bounds.x - move.bounds.x, y: bounds.y - move.bounds.y)
    if delta.type != .change { delta.offsetFrom = move.bounds.origin }
    delta.snap = outcome.targetContentOffset
    delta.ignored = made.ignored
    if prefetches { (delta.prefetch, delta.cancel) = (outcome.prefetch, outcome.cancelPrefetch) }
    return finish(delta)
  }

  /// Changes the collection, and writes a delta of the viewport.
  ///
  /// - Throws: the problems of the service for the request.
  func change(_ batch: PageBatch) throws(Problem) {
    let isStale = hasNews || window == nil || keys.left <= Self.keyReserve
    let made = try replica.change(batch, of: self)
    dropNews()
    let type: Waist.DeltaType = batch.kind.isMovement ? .drag : .change
    var delta: Delta
    if !isStale, let diff = made.diff,
      let changed = self.delta(diff, of: made.step, type, Waist.Cause(made.step.change))
    {
      delta = changed
    } else {
      delta = try reset(Waist.Cause(made.step.change))
    }
    delta.fromVersion = made.step.before.version
    delta.isProposal = made.isProposal
    if let adjustment = made.diff?.contentOffsetAdjustment { delta.adjustment = adjustment }
    write(delta)
  }

  /// So many keys are left over when a session begins anew with them.
  private static let keyReserve = 1 << 24

  /// Writes a delta if the page has something to learn from it.
  private func finish(_ delta: consuming Delta) -> Bool {
    guard !delta.isEmpty else { return false }
    write(delta)
    return true
  }

  private func write(_ delta: consuming Delta) {
    var delta = delta
    delta.waits = hasNews
    if let window { delta.addPins(window.keys) }
    writer.write(delta)
    kindsWritten = kinds.count
    if let counts = delta.counts { self.counts = counts }
    if let strips = delta.strips { (self.strips, offsets) = (strips, delta.offsets) }
    if !delta.facts.isEmpty { layoutText = delta.facts }
    scrollRange = delta.scrollRange
  }
}

// MARK: Deltas

extension PageSession {
  /// The beginning of a delta: all but its elements.
  ///
  /// - Parameter keepsRange: whether the content rests at the same content offsets as before. Only a step that leaves the
  ///   layout, the size of the bounds and the policy alone knows it without a search for the item of the policy.
  private func base(
    _ type: Waist.DeltaType, _ cause: Waist.Cause, _ list: ElementList, _ after: SolvedCollection,
    _ viewport: Viewport, _ layout: any SolvedLayout, keepsRange: Bool = false
  ) -> Delta {
    let bounds = viewport.bounds ?? .zero
    knownOffset = bounds.origin
    let sections = after.sections(shownOn: name)
    let size = layout.contentSize
    var delta = Delta(
      type: type, cause: cause, fromVersion: after.version, version: after.version, contentSize: (size, size),
      offsetFrom: bounds.origin, bounds: bounds, window: viewport.window ?? bounds, list: list,
      kinds: numbers(of: list.kinds), layout: layout,
      sections: sections, includesContent: includesContent)
    delta.newKinds = (kindsWritten, Array(kinds[kindsWritten...]))
    let counts = self.counts(of: list, sections)
    if !isKnown(counts) { delta.counts = counts }
    let strips = layout.orthogonalSections(in: viewport.window)
    delta.offsets = viewport.orthogonalOffsets
    if strips != self.strips || delta.offsets != offsets { delta.strips = strips }
    if let movement = after.movement(on: name) {
      delta.movement = (movement.origin, movement.placeholder(visible: bounds)?.frame)
    }
    let text = viewport.ownLayout?.jsonText ?? after.state.layout.jsonText
    if text != layoutText { delta.facts = text }
    delta.scrollRange = keepsRange ? scrollRange : after.scrollRange(of: viewport, name)
    delta.hasOtherRange = delta.scrollRange != scrollRange
    return delta
  }

  /// The numbers of items of the sections in the window, in ascending order, and last, under the number -1, that of all
  /// sections behind them, if there are any items.
  private func counts(of list: ElementList, _ sections: SectionList) -> [(section: Int, count: Int)] {
    var counts = sections.itemCounts(of: list)
    if let last = counts.last, case let behind = sections.itemCount(behind: last.section), behind > 0 {
      counts.append((-1, behind))
    }
    return counts
  }

  private func isKnown(_ counts: [(section: Int, count: Int)]) -> Bool {
    guard let known = self.counts, known.count == counts.count else { return false }
    for (own, other) in zip(known, counts) where own != other { return false }
    return true
  }

  /// The numbers of kinds, which the session gives to those that it has not seen.
  private func numbers(of kinds: [ElementKind]) -> [UInt16] {
    var numbers: [UInt16] = []
    numbers.reserveCapacity(kinds.count)
    for kind in kinds {
      let known = self.kinds.firstIndex(of: kind)
      if known == nil { self.kinds.append(kind) }
      numbers.append(UInt16(truncatingIfNeeded: known ?? self.kinds.count - 1))
    }
    return numbers
  }

  private func contentSize(of collection: SolvedCollection) -> Size? {
    collection.viewport(name).map { collection.layout(shownOn: name, $0).contentSize }
  }

  /// Takes a window that has the same elements as another one at the same index paths.
  @_optimize(speed)
  private func take(
    _ index: ElementIndex, pairedBy pairs: ElementIndex.Pairs, with had: KeyedWindow, _ delta: inout Delta
  ) {
    let (list, old) = (index.list, had.list)
    var newKeys = ContiguousArray<Int32>()
    newKeys.reserveCapacity(list.count)
    for (row, oldRow) in pairs.others.enumerated() {
      let oldRow = Int(truncatingIfNeeded: oldRow)
      let isHeld = isHeld(list.records[row], had.held)
      let isKnown = oldRow >= 0
      let key = isHeld ? had.held?.key ?? 0 : isKnown ? had.keys[oldRow] : keys.next()
      newKeys.append(key)
      if isHeld || isKnown && list.hasAttributes(row, of: old, oldRow) { continue }
      let flags = isKnown ? 0 : Waist.RowFlag.new.bit | Waist.RowFlag.filled.bit
      delta.rows.append(Delta.Row(row: row, key: key, flags: flags))
    }
    for (oldRow, row) in pairs.own.enumerated() where row < 0 && !isHeld(old.records[oldRow], had.held) {
      delta.gone.append(Delta.Gone(key: had.keys[oldRow]))
    }
    window = KeyedWindow(index: index, keys: newKeys, sections: delta.sections, held: had.held)
  }

  private func isHeld(_ record: ElementList.Record, _ held: (key: Int32, path: IndexPath)?) -> Bool {
    guard let held else { return false }
    return record.kind == 0 && record.indexPath == held.path
  }

  /// The delta of a step that the session has not made; nil if the page has nothing to learn.
  private func delta(of step: CollectionStep) -> Delta? {
    guard let old = step.before.viewport(name), step.after.viewport(name) != nil,
      let diff = step.diff(of: name, visibleOnly: old.bounds != nil)
    else { return try? reset(.settled) }
    let isMoving = step.before.movement(on: name) != nil || step.after.movement(on: name) != nil
    let type: Waist.DeltaType = step.change != nil ? .change : isMoving ? .drag : .scroll
    let cause: Waist.Cause = type == .scroll ? .scroll : Waist.Cause(step.change)
    guard var delta = delta(diff, of: step, type, cause) else { return try? reset(.settled) }
    delta.adjustment = diff.contentOffsetAdjustment
    delta.fromVersion = step.before.version
    return delta.isEmpty ? nil : delta
  }

  /// The delta of a diff between both sides of a step; nil if the page has no window that the diff continues.
  private func delta(
    _ diff: UpdateDiff, of step: CollectionStep, _ type: Waist.DeltaType, _ cause: Waist.Cause
  ) -> Delta? {
    guard let had = window, let viewport = step.after.viewport(name), viewport.bounds != nil else {
      return nil
    }
    let layout = step.after.layout(shownOn: name, viewport).scrolled(across: viewport.orthogonalOffsets)
    let index =
      diff.window ?? ElementIndex(layout.elements(in: viewport.window, visible: viewport.bounds))
    var delta = base(type, cause, index.list, step.after, viewport, layout)
    delta.contentSize = diff.contentSize
    delta.offsetFrom = diff.contentOffset.from
    delta.changes = diff.changes
    var follower = WindowFollower(had, index, diff.changes, step.after.movement(on: name), keys)
    follower.follow()
    (delta.rows, delta.gone, delta.held) = (follower.rows, follower.gone, follower.held)
    keys = follower.keys
    let held = follower.held.map { (key: $0.key, path: $0.item.indexPath) }
    window = KeyedWindow(index: index, keys: follower.newKeys, sections: delta.sections, held: held)
    return delta
  }

  /// The delta that reads the viewport anew: cells keep their keys by their ids, other elements by their index paths.
  private func reset(_ cause: Waist.Cause) throws(Problem) -> Delta {
    let shown = replica.shown
    let had = window
    let viewport = shown.viewport(name)
    let wanted = viewport ?? shown.state.main
    let layout = shown.layout(shownOn: name, wanted).scrolled(across: wanted.orthogonalOffsets)
    let index =
      viewport?.bounds == nil
      ? ElementIndex(ElementList())
      : ElementIndex(layout.elements(in: wanted.window, visible: wanted.bounds))
    if keys.left <= Self.keyReserve { keys = KeySource() }
    (kindsWritten, counts, strips, layoutText) = (0, nil, [], nil)
    var delta = base(.reset, cause, index.list, shown, wanted, layout)
    delta.strips = layout.orthogonalSections(in: wanted.window)
    let movement = viewport == nil ? nil : shown.movement(on: name)
    var finder = KeyFinder(had, keys, of: delta.sections)
    finder.find(index, movement)
    (delta.rows, delta.gone, delta.held) = (finder.rows, finder.gone, finder.held)
    keys = finder.keys
    let held = finder.held.map { (key: $0.key, path: $0.item.indexPath) }
    window = KeyedWindow(index: index, keys: finder.newKeys, sections: delta.sections, held: held)
    return delta
  }
}
