internal import CHarfBuzz
import Cancellation

/// Shapes the runs of a text, and positions their units on one endless line.
///
/// It has one HarfBuzz buffer: use it on one thread at a time.
final class Shaper {
  let buffer: OpaquePointer
  /// The features that letter spacing turns off, because a ligature cannot be spaced.
  private var withoutLigatures: [hb_feature_t]
  var words = WordCache()
  let plain = PlainGlyphs()

  init() {
    buffer = hb_buffer_create()
    let tags = [
      chb_tag(0x6C, 0x69, 0x67, 0x61), chb_tag(0x63, 0x6C, 0x69, 0x67), chb_tag(0x63, 0x61, 0x6C, 0x74),
    ]
    withoutLigatures = tags.map { hb_feature_t(tag: $0, value: 0, start: 0, end: UInt32.max) }
  }

  deinit { hb_buffer_destroy(buffer) }

  /// The fonts, size and spacing of runs.
  struct Style {
    var stack: FontStack
    /// In points.
    var size: Double
    /// In points.
    var letterSpacing: Double
    /// Whether full-width punctuation gives up space beside other punctuation.
    var trimsSpacing: Bool

    /// Whether letter spacing is left out where letters join.
    private(set) var isUnspaced = false

    init(stack: FontStack, size: Double, letterSpacing: Double, trimsSpacing: Bool = true) {
      self.stack = stack
      self.size = size
      self.letterSpacing = letterSpacing
      self.trimsSpacing = trimsSpacing
    }

    /// The style without letter spacing, for letters that join: spacing would tear them apart, so that browsers add it
    /// only to the spaces and the common punctuation between them (CSS Text 4, section 9.2). It has no ligatures either.
    var unspaced: Style {
      var style = self
      (style.letterSpacing, style.isUnspaced) = (0, true)
      return style
    }

    /// A ligature cannot be spaced.
    var hasLigatures: Bool { letterSpacing == 0 && !isUnspaced }
  }

  /// Shapes all runs of a text, and sets the edges of its units and the marks where cutting it is safe.
  ///
  /// - Parameter styles: the styles of a styled text's runs; empty if `style` is that of all.
  /// - Complexity: O(n) in the length of the text.
  func shape(
    _ runs: [TextRun], of columns: TextColumns, style: Style, styles: [Style] = []
  ) throws(TextError) {
    var pace = Pace()
    for run in runs {
      if pace.isOver(after: 16 + run.end - run.start) { throw .cancelled }
      columns.marks[run.start].insert(.isSafe)
      let style = styles.isEmpty ? style : styles[run.style]
      try fill(run, in: columns, style: style)
      trimSpacing(of: run, in: columns, style: style)
      columns.marks[run.end].insert(.isSafe)
    }
    if runs.isEmpty { columns.marks[0].insert(.isSafe) }
    var edge = 0.0
    for index in 0..<columns.count {
      edge += columns.edges[index + 1]
      columns.edges[index + 1] = edge
    }
  }

  private func fill(_ run: TextRun, in columns: TextColumns, style: Style) throws(TextError) {
    if style.letterSpacing != 0, Script.isCursive(run.script) {
      try fill(run, in: columns, style: style.unspaced)
      for index in run.start..<run.end where columns.isSpacedInCursive(index) {
        columns.edges[index + 1] += style.letterSpacing
      }
    } else if style.stack.fonts[run.font].spaceContext.isWordwise {
      try fillWords(of: run, in: columns, style: style)
    } else {
      try fill(run.start..<run.end, of: run, in: columns, style: style, shaping: run.start..<run.end)
    }
  }

  /// Returns the width of a part of a run, in points, shaped with the letters around it as context.
  ///
  /// - Parameter startsLine: whether the part begins a line: the text before it then has no effect on its punctuation.
  /// - Complexity: O(n) in the length of the part.
  func width(
    of range: Range<Int>, in run: TextRun, of columns: TextColumns, style: Style, startsLine: Bool
  ) throws(TextError) -> Double {
    try wholeWidth(of: range, in: run, of: columns, style: style)
      - trimmedSpacing(of: range, in: run, of: columns, style: style, startsLine: startsLine)
  }

