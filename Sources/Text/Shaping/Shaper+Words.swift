internal import CICU

extension Shaper {
  /// Sets a run word by word, each shaped once for all its occurrences unless what is around it changes it.
  ///
  /// - Complexity: O(n) in the length of the run.
  func fillWords(of run: TextRun, in columns: TextColumns, style: Style) throws(TextError) {
    let font = style.stack.fonts[run.font]
    let space = font.spaceAdvance * style.size + style.letterSpacing
    let setting = WordCache.Setting(
      font: font.id, script: run.script, isRightToLeft: run.isRightToLeft,
      hasLigatures: style.letterSpacing == 0)
    var index = run.start
    while index < run.end {
      if columns.units[index] == 0x20 {
        columns.edges[index + 1] = space
        columns.marks[index].insert(.isSafe)
        index += 1
        continue
      }
      var end = index + 1
      while end < run.end, columns.units[end] != 0x20 { end += 1 }
      try fillWord(index..<end, of: run, in: columns, style: style, setting: setting)
      index = end
    }
  }

  private func fillWord(
    _ word: Range<Int>, of run: TextRun, in columns: TextColumns, style: Style, setting: WordCache.Setting
  ) throws(TextError) {
    let font = style.stack.fonts[run.font]
    if !run.isRightToLeft, Self.isMostlyPlain(run.script) {
      let isSafe = columns.marks[word.lowerBound].contains(.isSafe)
      if try fillPlain(word, of: run, in: columns, style: style, setting: setting) { return }
      columns.clear(word, isSafe: isSafe)
    }
    guard word.count <= WordCache.longestWord, columns.isApart(word) else {
      return try fillInContext(word, of: run, in: columns, style: style)
    }
    let text = UnsafeBufferPointer(rebasing: columns.text[word])
    var answer = words.find(text, setting)
    if case .unknown = answer {
      words.insert(text, setting, try units(of: word, in: run, of: columns, style: style))
      answer = words.find(text, setting)
    }
    guard case .units(let place) = answer else {
      return try fillInContext(word, of: run, in: columns, style: style)
    }
    set(word, of: columns, style: style, font: font, from: place)
  }

  /// Sets a word from the units that are kept from a place on.
  func set(_ word: Range<Int>, of columns: TextColumns, style: Style, font: FontInstance, from place: Int) {
    let scale = style.size / font.unitsPerEm
    for offset in 0..<word.count {
      let (unit, index) = (words[place + offset], word.lowerBound + offset)
      columns.edges[index + 1] =
        Double(unit.advance) * scale + (unit.isClusterStart ? style.letterSpacing : 0)
      if unit.isSafe { columns.marks[index].insert(.isSafe) }
    }
  }

  /// Sets a word that is shaped with what of the run is around it.
  private func fillInContext(
    _ word: Range<Int>, of run: TextRun, in columns: TextColumns, style: Style
  ) throws(TextError) {
    let start = columns.wordEdge(from: word.lowerBound, by: -1, limit: run.start)
    let end = columns.wordEdge(from: word.upperBound, by: 1, limit: run.end)
    try fill(word, of: run, in: columns, style: style, shaping: start..<end)
  }
}

extension TextColumns {
  /// Takes back what has been set of a word; `isSafe` is whether cutting before it was safe anyway.
  fileprivate func clear(_ word: Range<Int>, isSafe: Bool) {
    for index in word {
      edges[index + 1] = 0
      marks[index].remove(.isSafe)
    }
    if isSafe { marks[word.lowerBound].insert(.isSafe) }
  }

  /// How far what is around a word is looked at: farther than the rules of fonts reach.
  private static let contextLength = 12

  /// Whether what is before and after a word neither joins its letters nor is part of their clusters.
  fileprivate func isApart(_ word: Range<Int>) -> Bool {
    let first = units[word.lowerBound]
    if first >= 0x300, cicu_is_grapheme_extend(Int32(codePoint(at: word.lowerBound).value)) != 0 {
      return false
    }
    return (word.lowerBound == 0 || Self.isSeparate(units[word.lowerBound - 1]))
      && (word.upperBound == count || Self.isSeparate(units[word.upperBound]))
  }

  /// Whether a character neither joins with letters nor extends what is before it.
  private static func isSeparate(_ unit: UInt16) -> Bool {
    let isArabic = (0x0621...0x064A).contains(unit)
    return unit < 0x300 || CharacterCluster.isPlain(UInt32(unit)) && !isArabic
  }

  /// The space, or the limit, that is some way from the edge of a word.
  fileprivate func wordEdge(from edge: Int, by step: Int, limit: Int) -> Int {
    var index = edge + step * Self.contextLength
    guard step < 0 ? index > limit : index < limit else { return limit }
    while index != limit, units[step < 0 ? index - 1 : index] != 0x20,
      abs(index - edge) < 4 * Self.contextLength
    {
      index += step
    }
    return index
  }
}
