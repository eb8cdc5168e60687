internal import CHarfBuzz

/// Shapes the runs of a text and lays their units out on one line without end.
///
/// Has one buffer of HarfBuzz, so that it serves one thread at a time.
final class Shaper {
  private let buffer: OpaquePointer
  /// What a change of letter spacing turns off: a ligature cannot come apart.
  private var withoutLigatures: [hb_feature_t]

  init() {
    buffer = hb_buffer_create()
    let tags = [
      chb_tag(0x6C, 0x69, 0x67, 0x61), chb_tag(0x63, 0x6C, 0x69, 0x67), chb_tag(0x63, 0x61, 0x6C, 0x74),
    ]
    withoutLigatures = tags.map { hb_feature_t(tag: $0, value: 0, start: 0, end: UInt32.max) }
  }

  deinit { hb_buffer_destroy(buffer) }

  /// How runs are shaped.
  struct Style {
    var stack: FontStack
    /// In points.
    var size: Double
    /// In points.
    var letterSpacing: Double
  }

  /// Shapes all runs of a text; sets the edges of its units and where cutting it is safe.
  ///
  /// - Complexity: O(n) in the length of the text.
  func shape(_ runs: [TextRun], of columns: TextColumns, style: Style) throws(TextError) {
    for run in runs {
      columns.marks[run.start].insert(.isSafe)
      if columns.isOnlySpaces(run), style.letterSpacing == 0 {
        setSpaces(of: run, in: columns, advance: style.stack.fonts[run.font].spaceAdvance * style.size)
      } else {
        try fill(columns, with: run, style: style)
      }
      columns.marks[run.end].insert(.isSafe)
    }
    if runs.isEmpty { columns.marks[0].insert(.isSafe) }
    var edge = 0.0
    for index in 0..<columns.count {
      edge += columns.edges[index + 1]
      columns.edges[index + 1] = edge
    }
  }

  /// The width of a part of a run shaped by itself, in points, with the letters around it known but not counted.
  ///
  /// - Complexity: O(n) in the length of the part.
  func width(of range: Range<Int>, in run: TextRun, of columns: TextColumns, style: Style) throws(TextError)
    -> Double
  {
    let font = try shape(range, of: run, columns, style)
    var total = 0.0
    var cluster = UInt32.max
    forEachGlyph { glyph, position in
      total += advance(position, font, style)
      if glyph.cluster != cluster {
        total += style.letterSpacing
        cluster = glyph.cluster
      }
    }
    return total
  }

  private func fill(_ columns: TextColumns, with run: TextRun, style: Style) throws(TextError) {
    let font = try shape(run.start..<run.end, of: run, columns, style)
    var cluster = UInt32.max
    forEachGlyph { glyph, position in
      let unit = Int(glyph.cluster)
      columns.edges[unit + 1] += advance(position, font, style)
      guard glyph.cluster != cluster else { return }
      cluster = glyph.cluster
      columns.edges[unit + 1] += style.letterSpacing
      var glyph = glyph
      if chb_is_unsafe_to_break(&glyph) == 0 { columns.marks[unit].insert(.isSafe) }
    }
  }

  private func setSpaces(of run: TextRun, in columns: TextColumns, advance: Double) {
    for unit in run.start..<run.end {
      columns.edges[unit + 1] = advance
      columns.marks[unit].insert(.isSafe)
    }
  }

  private func shape(
    _ range: Range<Int>, of run: TextRun, _ columns: TextColumns, _ style: Style
  ) throws(TextError) -> FontInstance {
    let font = style.stack.fonts[run.font]
    hb_buffer_clear_contents(buffer)
    hb_buffer_add_utf16(
      buffer, columns.units, Int32(columns.count), UInt32(range.lowerBound), Int32(range.count))
    hb_buffer_set_direction(buffer, run.isRightToLeft ? HB_DIRECTION_RTL : HB_DIRECTION_LTR)
    hb_buffer_set_script(buffer, hb_script_t(rawValue: run.script))
    if style.letterSpacing == 0 {
      hb_shape(font.font, buffer, nil, 0)
    } else {
      hb_shape(font.font, buffer, &withoutLigatures, UInt32(withoutLigatures.count))
    }
    guard hb_buffer_allocation_successful(buffer) != 0 else {
      // A buffer that once failed stays so until it is reset.
      hb_buffer_reset(buffer)
      throw .outOfMemory
    }
    return font
  }

  private func forEachGlyph(_ body: (hb_glyph_info_t, hb_glyph_position_t) -> Void) {
    var count: UInt32 = 0
    guard let glyphs = hb_buffer_get_glyph_infos(buffer, &count),
      let positions = hb_buffer_get_glyph_positions(buffer, nil)
    else { return }
    for index in 0..<Int(count) { body(glyphs[index], positions[index]) }
  }

  private func advance(_ position: hb_glyph_position_t, _ font: FontInstance, _ style: Style) -> Double {
    let advance = Double(position.x_advance) * style.size / font.face.unitsPerEm
    return font.face.isBitmap ? advance.rounded() : advance
  }
}

extension TextColumns {
  fileprivate func isOnlySpaces(_ run: TextRun) -> Bool {
    (run.start..<run.end).allSatisfy { units[$0] == 0x20 }
  }
}
