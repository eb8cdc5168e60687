internal import CHarfBuzz

/// A face at a weight, for one measurer.
///
/// Each instance has a HarfBuzz face of its own over shared bytes: HarfBuzz and Swift count references, and threads that
/// share a count slow each other down.
final class FontInstance {
  /// Unique in one measurer.
  let id: UInt32
  /// The face of the library.
  let source: ObjectIdentifier
  let unitsPerEm: Double
  /// Whether its glyphs are bitmaps, which browsers advance by whole pixels.
  let isBitmap: Bool
  /// Whether a client sent it.
  let isOwn: Bool
  let coverage: CodePointSet
  let spaceContext: SpaceContext
  /// The font at that weight, in its own units.
  let font: OpaquePointer
  let metrics: FontMetrics
  /// The width of a space, as a multiple of the font size.
  let spaceAdvance: Double
  /// The text drawn at a soft hyphen that ends a line, and its width as a multiple of the font size.
  let hyphen: (text: String, advance: Double)
  /// The text drawn in place of omitted text, and its width as a multiple of the font size.
  let ellipsis: (text: String, advance: Double)
  private var rules: [ShapingRules] = []
  /// The space that full-width punctuation gives up; nil where it gives up none.
  private(set) lazy var spacingTrim = SpacingTrim(font: font, unitsPerEm: unitsPerEm)

  init(face: FontFace, weight: Double, id: UInt32) {
    self.id = id
    source = ObjectIdentifier(face)
    unitsPerEm = face.unitsPerEm
    isBitmap = face.isBitmap
    isOwn = face.isOwn
    coverage = face.coverage.copy()
    spaceContext = SpaceContext(face: face)
    let blob = hb_face_reference_blob(face.face)
    let ownFace: OpaquePointer = hb_face_create(blob, hb_face_get_index(face.face))
    hb_blob_destroy(blob)
    // No sub-font: a sub-font takes its advances from its parent, which has another weight.
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

  /// Returns the font's rules for text of a script, and makes them on the first call.
  ///
  /// - Complexity: O(n) for n scripts used before.
  func rules(for script: UInt32) -> ShapingRules {
    for known in rules where known.script == script { return known }
    // There are fewer scripts than this.
    let made = ShapingRules(font: font, script: script, id: UInt64(id) << 12 | UInt64(rules.count))
    rules.append(made)
    return made
  }
}

/// The fonts of one measurer, each made once.
final class FontInstances {
  private struct Key: Hashable {
    var face: ObjectIdentifier
    var weight: Double
  }

  private var instances: [Key: FontInstance] = [:]
  private var lastID: UInt32 = 0

  /// The largest number of cached fonts; paragraphs retain the fonts that they use.
  private static let limit = 256

  /// Returns a face at a weight, or at its own if it has only one.
  ///
  /// - Complexity: O(1); the first time O(n) for n glyphs of the face.
  func instance(of face: FontFace, weight: Double) -> FontInstance {
    let key = Key(face: ObjectIdentifier(face), weight: face.isVariable ? weight : 0)
    if let instance = instances[key] { return instance }
    if instances.count >= Self.limit { instances.removeAll(keepingCapacity: true) }
    lastID &+= 1
    let instance = FontInstance(face: face, weight: weight, id: lastID)
    instances[key] = instance
    return instance
  }
}

/// The vertical metrics of a font, as multiples of its size.
struct FontMetrics: Sendable {
  /// The height of letters above the baseline.
  var ascent: Double
  /// The depth of letters below the baseline; not negative.
  var descent: Double
  /// The space between the descent of a line and the ascent of the next.
  var lineGap: Double

  /// Reads the metrics of a font in its own units.
  init(font: OpaquePointer, unitsPerEm: Double) {
    func value(_ tag: hb_ot_metrics_tag_t) -> Double {
      var position: hb_position_t = 0
      hb_ot_metrics_get_position_with_fallback(font, tag, &position)
      return Double(position) / unitsPerEm
    }
    ascent = value(HB_OT_METRICS_TAG_HORIZONTAL_ASCENDER)
    descent = abs(value(HB_OT_METRICS_TAG_HORIZONTAL_DESCENDER))
    lineGap = max(0, value(HB_OT_METRICS_TAG_HORIZONTAL_LINE_GAP))
  }
}
