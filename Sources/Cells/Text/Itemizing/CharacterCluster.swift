internal import CHarfBuzz
internal import CICU

/// A character with its marks, joiners and variation selectors, or a whole emoji: one font must have glyphs for all of it.
struct CharacterCluster {
  /// Whether a cluster is an emoji.
  enum Emoji: UInt8 {
    case none
    /// The character is an emoji by default.
    case implicit
    /// A selector or a sequence makes it an emoji.
    case explicit
  }

  /// The first character.
  var base: UInt32
  /// The characters after the first that need a glyph.
  var others: [UInt32] = []
  var emoji = Emoji.none
  /// The number of units.
  var length: Int

  /// The largest number of units; a longer cluster is split.
  private static let longest = 64

  /// Whether the cluster is so long that it may have been split.
  var isLongest: Bool { length >= Self.longest }

  /// Reads the cluster at an index, without a part after an end.
  ///
  /// - Complexity: O(n) in its length.
  init(in columns: TextColumns, at start: Int, before end: Int) {
    let (first, firstLength) = columns.codePoint(at: start)
    base = first
    length = firstLength
    let isPlain = Self.isPlain(first)
    let isPictograph = !isPlain && cicu_is_emoji(Int32(first)) != 0
    var isText = false
    while start + length < end, length < Self.longest {
      let unit = columns.units[start + length]
      if Self.isPlain(UInt32(unit)) { break }
      let (next, nextLength) = columns.codePoint(at: start + length)
      guard extend(with: next, isPictograph: isPictograph) || joinsEmoji(next, columns, start, isPictograph)
      else { break }
      if next == 0xFE0E { isText = true }
      length += nextLength
    }
    if emoji == .none, isPictograph, !isText, cicu_is_emoji_presentation(Int32(first)) != 0 {
      emoji = .implicit
    }
  }

  /// Makes the cluster of a single character that is no emoji.
  ///
  /// - Complexity: O(1).
  init(_ codePoint: UInt32) { (base, length) = (codePoint, 1) }

  /// Returns true for most characters that neither extend a cluster nor are emoji.
  static func isPlain(_ codePoint: UInt32) -> Bool {
    switch codePoint {
    case 0x23, 0x2A, 0x30...0x39, 0xA9, 0xAD, 0xAE: false
    case ..<0x300, 0x3400...0xA66E, 0xAC00...0xD7A3: true
    case 0x3041...0x3098, 0x309B...0x30FF, 0x0621...0x064A: true
    case 0x2010...0x2027, 0x3000...0x3029, 0xFF01...0xFF9D: true
    default: false
    }
  }

  /// Adds a character if it extends any cluster, or an emoji, and returns whether it does.
  private mutating func extend(with next: UInt32, isPictograph: Bool) -> Bool {
    switch next {
    case 0xFE0F:
      if isPictograph { emoji = .explicit }
      return true
    case 0x20E3 where isPictograph:
      emoji = .explicit
    case 0x1F3FB...0x1F3FF where isPictograph:
      emoji = .explicit
    case 0x1F1E6...0x1F1FF where (0x1F1E6...0x1F1FF).contains(base) && others.isEmpty:
      emoji = .explicit
    case 0xE0020...0xE007F where isPictograph:
      emoji = .explicit
      return true
    case 0xAD: return false
    default:
      // Ideographs and letters, which end a cluster, need no further lookup.
      if cicu_is_default_ignorable(Int32(next)) != 0 { return !Self.isBidiControl(next) }
      guard cicu_is_mark(Int32(next)) != 0 else { return false }
    }
    others.append(next)
    return true
  }

  /// Adds a character if it is an emoji after a joiner, and returns whether it is.
  private mutating func joinsEmoji(
    _ next: UInt32, _ columns: TextColumns, _ start: Int, _ isPictograph: Bool
  ) -> Bool {
    guard isPictograph, columns.units[start + length - 1] == 0x200D, cicu_is_emoji(Int32(next)) != 0 else {
      return false
    }
    emoji = .explicit
    others.append(next)
    return true
  }

  private static func isBidiControl(_ codePoint: UInt32) -> Bool {
    (0x202A...0x202E).contains(codePoint) || (0x2066...0x2069).contains(codePoint)
  }
}

extension CodePointSet {
  /// Returns whether there are glyphs for a whole cluster; its marks may be composed with its base.
  ///
  /// - Complexity: O(n) in the length of the cluster.
  func covers(_ cluster: CharacterCluster) -> Bool {
    guard contains(cluster.base) || cluster.baseIsIgnorable else { return false }
    var base = cluster.base
    for other in cluster.others where !contains(other) {
      base = chb_compose(base, other)
      guard base != 0, contains(base) else { return false }
    }
    return true
  }
}

extension CharacterCluster {
  /// Whether the cluster is invisible.
  var isIgnorable: Bool { others.isEmpty && baseIsIgnorable }

  /// Whether the first character is invisible.
  var baseIsIgnorable: Bool {
    base >= 0xAD && !Self.isPlain(base) && cicu_is_default_ignorable(Int32(base)) != 0
  }
}
