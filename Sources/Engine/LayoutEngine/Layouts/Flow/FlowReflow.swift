/// Breaks a section's lines anew where its items changed, until the breaks fall back into step with the old
/// ones: where a line begins with the item that it began with before, all lines behind it break as they did, up
/// to the next change.
struct FlowReflow {
  private let old: FlowSection
  private let items: ItemSequence

  /// The patch under way: the chunks of lines that it replaces, and their replacement.
  private struct Patch {
    var firstChunk: Int
    /// The first item of those chunks, by its place after.
    var firstItem: Int
    var breaker: FlowLineBreaker
    /// The next item to take, by its place after.
    var next: Int
  }

  private var patches: [(range: Range<Int>, chunks: ContiguousArray<LineChunk>)] = []
  private var cursor: ItemCursor?
  /// How many more items there are after than before, up to the current item.
  private var shift = 0

  init(_ old: FlowSection, of items: ItemSequence) {
    self.old = old
    self.items = items
  }

  /// The lines after the edits, and how long the last one is.
  consuming func lines(after edits: ItemEdits) -> (SummaryTree<LineChunk>, lastLineLength: Double) {
    guard items.count > 0 else { return (SummaryTree([]), 0) }
    guard old.lines.leafCount > 0 else {
      let section = FlowSection(items, sizing: old.sizing, line: old.line, lineSpacing: old.lineSpacing)
      return (section.lines, section.lastLineLength)
    }
    let regions = edits.splices.reversed()
    cursor = ItemCursor(items, at: 0)
    var last = old.lastLineLength
    var open: Patch?
    for (region, following) in zip(regions, regions.dropFirst().map({ $0.items.lowerBound }) + [nil]) {
      var patch = open ?? patch(from: region.items.lowerBound)
      open = nil
      let end = region.items.lowerBound + shift + region.newCount
      take(upTo: end, &patch)
      shift += region.newCount - region.items.count
      let limit = following.map { $0 + shift } ?? items.count
      if let line = fallIntoStep(from: end, before: limit, &patch) {
        open = close(patch, at: line, following: following)
      } else if following != nil {
        open = patch
      } else {
        last = patch.breaker.closeOpenLine()
        patches.append((patch.firstChunk..<old.lines.leafCount, patch.breaker.lines.finishChunks()))
      }
    }
    var lines = old.lines
    for (range, chunks) in patches.reversed() { lines = lines.replacing(range, with: chunks) }
    return (lines, last)
  }
}

extension FlowReflow {
  /// An old line: its chunk, and its place in it.
  fileprivate struct OldLine {
    var position: SummaryTree<LineChunk>.Position
    var line: Int
  }

  /// The old line that holds an item, by its place before.
  private func oldLine(of item: Int) -> OldLine {
    let position = old.lines.leaf(beyond: Double(item), by: { Double($0.items) })!
    return OldLine(position: position, line: position.leaf.line(of: item - position.before.items))
  }

  /// A patch that begins with the line of the item before a changed one: the items behind that may now fit on the same
  /// line.
  private func patch(from item: Int) -> Patch {
    let start = oldLine(of: max(0, item - 1))
    let first = start.position.before.items
    var patch = Patch(
      firstChunk: start.position.index, firstItem: first + shift,
      breaker: FlowLineBreaker(axis: old.sizing.axis, rule: old.line, lineSpacing: old.lineSpacing), next: 0)
    patch.breaker.take(0..<start.line, of: start.position.leaf)
    patch.next = first + shift + start.position.leaf.items(of: start.line).lowerBound
    return patch
  }

  /// Breaks the items up to one.
  private mutating func take(upTo end: Int, _ patch: inout Patch) {
    while patch.next < end {
      cursor!.move(to: patch.next)
      let stop = min(end, cursor!.end)
      patch.breaker.take(patch.next - cursor!.first..<stop - cursor!.first, of: cursor!.chunk, by: old.sizing)
      patch.next = stop
    }
  }

  /// Breaks items until the open line begins where an old line does.
  ///
  /// - Returns: that line; nil if there is none before `limit`.
  ///
  /// - Parameter start: where the items begin that are as they were, by their places after.
  private mutating func fallIntoStep(from start: Int, before limit: Int, _ patch: inout Patch) -> OldLine? {
    var ahead: OldLine?
    while patch.next < limit {
      cursor!.move(to: patch.next)
      var end = min(limit, cursor!.end)
      if !cursor!.chunk.isRun {
        // Up to the item with which the next old line begins: if it begins one again, they are in step.
        ahead = oldLine(from: patch.next - shift, after: ahead)
        if let ahead { end = min(end, ahead.start + shift + 1) }
      }
      take(upTo: end, &patch)
      let open = patch.firstItem + patch.breaker.openLine!
      guard open >= start else { continue }
      if ahead.map({ $0.start + shift < open }) ?? true { ahead = oldLine(from: open - shift, after: ahead) }
      if let ahead, ahead.start + shift == open { return ahead }
    }
    return nil
  }

  /// The first old line that begins at or behind an item, by its place before.
  ///
  /// - Parameter known: a line before it.
  private func oldLine(from item: Int, after known: OldLine?) -> OldLine? {
    if let known {
      if known.start >= item { return known }
      let line = known.position.leaf.line(from: item - known.position.before.items)
      if line < known.position.leaf.lineCount { return OldLine(position: known.position, line: line) }
    }
    guard item < old.items.count else { return nil }
    let found = oldLine(of: item)
    if found.start == item { return found }
    if found.line + 1 < found.position.leaf.lineCount {
      return OldLine(position: found.position, line: found.line + 1)
    }
    guard found.position.index + 1 < old.lines.leafCount else { return nil }
    return OldLine(position: old.lines.leaf(at: found.position.index + 1), line: 0)
  }

  /// Ends a patch where lines are in step from an old line on.
  ///
  /// - Parameter following: the next item that changed, by its place before. Where its line begins in a chunk that
  ///   the patch takes apart, the patch goes on there, and is returned.
  private mutating func close(_ patch: Patch, at line: OldLine, following: Int?) -> Patch? {
    var patch = patch
    patch.breaker.dropOpenLine()
    let next = following.map { oldLine(of: $0 - 1) }
    var (position, first) = (line.position, line.line)
    while true {
      let (index, chunk) = (position.index, position.leaf)
      if let next, next.position.index == index {
        patch.breaker.take(first..<next.line, of: chunk)
        patch.next = next.start + shift
        return patch
      }
      // Chunks behind the patch stay whole, unless the patch alone would make a small one.
      let isEnough = first == 0 && (chunk.isRun || patch.breaker.lines.lineCount >= LineChunk.capacity / 4)
      if !isEnough { patch.breaker.take(first..<chunk.lineCount, of: chunk) }
      if isEnough || index + 1 == old.lines.leafCount {
        patches.append(
          (patch.firstChunk..<index + (isEnough ? 0 : 1), patch.breaker.lines.finishChunks()))
        return nil
      }
      (position, first) = (old.lines.leaf(at: index + 1), 0)
    }
  }
}

extension FlowReflow.OldLine {
  /// The item that it begins with, by its place before.
  fileprivate var start: Int { position.before.items + position.leaf.items(of: line).lowerBound }
}
