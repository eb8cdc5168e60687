/// An upper bound for the work of a face's rules at one glyph.
///
/// HarfBuzz can be stopped between two lookups, but not inside of one. There it tries the rules of each subtable one after
/// another, and a font of some kilobytes can list the same rule millions of times. The tables share their parts by
/// offsets, so that a part is read once.
struct LookupWork {
  /// The most glyphs that a lookup may compare at one glyph, those of the lookups that it applies included.
  ///
  /// A glyph takes some nanoseconds: one lookup takes at most a second or two for `Shaper.ownPartLength`. The fonts of
  /// Debian's packages have up to 10,000.
  static let limit = 1 << 15
  /// The most numbers of a table that are read to find this out; fonts of Debian have up to 80,000.
  private static let stepLimit = 1 << 22
  /// The deepest nesting of lookups that HarfBuzz follows.
  private static let depthLimit = 64

  /// The work of some rules: the glyphs that are compared, and the lookups that one of the rules applies.
  private struct Work {
    var compared = 0
    var applied = 0
  }

  /// The forms of rules. The raw values tell apart what the same bytes mean.
  private enum Rule: Int {
    case ligature
    case context
    case chain
  }

  private let list: LookupList
  private let start: Int
  private let count: Int
  /// The work of lookups, by their numbers.
  private var known: [Int: Int] = [:]
  private var sets: [Int: Work] = [:]
  private var steps = 0
  private var depth = 0
  private var isOver = false

  private init(_ list: LookupList) {
    self.list = list
    start = list.number(at: 8) ?? 0
    count = list.number(at: 0) == 1 && start > 0 ? list.number(at: start) ?? 0 : 0
  }

  /// Returns whether a lookup of a face may take too long at one glyph.
  ///
  /// - Complexity: O(n) for n rules, and at most `stepLimit` steps.
  static func exceedsLimit(of face: OpaquePointer) -> Bool {
    [true, false].contains { isSubstitution in
      LookupList.with(face, isSubstitution: isSubstitution) { list in
        var work = LookupWork(list)
        for lookup in 0..<work.count where !work.isOver { _ = work.lookup(lookup) }
        return work.isOver
      }
    }
  }

  private mutating func number(_ offset: Int) -> Int {
    steps += 1
    if steps > Self.stepLimit { isOver = true }
    return list.number(at: offset) ?? 0
  }

  /// Returns the work of a lookup. One that applies itself exceeds the limit.
  private mutating func lookup(_ lookup: Int) -> Int {
    guard lookup < count, !isOver else { return 0 }
    if let work = known[lookup] { return work }
    depth += 1
    defer { depth -= 1 }
    // A cycle is deeper than any limit.
    guard depth <= Self.depthLimit else {
      isOver = true
      return 0
    }
    let offset = start + number(start + 2 + 2 * lookup)
    let kind = number(offset)
    var total = Work()
    for index in 0..<number(offset + 4) where !isOver {
      let work = subtable(offset + number(offset + 6 + 2 * index), kind)
      total.compared += work.compared
      total.applied = max(total.applied, work.applied)
    }
    let work = total.compared + total.applied
    if work > Self.limit { isOver = true }
    known[lookup] = work
    return work
  }

  /// Returns the work of a subtable of a kind of lookup.
  private mutating func subtable(_ offset: Int, _ kind: Int) -> Work {
    // Kinds of `GPOS` that have contexts follow two more.
    let shift = list.isSubstitution ? 0 : 2
    if kind == 7 + shift {
      let extended = number(offset + 2)
      guard extended != kind else { return Work(compared: 1) }
      return subtable(offset + number(offset + 4) << 16 + number(offset + 6), extended)
    }
    switch (kind - shift, number(offset)) {
    case (4, _) where list.isSubstitution: return largestSet(at: offset + 4, of: .ligature, from: offset)
    case (5, 1): return largestSet(at: offset + 4, of: .context, from: offset)
    case (5, 2): return largestSet(at: offset + 6, of: .context, from: offset)
    case (5, 3):
      let glyphs = number(offset + 2)
      return Work(
        compared: 1 + glyphs, applied: records(at: offset + 6 + 2 * glyphs, number(offset + 4)))
    case (6, 1): return largestSet(at: offset + 4, of: .chain, from: offset)
    case (6, 2): return largestSet(at: offset + 10, of: .chain, from: offset)
    case (6, 3): return chain(at: offset + 2, listsFirst: true)
    case (8, _) where list.isSubstitution:
      let before = number(offset + 4)
      return Work(compared: 1 + before + number(offset + 6 + 2 * before))
    default: return Work(compared: 1)
    }
  }

  /// Returns the work of the largest of several sets, of which a glyph has one.
  private mutating func largestSet(at list: Int, of form: Rule, from offset: Int) -> Work {
    var largest = Work(compared: 1)
    for index in 0..<number(list) where !isOver {
      let set = number(list + 2 + 2 * index)
      if set == 0 { continue }
      let work = rules(ofSetAt: offset + set, form)
      largest.compared = max(largest.compared, work.compared)
      largest.applied = max(largest.applied, work.applied)
    }
    return largest
  }

  private mutating func rules(ofSetAt offset: Int, _ form: Rule) -> Work {
    let key = offset << 2 | form.rawValue
    if let work = sets[key] { return work }
    var total = Work()
    for index in 0..<number(offset) where !isOver {
      let rule = offset + number(offset + 2 + 2 * index)
      let work =
        switch form {
        case .ligature: Work(compared: 1 + min(64, number(rule + 2)))  // HarfBuzz skips longer ones
        case .context: context(at: rule)
        case .chain: chain(at: rule, listsFirst: false)
        }
      total.compared += work.compared
      total.applied = max(total.applied, work.applied)
      if total.compared > Self.limit { isOver = true }
    }
    sets[key] = total
    return total
  }

  private mutating func context(at offset: Int) -> Work {
    let glyphs = number(offset)
    let applied = records(at: offset + 4 + 2 * max(0, glyphs - 1), number(offset + 2))
    return Work(compared: 1 + glyphs, applied: applied)
  }

  /// - Parameter listsFirst: whether the first glyph is listed, as it is where no set stands for it.
  private mutating func chain(at offset: Int, listsFirst: Bool) -> Work {
    var (offset, compared) = (offset, 1)
    for part in 0..<3 {
      let glyphs = number(offset)
      compared += glyphs
      offset += 2 + 2 * (part == 1 && !listsFirst ? max(0, glyphs - 1) : glyphs)
    }
    return Work(compared: compared, applied: records(at: offset + 2, number(offset)))
  }

  /// Returns the work of the lookups that a rule applies.
  private mutating func records(at offset: Int, _ count: Int) -> Int {
    var work = 0
    for index in 0..<count where !isOver {
      work += 1 + lookup(number(offset + 4 * index + 2))
      if work > Self.limit { isOver = true }
    }
    return work
  }
}
