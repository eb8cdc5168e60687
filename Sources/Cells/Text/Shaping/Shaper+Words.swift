internal import CICU

extension Shaper {
  /// Sets the widths of a run word by word. A word is shaped once for all its occurrences, unless its context changes it.
  ///
  /// - Complexity: O(n) in the length of the run.
  func fillWords(of run: TextRun, in columns: TextColumns, style: Style) throws(TextError) {
    let font = style.stack.fonts[run.font]
    let space = font.spaceAdvance * style.size + style.letterSpacing
    let setting = WordCache.Setting(
      font: font.id, script: run.script, isRightToLeft: run.isRightToLeft,
      hasLigatures: style.hasLigatures)
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
    var setting = setting
    var cached = word
    if font.spaceContext.dependsOnSpaces {
      // A word in a run stands between spaces and the ends of the run.
      setting.beginsWithSpace = word.lowerBound > run.start
      setting.isBeforeSpace = word.upperBound < run.end
      if setting.beginsWithSpace { cached = word.lowerBound - 1..<word.upperBound }
    }
    let text = UnsafeBufferPointer(rebasing: columns.text[cached])
    var shape = words.find(text, setting)
    if case .unknown = shape {
      words.insert(text, setting, try units(of: word, in: run, of: columns, style: style, setting: setting))
      shape = words.find(text, setting)
    }
    guard case .units(let start) = shape else {
      return try fillInContext(word, of: run, in: columns, style: style)
    }
    set(cached, of: columns, style: style, font: font, from: start)
  }

  /// Sets the widths of a word from the cached units that begin at an index.
  func set(_ word: Range<Int>, of columns: TextColumns, style: Style, font: FontInstance, from start: Int) {
    let scale = style.size / font.unitsPerEm
    for offset in 0..<word.count {
      let (unit, index) = (words[start + offset], word.lowerBound + offset)
      columns.edges[index + 1] =
        Double(unit.advance) * scale + (unit.isClusterStart ? columns.spacing(after: index, style) : 0)
      if unit.isSafe { columns.marks[index].insert(.isSafe) }
    }
  }

  /// Sets the widths of a word that is shaped together with the text around it.
  private func fillInContext(
    _ word: Range<Int>, of run: TextRun, in columns: TextColumns, style: Style
  ) throws(TextError) {
    let start = columns.wordEdge(from: word.lowerBound, by: -1, limit: run.start)
    let end = columns.wordEdge(from: word.upperBound, by: 1, limit: run.end)
    try fill(word, of: run, in: columns, style: style, shaping: start..<end)
  }
}

extension TextColumns {
  /// Clears the widths and marks of a word; `isSafe` is whether cutting before it is safe in any case.
  fileprivate func clear(_ word: Range<Int>, isSafe: Bool) {
    for index in word {
      edges[index + 1] = 0
      marks[index].remove(.isSafe)
    }
    if isSafe { marks[word.lowerBound].insert(.isSafe) }
  }

  /// The number of units around a word that are shaped with it: more than the rules of fonts examine.
  private static let contextLength = 12

  /// Returns whether the characters around a word neither join its letters nor belong to their clusters.
  fileprivate func isApart(_ word: Range<Int>) -> Bool {
    let first = units[word.lowerBound]
    if first >= 0x300, cicu_is_grapheme_extend(Int32(codePoint(at: word.lowerBound).value)) != 0 {
      return false
    }
    return (word.lowerBound == 0 || Self.isSeparate(units[word.lowerBound - 1]))
      && (word.upperBound == count || Self.isSeparate(units[word.upperBound]))
  }

  /// Returns whether a character neither joins letters nor extends a cluster.
  private static func isSeparate(_ unit: UInt16) -> Bool {
    let isArabic = (0x0621...0x064A).contains(unit)
    return unit < 0x300 || CharacterCluster.isPlain(UInt32(unit)) && !isArabic
  }

  /// Returns the index of a space at some distance from the edge of a word, or the limit.
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
