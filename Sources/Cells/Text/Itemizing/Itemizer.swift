/// Divides a text into runs of one font, one script and one direction; control characters belong to no run.
struct Itemizer {
  private let columns: TextColumns
  private var stack: FontStack
  private let levels: BidiLevels
  private var primary: CodePointSet
  private var runs: [TextRun]
  /// The script of the characters before, which characters without a script take on.
  private var script = Script.common

  /// Returns the runs of a text, in its order, in the memory of `reusing`.
  ///
  /// - Complexity: O(n) in the length of the text if its fonts are in the cache.
  static func runs(
    of columns: TextColumns, stack: FontStack, levels: BidiLevels, reusing runs: consuming [TextRun]
  ) -> [TextRun] {
    runs.removeAll(keepingCapacity: true)
    var itemizer = Itemizer(columns: columns, stack: stack, levels: levels, runs: runs)
    itemizer.itemize(0..<columns.count)
    return itemizer.runs
  }

  /// Returns the runs of a styled text, in its order, in the memory of `reusing`. No run crosses the border of a segment.
  ///
  /// - Complexity: O(n + s) for n units and s segments if the fonts are in the cache.
  static func runs(
    of columns: TextColumns, styled: StyledRuns, levels: BidiLevels, reusing runs: consuming [TextRun]
  ) -> [TextRun] {
    runs.removeAll(keepingCapacity: true)
    guard let first = styled.segments.first else { return runs }
    let stack = styled.styles[first.style].stack
    var itemizer = Itemizer(columns: columns, stack: stack, levels: levels, runs: [])
    for segment in styled.segments {
      itemizer.stack = styled.styles[segment.style].stack
      itemizer.primary = itemizer.stack.fonts[0].coverage
      itemizer.itemize(segment.start..<segment.end)
      for var run in itemizer.runs {
        run.style = segment.style
        runs.append(run)
      }
      itemizer.runs.removeAll(keepingCapacity: true)
    }
    return runs
  }

  private init(columns: TextColumns, stack: FontStack, levels: BidiLevels, runs: consuming [TextRun]) {
    self.columns = columns
    self.stack = stack
    self.levels = levels
    self.runs = runs
    primary = stack.fonts[0].coverage
  }

  private mutating func itemize(_ range: Range<Int>) {
    var index = range.lowerBound
    var wasIgnorable = false
    var wasLongest = false
    while index < range.upperBound {
      let unit = columns.units[index]
      if Self.isControl(unit) {
        index += 1
      } else if isSimple(at: index) {
        append(index..<index + 1, font: 0, script: Script.of(UInt32(unit)))
        index += 1
        (wasIgnorable, wasLongest) = (false, false)
      } else {
        let cluster = cluster(at: index, before: range.upperBound)
        // Font rules skip invisible characters, each rule all of them: only the first of a series is shaped.
        let isIgnorable = cluster.isIgnorable
        defer { (wasIgnorable, wasLongest, index) = (isIgnorable, cluster.isLongest, index + cluster.length) }
        if isIgnorable, wasIgnorable { continue }
        let found = stack.find(cluster, around: script)
        append(
          index..<index + cluster.length, font: Int(found.font), script: found.script, begins: wasLongest)
      }
    }
  }

  /// Returns the cluster at an index; most characters need no lookup.
  private func cluster(at index: Int, before end: Int) -> CharacterCluster {
    let unit = UInt32(columns.units[index])
    let isSingle =
      CharacterCluster.isPlain(unit)
      && (index + 1 == end || CharacterCluster.isPlain(UInt32(columns.units[index + 1])))
    return isSingle ? CharacterCluster(unit) : CharacterCluster(in: columns, at: index, before: end)
  }

  /// Returns whether the unit at an index is a cluster by itself and in the first font, as most letters are.
  private func isSimple(at index: Int) -> Bool {
    let unit = columns.units[index]
    guard unit < 0x300, unit != LineScan.softHyphen,
      index + 1 == columns.count || columns.units[index + 1] < 0x300
    else { return false }
    return primary.contains(UInt32(unit))
  }

  /// Adds a part of the text to the last run, or to a new one.
  ///
  /// - Parameter begins: whether it begins a run in any case. HarfBuzz attaches each mark to the one before, in a time
  ///   that grows with the square of their number: the parts of a cluster that was split are shaped one by one.
  private mutating func append(_ range: Range<Int>, font: Int, script: UInt32, begins: Bool = false) {
    let isRightToLeft = levels.isRightToLeft(at: range.lowerBound)
    let isScript = Script.isReal(script)
    let shaped = Script.shaped(isScript ? script : self.script)
    if !begins, let last = runs.indices.last, runs[last].end == range.lowerBound, runs[last].font == font,
      runs[last].isRightToLeft == isRightToLeft,
      !isScript || runs[last].script == shaped || !Script.isReal(runs[last].script)
    {
      runs[last].end = range.upperBound
      if isScript { runs[last].script = shaped }
    } else {
      runs.append(
        TextRun(
          start: range.lowerBound, end: range.upperBound, font: font, script: shaped,
          isRightToLeft: isRightToLeft))
    }
    if isScript { self.script = script }
  }

  private static func isControl(_ unit: UInt16) -> Bool {
    unit < 0x20 || (0x7F...0x9F).contains(unit) || unit == 0x2028 || unit == 0x2029
  }
}

/// A part of a text that is shaped at once: it has one font, one script and one direction.
struct TextRun {
  var start: Int
  var end: Int
  /// The index of the font in the stack.
  var font: Int
  /// The script, by HarfBuzz's tag.
  var script: UInt32
  var isRightToLeft: Bool
  /// The position of the style among those of a styled text; 0 in a plain text.
  var style = 0
}