  /// Returns the width of a part of a run whose punctuation gives up no space.
  private func wholeWidth(
    of range: Range<Int>, in run: TextRun, of columns: TextColumns, style: Style
  ) throws(TextError) -> Double {
    if style.letterSpacing != 0, Script.isCursive(run.script) {
      let spaced = Double(range.count { columns.isSpacedInCursive($0) })
      return try wholeWidth(of: range, in: run, of: columns, style: style.unspaced)
        + spaced * style.letterSpacing
    }
    guard style.stack.fonts[run.font].isOwn, range.count > Self.ownPartLength else {
      return try advance(of: range, in: run, of: columns, style: style)
    }
    var total = 0.0
    for part in columns.parts(of: range, upTo: Self.ownPartLength) {
      if Cancellation.stopsHere { throw .cancelled }
      total += try advance(of: part, in: run, of: columns, style: style)
    }
    return total
  }

  /// How much of a text in a client's font is shaped at once, in UTF-16 units.
  ///
  /// Rules of a font may take time in the square of that: a mark looks for its base behind all marks between them.
  static let ownPartLength = 2048

  /// How many glyphs the rules of a client's font may make of a part: each rule takes time for each glyph.
  static let ownGlyphLimit = 4 * ownPartLength

  /// Returns the width of a part of a run that is shaped at once, in points.
  private func advance(
    of range: Range<Int>, in run: TextRun, of columns: TextColumns, style: Style
  ) throws(TextError) -> Double {
    let font = try shape(range, of: run, columns, style)
    var total = 0.0
    var cluster = UInt32.max
    forEachGlyph { glyph, position in
      total += advance(position, font, style)
      if glyph.cluster != cluster {
        total += columns.spacing(after: Int(glyph.cluster), style)
        cluster = glyph.cluster
      }
    }
    return total
  }

  /// Sets the widths of a part of a run that is shaped together with more of it.
  func fill(
    _ part: Range<Int>, of run: TextRun, in columns: TextColumns, style: Style, shaping range: Range<Int>
  ) throws(TextError) {
    guard style.stack.fonts[run.font].isOwn, range.count > Self.ownPartLength else {
      return try fillAtOnce(part, of: run, in: columns, style: style, shaping: range)
    }
    for shaped in columns.parts(of: range, upTo: Self.ownPartLength) {
      if Cancellation.stopsHere { throw .cancelled }
      let filled = shaped.clamped(to: part)
      if filled.isEmpty { continue }
      try fillAtOnce(filled, of: run, in: columns, style: style, shaping: shaped)
    }
  }

  private func fillAtOnce(
    _ part: Range<Int>, of run: TextRun, in columns: TextColumns, style: Style, shaping range: Range<Int>
  ) throws(TextError) {
    let font = try shape(range, of: run, columns, style)
    var cluster = UInt32.max
    forEachGlyph { glyph, position in
      let unit = Int(glyph.cluster)
      guard part.contains(unit) else { return }
      columns.edges[unit + 1] += advance(position, font, style)
      guard glyph.cluster != cluster else { return }
      cluster = glyph.cluster
      columns.edges[unit + 1] += columns.spacing(after: unit, style)
      var glyph = glyph
      if chb_is_unsafe_to_break(&glyph) == 0 { columns.marks[unit].insert(.isSafe) }
    }
  }

  /// Returns whether substitutions read beyond the space before or after a word: whether a second space there matters.
  func looksBeyondSpaces(
    _ word: Slice<UnsafeBufferPointer<UInt16>>, _ run: TextRun, _ font: FontInstance
  ) throws(TextError) -> Bool {
    let text = [0x20, 0x20] + word + [0x20, 0x20]
    hb_buffer_clear_contents(buffer)
    hb_buffer_add_utf16(buffer, text, Int32(text.count), 0, Int32(text.count))
    hb_buffer_set_direction(buffer, run.isRightToLeft ? HB_DIRECTION_RTL : HB_DIRECTION_LTR)
    hb_buffer_set_script(buffer, hb_script_t(rawValue: run.script))
    hb_buffer_set_flags(buffer, HB_BUFFER_FLAG_PRODUCE_UNSAFE_TO_CONCAT)
    // Kerning makes nearly every boundary unsafe; that it does not reach over a space is known here.
    var withoutKerning = hb_feature_t(
      tag: chb_tag(0x6B, 0x65, 0x72, 0x6E), value: 0, start: 0, end: UInt32.max)
    defer { hb_buffer_set_flags(buffer, HB_BUFFER_FLAG_DEFAULT) }
    try shapeBuffer(by: font, &withoutKerning, 1)
    var looksBeyond = false
    forEachGlyph { glyph, _ in
      var glyph = glyph
      guard glyph.cluster == 0 || glyph.cluster == text.count - 1 else { return }
      if chb_is_unsafe_to_concat(&glyph) != 0 { looksBeyond = true }
    }
    return looksBeyond
  }

