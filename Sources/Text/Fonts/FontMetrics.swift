internal import CHarfBuzz

/// How tall the lines of a font are, as parts of its size.
struct FontMetrics: Sendable {
  /// How far letters rise above the baseline.
  var ascent: Double
  /// How far letters fall below the baseline; not negative.
  var descent: Double
  /// The space between the descent of a line and the ascent of the next.
  var lineGap: Double

  /// The metrics of a font that counts in its own units, by the table that its designer chose.
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
