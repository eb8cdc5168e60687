internal import CHarfBuzz

/// A face at a weight, as one measurer shapes with it.
final class FontInstance {
  /// What tells the instances of one measurer apart.
  let id: UInt32
  let face: FontFace
  let spaceContext: SpaceContext
  /// The font at that weight, counting in its own units.
  let font: OpaquePointer
  let metrics: FontMetrics
  /// What a space is wide, as part of the size.
  let spaceAdvance: Double
  /// What is drawn where a word is cut at a soft hyphen, and how wide it is as part of the size.
  let hyphen: (text: String, advance: Double)
  /// What is drawn where text is left out, and how wide it is as part of the size.
  let ellipsis: (text: String, advance: Double)

  init(face: FontFace, weight: Double, id: UInt32) {
    self.id = id
    self.face = face
    spaceContext = SpaceContext(face: face)
    if face.isVariable {
      // Not a sub-font: one asks its parent, which has another weight, for its advances.
      let font: OpaquePointer = hb_font_create(face.face)
      var variation = hb_variation_t(tag: chb_weight_axis(), value: Float(weight))
      hb_font_set_variations(font, &variation, 1)
      hb_font_make_immutable(font)
      self.font = font
    } else {
      font = hb_font_reference(face.font)
    }
    metrics = FontMetrics(font: font, unitsPerEm: face.unitsPerEm)
    let advance = { [font] (codePoint: UInt32) -> Double? in
      var glyph: hb_codepoint_t = 0
      guard hb_font_get_nominal_glyph(font, codePoint, &glyph) != 0 else { return nil }
      return Double(hb_font_get_glyph_h_advance(font, glyph)) / face.unitsPerEm
    }
    spaceAdvance = advance(0x20) ?? 0.25
    hyphen = advance(0x2010).map { ("\u{2010}", $0) } ?? ("-", advance(0x2D) ?? 0)
    ellipsis = advance(0x2026).map { ("\u{2026}", $0) } ?? ("...", 3 * (advance(0x2E) ?? 0))
  }

  deinit { hb_font_destroy(font) }
}