  /// Shapes a part of a run into the buffer, and returns its font.
  func shape(
    _ range: Range<Int>, of run: TextRun, _ columns: TextColumns, _ style: Style
  ) throws(TextError) -> FontInstance {
    let font = style.stack.fonts[run.font]
    hb_buffer_clear_contents(buffer)
    hb_buffer_add_utf16(
      buffer, columns.units, Int32(columns.count), UInt32(range.lowerBound), Int32(range.count))
    try shapeBuffer(of: run, font, style)
    return font
  }

  /// Shapes the content of the buffer as part of a run.
  func shapeBuffer(of run: TextRun, _ font: FontInstance, _ style: Style) throws(TextError) {
    hb_buffer_set_direction(buffer, run.isRightToLeft ? HB_DIRECTION_RTL : HB_DIRECTION_LTR)
    hb_buffer_set_script(buffer, hb_script_t(rawValue: run.script))
    if style.hasLigatures {
      try shapeBuffer(by: font, nil, 0)
    } else {
      try shapeBuffer(by: font, &withoutLigatures, UInt32(withoutLigatures.count))
    }
  }

  /// Why shaping with a client's font stopped between two rules.
  private struct Stop {
    var isUnwanted = false
    var hasTooManyGlyphs = false
  }

  /// Shapes the content of the buffer. The rules of a client's font may take long together, so that shaping stops between
  /// two of them once its result is not wanted. `LookupWork` bounds each of them.
  private func shapeBuffer(
    by font: FontInstance, _ features: UnsafePointer<hb_feature_t>?, _ count: UInt32
  ) throws(TextError) {
    if font.isOwn {
      var stop = Stop()
      withUnsafeMutablePointer(to: &stop) { stop in
        hb_buffer_set_message_func(
          buffer,
          { buffer, _, _, stop in
            let stop = stop?.assumingMemoryBound(to: Stop.self)
            if hb_buffer_get_length(buffer) > Shaper.ownGlyphLimit { stop?.pointee.hasTooManyGlyphs = true }
            if Cancellation.stopsHere { stop?.pointee.isUnwanted = true }
            return stop?.pointee.isUnwanted == true || stop?.pointee.hasTooManyGlyphs == true ? 0 : 1
          }, stop, nil)
        hb_shape(font.font, buffer, features, count)
        hb_buffer_set_message_func(buffer, nil, nil, nil)
      }
      // Before the incomplete shape comes into a cache.
      if stop.isUnwanted { throw .cancelled }
      if stop.hasTooManyGlyphs { throw .tooManyGlyphs(limit: Self.ownGlyphLimit) }
    } else {
      hb_shape(font.font, buffer, features, count)
    }
    try checkAllocation()
  }

  private func checkAllocation() throws(TextError) {
    guard hb_buffer_allocation_successful(buffer) == 0 else { return }
    // A buffer that failed once keeps failing until it is reset.
    hb_buffer_reset(buffer)
    throw .outOfMemory
  }

  func forEachGlyph(_ body: (hb_glyph_info_t, hb_glyph_position_t) -> Void) {
    var count: UInt32 = 0
    guard let glyphs = hb_buffer_get_glyph_infos(buffer, &count),
      let positions = hb_buffer_get_glyph_positions(buffer, nil)
    else { return }
    for index in 0..<Int(count) { body(glyphs[index], positions[index]) }
  }

  private func advance(_ position: hb_glyph_position_t, _ font: FontInstance, _ style: Style) -> Double {
    let advance = Double(position.x_advance)
    // Cached units are scaled in the same way, so that widths are equal to the last bit.
    guard font.isBitmap else { return advance * (style.size / font.unitsPerEm) }
    return (advance * style.size / font.unitsPerEm).rounded()
  }
}

extension TextColumns {
  /// Returns the space after the character at an index, in points: a browser adds none after an invisible character, such
  /// as a soft hyphen.
  func spacing(after index: Int, _ style: Shaper.Style) -> Double {
    style.letterSpacing == 0 || CharacterCluster(UInt32(units[index])).isIgnorable ? 0 : style.letterSpacing
  }

  /// Returns whether letter spacing applies to the unit at an index of a run of a cursive script: to spaces alone, as in
  /// Chromium.
  fileprivate func isSpacedInCursive(_ index: Int) -> Bool { units[index] == 0x20 || units[index] == 0xA0 }
}
