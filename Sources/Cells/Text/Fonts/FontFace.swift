internal import CHarfBuzz

/// One face of a font file.
///
/// `@unchecked Sendable` without a lock: nothing here changes after the initializer, and HarfBuzz publishes tables that
/// it loads later by atomic exchange.
final class FontFace: @unchecked Sendable {
  let face: OpaquePointer
  /// The face at its default variation, in its own units.
  let font: OpaquePointer
  let unitsPerEm: Double
  /// The typographic family name, and the one for menus of four styles if it differs.
  let familyNames: [String]
  /// The available weights: one, or the range of the face's axis.
  let weights: ClosedRange<Double>
  /// The width in percent of a normal face.
  let width: Double
  let isItalic: Bool
  /// Whether it has a `wght` axis.
  let isVariable: Bool
  /// Whether its glyphs have colours, like emoji.
  let isColor: Bool
  /// Whether its glyphs are bitmaps, which browsers advance by whole pixels.
  let isBitmap: Bool
  let coverage: CodePointSet
  /// Whether a client sent it.
  let isOwn: Bool

  /// Loads the face at an index of a file; nil if it has no glyph or no name.
  init?(blob: OpaquePointer, index: UInt32, isOwn: Bool = false) {
    self.isOwn = isOwn
    let face: OpaquePointer = hb_face_create(blob, index)
    let font: OpaquePointer = hb_font_create(face)
    self.face = face
    self.font = font
    unitsPerEm = Double(hb_face_get_upem(face))
    var names: [String] = []
    for id in [HB_OT_NAME_ID_TYPOGRAPHIC_FAMILY, HB_OT_NAME_ID_FONT_FAMILY] {
      if let name = Self.name(face, UInt32(id)), !names.contains(name) { names.append(name) }
    }
    familyNames = names
    var axis = hb_ot_var_axis_info_t()
    isVariable = hb_ot_var_find_axis_info(face, chb_weight_axis(), &axis) != 0
    let weight = Double(hb_style_get_value(font, HB_STYLE_TAG_WEIGHT))
    weights =
      isVariable && axis.min_value <= axis.max_value
      ? Double(axis.min_value)...Double(axis.max_value) : weight...weight
    width = Double(hb_style_get_value(font, HB_STYLE_TAG_WIDTH))
    isItalic =
      hb_style_get_value(font, HB_STYLE_TAG_ITALIC) != 0
      || hb_style_get_value(font, HB_STYLE_TAG_SLANT_ANGLE) != 0
    isBitmap = hb_ot_color_has_png(face) != 0
    isColor = isBitmap || hb_ot_color_has_layers(face) != 0 || hb_ot_color_has_svg(face) != 0
    coverage = CodePointSet(face: face)
    hb_face_make_immutable(face)
    hb_font_make_immutable(font)
    if names.isEmpty || hb_face_get_glyph_count(face) == 0 || unitsPerEm <= 0 { return nil }
  }

  deinit {
    hb_font_destroy(font)
    hb_face_destroy(face)
  }

  /// Returns an English name of a face by its number in OpenType's table of names; nil if the face has none.
  static func name(_ face: OpaquePointer, _ id: UInt32) -> String? {
    var size: UInt32 = 0
    let english = hb_language_from_string("en", -1)
    let length = hb_ot_name_get_utf8(face, id, english, &size, nil)
    guard length > 0, length < 1024 else { return nil }
    var bytes = [CChar](repeating: 0, count: Int(length) + 1)
    size = length + 1
    hb_ot_name_get_utf8(face, id, english, &size, &bytes)
    return String(decoding: bytes.prefix(Int(size)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

extension FontFace {
  /// Returns the number of code points of each script, without those of many scripts or of none.
  ///
  /// - Complexity: O(n), where n is the number of code points.
  func scriptCounts() -> [UInt32: Int] {
    var counts: [UInt32: Int] = [:]
    var (current, run) = (HB_SCRIPT_COMMON.rawValue, 0)
    coverage.forEach { codePoint in
      let script = chb_script(codePoint).rawValue
      if script != current {
        counts[current, default: 0] += run
        (current, run) = (script, 0)
      }
      run += 1
    }
    counts[current, default: 0] += run
    for script in [HB_SCRIPT_COMMON, HB_SCRIPT_INHERITED, HB_SCRIPT_UNKNOWN] { counts[script.rawValue] = nil }
    return counts
  }

  /// Returns the script that the face is designed for, which more than half of its letters belong to; nil if there is
  /// none.
  ///
  /// - Complexity: O(n), where n is the number of code points.
  func designScript() -> UInt32? {
    let counts = scriptCounts()
    let total = counts.values.reduce(0, +)
    return counts.first { $0.value * 2 > total }?.key
  }
}
