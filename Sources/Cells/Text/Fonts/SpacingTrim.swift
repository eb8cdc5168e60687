internal import CHarfBuzz

/// The space that full-width punctuation in a font gives up beside other punctuation, and at the end of a line: CSS
/// `text-spacing-trim: normal`, with the classes of CSS Text 4 as Chromium has them.
///
/// The feature `halt` of the font says how much. Where the font draws a mark decides about the classes of some: a full stop
/// in the middle of its square closes nothing.
final class SpacingTrim {
  /// The class of a character in this font.
  enum Class {
    case other, open, close
    /// A mark with as much space before it as behind it.
    case middle
    /// A mark that is narrower than an ideograph.
    case openNarrow, closeNarrow
  }

  /// The class of a character in any font.
  private enum Kind {
    case known(Class)
    case dot, colon, semicolon, openQuote, closeQuote
  }

  private let font: OpaquePointer
  private let unitsPerEm: Double
  /// The class of full stops and commas.
  private let dot: Class
  private let colon: Class
  private let semicolon: Class
  /// Whether quotation marks are as wide as ideographs, as in Chinese fonts.
  private let hasWideQuotes: Bool
  /// The space that marks give up, as multiples of the size of the font.
  private var spaces: [UInt16: Double] = [:]

  /// Reads a font; nil if no mark in it gives up space, or it lacks one that decides about the classes of others.
  ///
  /// - Complexity: O(n) for n features of the font.
  init?(font: OpaquePointer, unitsPerEm: Double) {
    guard Self.hasHalfWidths(hb_font_get_face(font)) else { return nil }
    var classes: [Class] = []
    var advances: [Int32] = []
    for codePoint: UInt32 in [
      0x3001, 0x3002, 0xFF0C, 0xFF0E, 0xFF1A, 0xFF1B, 0x201C, 0x2018, 0x201D, 0x2019,
    ] {
      var glyph: hb_codepoint_t = 0
      guard hb_font_get_nominal_glyph(font, codePoint, &glyph) != 0 else { return nil }
      classes.append(Self.shape(of: glyph, in: font))
      advances.append(hb_font_get_glyph_h_advance(font, glyph))
    }
    /// Returns the class of some marks, if they have one class and one width.
    func common(_ range: Range<Int>) -> Class {
      let first = range.lowerBound
      return range.allSatisfy { classes[$0] == classes[first] && advances[$0] == advances[first] }
        ? classes[first] : .other
    }
    self.font = font
    self.unitsPerEm = unitsPerEm
    dot = common(0..<4)
    (colon, semicolon) = (classes[4], classes[5])
    hasWideQuotes = common(6..<8) == .open && common(8..<10) == .close
  }

  /// Returns whether a character may be a mark that gives up space.
  static func mayGiveSpace(_ unit: UInt16) -> Bool {
    (0x2018...0x301F).contains(unit) || (0xFF08...0xFF60).contains(unit)
  }

  /// Returns whether an opening mark gives up the space before it, behind a character.
  static func opensNarrowly(_ mark: Class, behind previous: Class) -> Bool {
    guard mark == .open else { return false }
    return switch previous {
    case .open, .middle, .close, .openNarrow: true
    case .closeNarrow, .other: false
    }
  }

  /// Returns whether a closing mark gives up the space behind it, before a character.
  static func closesNarrowly(_ mark: Class, before next: Class) -> Bool {
    guard mark == .close else { return false }
    return switch next {
    case .close, .middle, .closeNarrow: true
    case .open, .openNarrow, .other: false
    }
  }

  /// Returns whether a line may end with a character without its space. Full stops and commas keep it, as in Chromium.
  static func mayEndNarrowly(_ unit: UInt16) -> Bool {
    guard mayGiveSpace(unit) else { return false }
    return switch kind(of: unit) {
    case .known(.close), .closeQuote: true
    case .known, .dot, .colon, .semicolon, .openQuote: false
    }
  }

  /// Returns the class of a character.
  func classOf(_ unit: UInt16) -> Class {
    switch Self.kind(of: unit) {
    case .known(let known): known
    case .dot: dot
    case .colon: colon
    case .semicolon: semicolon
    case .openQuote: hasWideQuotes ? .open : .openNarrow
    case .closeQuote: hasWideQuotes ? .close : .closeNarrow
    }
  }

  /// Returns the space that a mark gives up, as a multiple of the size of the font.
  func space(of unit: UInt16) -> Double {
    if let known = spaces[unit] { return known }
    let (whole, half) = (advance(of: unit, isHalf: false), advance(of: unit, isHalf: true))
    let space = min(max(0, whole - half), max(0, whole))
    spaces[unit] = space
    return space
  }

  private func advance(of unit: UInt16, isHalf: Bool) -> Double {
    let buffer = hb_buffer_create()
    defer { hb_buffer_destroy(buffer) }
    withUnsafePointer(to: unit) { hb_buffer_add_utf16(buffer, $0, 1, 0, 1) }
    hb_buffer_guess_segment_properties(buffer)
    hb_buffer_set_direction(buffer, HB_DIRECTION_LTR)
    var feature = hb_feature_t(tag: Self.feature, value: isHalf ? 1 : 0, start: 0, end: UInt32.max)
    hb_shape(font, buffer, &feature, 1)
    var count: UInt32 = 0
    guard let positions = hb_buffer_get_glyph_positions(buffer, &count) else { return 0 }
    return (0..<Int(count)).reduce(0.0) { $0 + Double(positions[$1].x_advance) } / unitsPerEm
  }

  private static var feature: UInt32 { chb_tag(0x68, 0x61, 0x6C, 0x74) }

  /// Returns whether a face has the feature `halt`.
  private static func hasHalfWidths(_ face: OpaquePointer?) -> Bool {
    let lookups = hb_set_create()
    defer { hb_set_destroy(lookups) }
    var features: [UInt32] = [feature, 0]
    hb_ot_layout_collect_lookups(face, LookupList.positions, nil, nil, &features, lookups)
    return hb_set_is_empty(lookups) == 0
  }

  /// Returns the class of a glyph by the half of its square in which it is drawn.
  private static func shape(of glyph: UInt32, in font: OpaquePointer) -> Class {
    var extents = hb_glyph_extents_t()
    guard hb_font_get_glyph_extents(font, glyph, &extents) != 0 else { return .other }
    let half = Double(hb_font_get_glyph_h_advance(font, glyph)) / 2
    let (left, width) = (Double(extents.x_bearing), Double(extents.width))
    if left + width <= half { return .close }
    if left >= half { return .open }
    return width <= half && left >= half / 2 ? .middle : .other
  }

  private static func kind(of unit: UInt16) -> Kind {
    switch unit {
    case 0x2018, 0x201C: return .openQuote
    case 0x2019, 0x201D: return .closeQuote
    case 0xB7, 0x2027, 0x3000, 0x30FB: return .known(.middle)
    case 0x3001, 0x3002, 0xFF0C, 0xFF0E: return .dot
    case 0xFF1A: return .colon
    case 0xFF1B: return .semicolon
    case 0x3040...0xA4CF, 0xAC00...0xDFFF: return .known(.other)
    default: break
    }
    let isWide =
      (0x3000...0x303F).contains(unit) || (0xFF01...0xFF60).contains(unit) || (0xFFE0...0xFFE6).contains(unit)
    return switch Unicode.Scalar(unit)?.properties.generalCategory {
    case .openPunctuation: .known(isWide ? .open : .openNarrow)
    case .closePunctuation: .known(isWide ? .close : .closeNarrow)
    default: .known(.other)
    }
  }
}
