internal import CHarfBuzz

/// The glyphs of a face whose shapes depend on a space beside them, or on text beyond it.
///
/// A word without such glyphs has the same shape everywhere, so that its shape can be cached. A glyph is one of them if a
/// default lookup begins at it and names the space.
struct SpaceContext {
  /// The rules by which a glyph may depend on a space or on text beyond it.
  enum Reach: Int, Comparable {
    case none
    /// Kerning with the space itself, and with nothing beyond it.
    case pair
    /// Substitutions; HarfBuzz reports how far they read.
    case substitution
    /// Positioning.
    case position

    static func < (left: Reach, right: Reach) -> Bool { left.rawValue < right.rawValue }
  }

  /// Whether words can be shaped separately: false if the face has tables whose pairs cannot be listed.
  let isWordwise: Bool
  /// The reach of the glyphs that depend on a space.
  private var glyphs: [UInt32: Reach] = [:]
  /// The reach of the characters whose initial glyph is one of these.
  private var codePoints: [UInt32: Reach] = [:]

  /// Collects the glyphs of a face.
  ///
  /// - Complexity: O(n), where n is the number of code points of the face and of glyphs in its lookups.
  init(face: FontFace) {
    var space: hb_codepoint_t = 0
    let hasSpace = hb_font_get_nominal_glyph(face.font, 0x20, &space) != 0
    isWordwise = hasSpace && !face.isBitmap && chb_has_only_opentype_layout(face.face) != 0
    guard isWordwise else { return }
    for isSubstitution in [true, false] {
      LookupList.with(face.face, isSubstitution: isSubstitution) { collect(from: $0, face.face, space) }
    }
    guard !glyphs.isEmpty else { return }
    face.coverage.forEach { codePoint in
      var glyph: hb_codepoint_t = 0
      guard hb_font_get_nominal_glyph(face.font, codePoint, &glyph) != 0 else { return }
      if let reach = glyphs[glyph] { codePoints[codePoint] = reach }
    }
  }

  /// Returns the reach of a glyph, or of its character's initial glyph if that is larger.
  func reach(of glyph: UInt32, from codePoint: UInt32) -> Reach {
    glyphs.isEmpty ? .none : max(glyphs[glyph] ?? .none, codePoints[codePoint] ?? .none)
  }

  /// Whether the shape of any word may depend on the spaces beside it.
  var dependsOnSpaces: Bool { !glyphs.isEmpty }

  private mutating func collect(from list: LookupList, _ face: OpaquePointer, _ space: hb_codepoint_t) {
    let table = list.isSubstitution ? LookupList.substitutions : LookupList.positions
    let lookups = hb_set_create()
    defer { hb_set_destroy(lookups) }
    // Optional features are always off; they would only make more words depend on their neighbours.
    var features =
      Self.defaultFeatures.map { name in name.utf8.reduce(UInt32(0)) { $0 << 8 | UInt32($1) } } + [0]
    hb_ot_layout_collect_lookups(face, table, nil, nil, &features, lookups)
    var lookup = UInt32.max
    while hb_set_next(lookups, &lookup) != 0 {
      let (before, input, after) = (hb_set_create(), hb_set_create(), hb_set_create())
      hb_ot_layout_lookup_collect_glyphs(face, table, lookup, before, input, after, nil)
      if [before, input, after].contains(where: { hb_set_has($0, space) != 0 }) {
        let reach: Reach =
          list.isSubstitution ? .substitution : list.adjustsFirstOfPairsOnly(lookup) ? .pair : .position
        var glyph = UInt32.max
        while hb_set_next(input, &glyph) != 0 { glyphs[glyph] = max(reach, glyphs[glyph] ?? .none) }
      }
      for set in [before, input, after] { hb_set_destroy(set) }
    }
  }

  /// The features that HarfBuzz applies by default in any script.
  private static let defaultFeatures = [
    "rvrn", "ltra", "ltrm", "rtla", "rtlm", "rand", "ccmp", "locl", "rlig", "abvm", "blwm", "mark", "mkmk",
    "calt",
    "clig", "curs", "dist", "kern", "liga", "rclt", "stch", "isol", "fina", "fin2", "fin3", "medi", "med2",
    "init",
    "mset", "ljmo", "vjmo", "tjmo", "nukt", "akhn", "rphf", "rkrf", "pref", "blwf", "abvf", "half", "pstf",
    "vatu",
    "cjct", "cfar", "pres", "abvs", "blws", "psts", "haln",
  ]
}
