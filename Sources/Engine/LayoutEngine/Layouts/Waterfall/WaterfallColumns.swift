/// How far each column is filled while items are packed, in pixels, and which takes the next one.
struct WaterfallColumns {
  /// Up to here, looking at every column is faster than keeping a tree of them.
  private static let scanLimit = 32

  var ends: ContiguousArray<Double>
  private var tournament: WaterfallTournament?
  /// The column whose turn it is.
  var next = 0

  /// - Parameters:
  ///   - itemCount: how many items come, at least one: columns behind the first that many stay empty.
  ///   - areSpanned: whether some of them take several columns.
  init(_ rule: WaterfallRule, itemCount: Int, areSpanned: Bool) {
    ends = ContiguousArray(
      repeating: 0, count: areSpanned ? rule.columnCount : min(rule.columnCount, itemCount))
    if rule.order.seeksShortest { seekShortest(areSpanned: areSpanned) }
  }

  /// Columns that items fill already.
  ///
  /// - Parameters:
  ///   - ends: how far each is filled.
  ///   - areSpanned: whether items with several columns come.
  init(ends: ContiguousArray<Double>, areSpanned: Bool) {
    self.ends = ends
    seekShortest(areSpanned: areSpanned)
  }

  private mutating func seekShortest(areSpanned: Bool) {
    if !areSpanned, ends.count > WaterfallColumns.scanLimit { tournament = WaterfallTournament(ends) }
  }

  /// Fills the shortest of many columns; nil if they are few, or if items with several columns come.
  mutating func fillShortestOfMany(by advance: Double) -> Int? {
    tournament?.fillShortest(by: advance).column
  }

  /// Gives each of the next items its column and the place where that ended, and fills it.
  ///
  /// - Parameters:
  ///   - lengths: the heights of the items, and perhaps more behind them.
  ///   - offsets: one for each item; receives where it begins.
  ///   - columns: one for each item where the shortest column is sought; receives its column.
  /// - Complexity: O(n log c) for n items and c columns.
  mutating func take(
    _ lengths: ContiguousArray<Double>, by rule: WaterfallRule, offsets: inout ContiguousArray<Double>,
    columns: inout ContiguousArray<UInt16>
  ) {
    switch rule.order {
    case .inTurn, .inTurnFromLast: takeInTurn(lengths, rule, &offsets)
    case .shortest, .kept, .keptFromLast:
      if tournament == nil {
        takeByScan(lengths, rule, &offsets, &columns)
      } else {
        takeByTournament(lengths, rule, &offsets, &columns)
      }
    }
  }

  private mutating func takeInTurn(
    _ lengths: ContiguousArray<Double>, _ rule: WaterfallRule, _ offsets: inout ContiguousArray<Double>
  ) {
    var column = next
    var ends = ends.mutableSpan
    var offsets = offsets.mutableSpan
    for place in 0..<offsets.count {
      offsets[place] = ends[column]
      ends[column] += rule.advance(lengths[place])
      column = column + 1 == ends.count ? 0 : column + 1
    }
    next = column
  }

  private mutating func takeByScan(
    _ lengths: ContiguousArray<Double>, _ rule: WaterfallRule, _ offsets: inout ContiguousArray<Double>,
    _ columns: inout ContiguousArray<UInt16>
  ) {
    var ends = ends.mutableSpan
    var offsets = offsets.mutableSpan
    var columns = columns.mutableSpan
    for place in 0..<offsets.count {
      var shortest = 0
      var end = ends[0]
      // Selections, not branches: which column is the shortest is what no processor can foresee.
      for column in 1..<ends.count {
        let isShorter = ends[column] < end
        shortest = isShorter ? column : shortest
        end = isShorter ? ends[column] : end
      }
      offsets[place] = end
      columns[place] = UInt16(truncatingIfNeeded: shortest)
      ends[shortest] = end + rule.advance(lengths[place])
    }
  }

  private mutating func takeByTournament(
    _ lengths: ContiguousArray<Double>, _ rule: WaterfallRule, _ offsets: inout ContiguousArray<Double>,
    _ columns: inout ContiguousArray<UInt16>
  ) {
    for place in offsets.indices {
      let (column, end) = tournament!.fillShortest(by: rule.advance(lengths[place]))
      offsets[place] = end
      columns[place] = UInt16(truncatingIfNeeded: column)
    }
  }
}
