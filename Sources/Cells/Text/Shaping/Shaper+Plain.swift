internal import CHarfBuzz

extension Shaper {
  /// Returns true for scripts whose words are long and rarely repeat, and for whose glyphs most fonts have few rules.
  static func isMostlyPlain(_ script: UInt32) -> Bool {
    switch hb_script_t(rawValue: script) {
    case HB_SCRIPT_HAN, HB_SCRIPT_HIRAGANA, HB_SCRIPT_KATAKANA, HB_SCRIPT_BOPOMOFO, HB_SCRIPT_HANGUL: true
    default: false
    }
  }

  /// Sets the widths of a word: one by one for characters without rules, part by part between them. Returns false if
  /// HarfBuzz may shape the word differently; the caller then has to set its widths again.
  ///
  /// - Complexity: O(n) in the length of the word.
  func fillPlain(
    _ word: Range<Int>, of run: TextRun, in columns: TextColumns, style: Style, setting: WordCache.Setting
  ) throws(TextError) -> Bool {
    let font = style.stack.fonts[run.font]
    let rules = font.rules(for: run.script)
    let scale = style.size / font.unitsPerEm
    var partStart = word.lowerBound
    var neighbour: UInt16?
    for index in word {
      switch plain.shape(of: columns.units[index], font: font, rules: rules) {
      case .plain(let advance):
        neighbour = columns.units[index]
        if partStart < index {
          let part = PlainPart(range: partStart..<index, neighbour: columns.units[index])
          guard try fill(part, of: run, in: columns, style: style, setting: setting) else { return false }
        }
        partStart = index + 1
        columns.edges[index + 1] = Double(advance) * scale + style.letterSpacing
        columns.marks[index].insert(.isSafe)
      case .near: continue
      case .far: return false
      }
    }
    guard let neighbour else { return false }
    let last = PlainPart(range: partStart..<word.upperBound, neighbour: neighbour)
    if last.range.isEmpty { return true }
    return try fill(last, of: run, in: columns, style: style, setting: setting)
  }

  /// Sets the widths of a part of a word, and returns whether its shape is the same between any plain characters.
  private func fill(
    _ part: PlainPart, of run: TextRun, in columns: TextColumns, style: Style, setting: WordCache.Setting
  ) throws(TextError) -> Bool {
    guard part.range.count <= WordCache.longestWord else { return false }
    var setting = setting
    setting.isBetweenPlain = true
    let text = UnsafeBufferPointer(rebasing: columns.text[part.range])
    var shape = words.find(text, setting)
    if case .unknown = shape {
      words.insert(text, setting, try units(of: part, in: run, of: columns, style: style))
      shape = words.find(text, setting)
    }
    guard case .units(let start) = shape else { return false }
    set(part.range, of: columns, style: style, font: style.stack.fonts[run.font], from: start)
    return true
  }

  /// Returns the shape of a part of a word between plain characters, in the units of its font; nil if the surrounding
  /// text may change it.
  private func units(
    of part: PlainPart, in run: TextRun, of columns: TextColumns, style: Style
  ) throws(TextError) -> [WordCache.Unit]? {
    let font = style.stack.fonts[run.font]
    let rules = font.rules(for: run.script)
    guard case .plain(let advance) = plain.shape(of: part.neighbour, font: font, rules: rules) else {
      return nil
    }
    let text = [part.neighbour] + columns.text[part.range] + [part.neighbour]
    hb_buffer_clear_contents(buffer)
    hb_buffer_add_utf16(buffer, text, Int32(text.count), 0, Int32(text.count))
    try shapeBuffer(of: run, font, style)
    var units = Array(repeating: WordCache.Unit(), count: text.count)
    var isByItself = true
    forEachGlyph { glyph, position in
      let index = Int(glyph.cluster)
      units[index].advance = units[index].advance &+ position.x_advance
      units[index].isClusterStart = true
      var glyph = glyph
      units[index].isSafe = chb_is_unsafe_to_break(&glyph) == 0
      let reach = font.spaceContext.reach(of: glyph.codepoint, from: UInt32(text[index]))
      if reach != .none || rules.touch(of: glyph.codepoint) == .far { isByItself = false }
    }
    let edges = [units[0], units[text.count - 1]]
    guard isByItself, edges.allSatisfy({ $0.advance == advance && $0.isSafe }), units[1].isSafe else {
      return nil
    }
    return Array(units[1..<text.count - 1])
  }
}

/// A part of a word whose characters rules may shape together, without others.
private struct PlainPart {
  var range: Range<Int>
  /// An adjacent character without rules; all such characters are the same to the rules.
  var neighbour: UInt16
}
