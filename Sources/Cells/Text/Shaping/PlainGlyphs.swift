internal import CHarfBuzz

/// A cache of the advances of characters whose glyphs no rule of their font applies to.
///
/// A table of fixed size, in which characters with the same slot replace each other.
final class PlainGlyphs {
  /// The text that decides the shape of a character.
  enum Shape: Equatable {
    /// The character alone, with an advance in the units of its font.
    case plain(Int32)
    /// The character and its neighbours.
    case near
    /// The whole run.
    case far
  }

  private struct Entry {
    var key = UInt64.max
    var shape = Shape.far
  }

  private static let size = 1 << 14
  private let entries: UnsafeMutablePointer<Entry>

  init() {
    entries = .allocate(capacity: Self.size)
    entries.initialize(repeating: Entry(), count: Self.size)
  }

  deinit { entries.deallocate() }

  /// Returns the shape of a character of one unit.
  ///
  /// - Complexity: O(1).
  func shape(of unit: UInt16, font: FontInstance, rules: ShapingRules) -> Shape {
    let key = rules.id << 16 | UInt64(unit)
    // Consecutive code points get different slots.
    let slot = Int(truncatingIfNeeded: key ^ rules.id &* 0x9E37_79B1) & (Self.size - 1)
    if entries[slot].key != key {
      entries[slot] = Entry(key: key, shape: Self.find(unit, font, rules))
    }
    return entries[slot].shape
  }

  /// Finds the shape of a character, without the cache.
  static func find(_ unit: UInt16, _ font: FontInstance, _ rules: ShapingRules) -> Shape {
    var glyph: hb_codepoint_t = 0
    guard isCandidate(unit), hb_font_get_nominal_glyph(font.font, UInt32(unit), &glyph) != 0,
      // HarfBuzz makes the width of marks 0.
      hb_ot_layout_get_glyph_class(hb_font_get_face(font.font), glyph) != HB_OT_LAYOUT_GLYPH_CLASS_MARK,
      font.spaceContext.reach(of: glyph, from: UInt32(unit)) == .none
    else { return .far }
    return switch rules.touch(of: glyph) {
    case .none: .plain(hb_font_get_glyph_h_advance(font.font, glyph))
    case .near: .near
    case .far: .far
    }
  }

  /// Returns whether HarfBuzz only maps a character to its glyph unless a mark follows: true for most East Asian text.
  private static func isCandidate(_ unit: UInt16) -> Bool {
    switch unit {
    case 0x21...0x7E, 0x2010...0x2027, 0x3000...0x3029, 0x3030...0x3096, 0x309B...0x30FF, 0x3105...0x312F,
      0x3400...0x4DBF, 0x4E00...0x9FFF, 0xAC00...0xD7A3, 0xFF01...0xFF9D:
      true
    default: false
    }
  }
}
