internal import CHarfBuzz

/// The shapes of words for the cache.
extension Shaper {
  /// Returns the shape of a word, and of the space before it if the setting says so, in the units of its font; nil if text
  /// beyond a space may change it.
  ///
  /// - Complexity: O(n) in the length of the word.
  func units(
    of word: Range<Int>, in run: TextRun, of columns: TextColumns, style: Style, setting: WordCache.Setting
  ) throws(TextError) -> [WordCache.Unit]? {
    let font = try shape(word, of: run, columns, style)
    var reach = SpaceContext.Reach.none
    let alone = unitsInBuffer(of: word) { glyph, unit in
      reach = max(reach, font.spaceContext.reach(of: glyph, from: columns.codePoint(at: unit).value))
    }
    guard reach != .position else { return nil }
    if reach == .substitution, try looksBeyondSpaces(columns.text[word], run, font) { return nil }
    guard setting.beginsWithSpace || setting.isBeforeSpace else { return alone }
    let start = word.lowerBound - (setting.beginsWithSpace ? 1 : 0)
    let end = word.upperBound + (setting.isBeforeSpace ? 1 : 0)
    _ = try shape(start..<end, of: run, columns, style)
    var units = unitsInBuffer(of: start..<end) { _, _ in }
    if setting.isBeforeSpace { units.removeLast() }
    guard setting.beginsWithSpace else { return units }
    // Kerning changes the space, so that HarfBuzz calls a cut behind it unsafe; it is safe if the word is as it is alone.
    let own = units[1...]
    let head = own.dropFirst().firstIndex(where: \.isSafe) ?? own.endIndex
    units[1].isSafe = own[..<head].elementsEqual(alone[..<(head - 1)]) { $0.advance == $1.advance }
    return units
  }

  /// Returns the shape in the buffer of a part of a text.
  ///
  /// - Parameter visit: called with each glyph, and the index of its first character.
  private func unitsInBuffer(of range: Range<Int>, _ visit: (UInt32, Int) -> Void) -> [WordCache.Unit] {
    var units = Array(repeating: WordCache.Unit(), count: range.count)
    forEachGlyph { glyph, position in
      visit(glyph.codepoint, Int(glyph.cluster))
      let unit = Int(glyph.cluster) - range.lowerBound
      units[unit].advance = units[unit].advance &+ position.x_advance
      units[unit].isClusterStart = true
      var glyph = glyph
      units[unit].isSafe = chb_is_unsafe_to_break(&glyph) == 0
    }
    return units
  }
}
