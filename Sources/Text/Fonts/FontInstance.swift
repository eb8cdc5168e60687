internal import CHarfBuzz

/// A face at a weight, as one measurer shapes with it.
///
/// Has a face of HarfBuzz of its own over the bytes that all share: HarfBuzz and Swift count the users of what they
/// work with, and threads that count together wait for each other.
final class FontInstance {
  /// What tells the instances of one measurer apart.
  let id: UInt32
  /// The face of the library that this is.
  let source: ObjectIdentifier
  let unitsPerEm: Double
  /// Whether its glyphs are pictures of certain sizes, which browsers advance by whole pixels.
  let isBitmap: Bool
  let coverage: CodePointSet
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
  private var rules: [ShapingRules] = []

  init(face: FontFace, weight: Double, id: UInt32) {
    self.id = id
    source = ObjectIdentifier(face)
    unitsPerEm = face.unitsPerEm
    isBitmap = face.isBitmap
    coverage = face.coverage.copy()
    spaceContext = SpaceContext(face: face)
    let blob = hb_face_reference_blob(face.face)
    let ownFace: OpaquePointer = hb_face_create(blob, hb_face_get_index(face.face))
    hb_blob_destroy(blob)
    // Not a sub-font where it varies: one asks its parent, which has another weight, for its advances.
    let font: OpaquePointer = hb_font_create(ownFace)
    hb_face_make_immutable(ownFace)
    hb_face_destroy(ownFace)
    if face.isVariable {
      var variation = hb_variation_t(tag: chb_weight_axis(), value: Float(weight))
      hb_font_set_variations(font, &variation, 1)
    }
    hb_font_make_immutable(font)
    self.font = font
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

  /// What the rules of the font touch in text of a script, made when it is first asked for.
  ///
  /// - Complexity: O(n) in the number of scripts asked for before.
  func rules(for script: UInt32) -> ShapingRules {
    for known in rules where known.script == script { return known }
    // There are fewer scripts than this.
    let made = ShapingRules(font: font, script: script, id: UInt64(id) << 12 | UInt64(rules.count))
    rules.append(made)
    return made
  }
}
