internal import CHarfBuzz

/// The glyphs that the rules of a font apply to in text of one script from left to right.
///
/// Other glyphs do not need HarfBuzz: a rule begins at a glyph that it names, so their widths are independent of their
/// neighbours.
final class ShapingRules {
  /// The effect of the rules on a glyph.
  enum Touch {
    /// No rule names it.
    case none
    /// Its shape depends on adjacent glyphs.
    case near
    /// Its shape may depend on any glyphs around it.
    case far
  }

  let script: UInt32
  /// Unique in one measurer.
  let id: UInt64
  /// Whether HarfBuzz shapes by OpenType tables, and there was memory for the sets of glyphs.
  private var isListed = false
  /// The glyphs that rules name.
  private let named = hb_set_create()
  /// The glyphs that contextual rules name.
  private let contextual = hb_set_create()

  /// Collects the rules that HarfBuzz applies by default.
  ///
  /// - Complexity: O(n) in the number of glyphs in the lookups of the font.
  init(font: OpaquePointer, script: UInt32, id: UInt64) {
    self.script = script
    self.id = id
    let face: OpaquePointer? = hb_font_get_face(font)
    guard let face else { return }
    var properties = hb_segment_properties_t()
    properties.direction = HB_DIRECTION_LTR
    properties.script = hb_script_t(rawValue: script)
    var count: UInt32 = 0
    let coordinates = hb_font_get_var_coords_normalized(font, &count)
    let plan = hb_shape_plan_create_cached2(face, &properties, nil, 0, coordinates, count, nil)
    defer { hb_shape_plan_destroy(plan) }
    for isSubstitution in [true, false] {
      LookupList.with(face, isSubstitution: isSubstitution) { collect(from: $0, face, plan, isSubstitution) }
    }
    isListed =
      hb_shape_plan_get_shaper(plan).map { String(cString: $0) } == "ot"
      && [named, contextual].allSatisfy { hb_set_allocation_successful($0) != 0 }
  }

  deinit {
    hb_set_destroy(named)
    hb_set_destroy(contextual)
  }

  /// Returns the effect of the rules on a glyph.
  ///
  /// - Complexity: O(1).
  func touch(of glyph: UInt32) -> Touch {
    guard isListed, hb_set_has(contextual, glyph) == 0 else { return .far }
    return hb_set_has(named, glyph) != 0 ? .near : .none
  }

  private func collect(
    from list: LookupList, _ face: OpaquePointer, _ plan: OpaquePointer?, _ isSubstitution: Bool
  ) {
    let table = isSubstitution ? LookupList.substitutions : LookupList.positions
    let lookups = hb_set_create()
    defer { hb_set_destroy(lookups) }
    hb_ot_shape_plan_collect_lookups(plan, table, lookups)
    var lookup = UInt32.max  // HarfBuzz's value for the start of an iteration
    while hb_set_next(lookups, &lookup) != 0 {
      let set = list.reach(of: lookup) == .anything ? contextual : named
      hb_ot_layout_lookup_collect_glyphs(face, table, lookup, set, set, set, nil)
    }
  }
}
