/// The columns of some items that few collections have; each is as long as there are items, or empty, or has rows by index.
/// `ItemColumns` describes them.
struct RareColumns: Sendable {
  var sizeModes: ContiguousArray<MagazineSizeMode> = []
  var values: ContiguousArray<ItemValues?> = []
  var appearances: [Int: Appearance] = [:]
  var separators: [Int: RowSeparator] = [:]
  var indentationLevels: [Int: Int] = [:]
  var keptColumns: ContiguousArray<KeptColumn> = []

  static let none = RareColumns()

  var isEmpty: Bool {
    sizeModes.isEmpty && values.isEmpty && appearances.isEmpty && separators.isEmpty
      && indentationLevels.isEmpty && keptColumns.isEmpty
  }
}

/// One item, as in `ItemColumns`.
extension RareColumns {
  /// Gives an item the members that it has here.
  func describe(_ item: inout Item, at index: Int) {
    item.sizeMode = sizeModes.value(at: index)
    item.values = values.value(at: index) ?? nil
    item.appearance = appearances[index] ?? .plain
    item.separator = separators[index]
    item.indentationLevel = indentationLevels[index]
  }

  func hasSameDescription(at index: Int, as other: RareColumns, at otherIndex: Int) -> Bool {
    sizeModes.isSame(at: index, as: other.sizeModes, at: otherIndex)
      && values.isSame(at: index, as: other.values, at: otherIndex)
      && appearances[index] == other.appearances[otherIndex]
      && separators[index] == other.separators[otherIndex]
      && indentationLevels[index] == other.indentationLevels[otherIndex]
  }

  mutating func replace(at index: Int, with item: Item, of count: Int) {
    sizeModes.replace(at: index, with: item.sizeMode ?? .absent, of: count)
    values.replace(at: index, with: item.values, of: count)
    if item.appearance != appearances[index] ?? .plain {
      appearances[index] = item.appearance == .plain ? nil : item.appearance
    }
    if item.separator != separators[index] { separators[index] = item.separator }
    if item.indentationLevel != indentationLevels[index] { indentationLevels[index] = item.indentationLevel }
  }
}

/// Appending, as in `ItemColumns`.
extension RareColumns {
  mutating func append(_ item: Item, keeping column: KeptColumn? = nil, after count: Int) {
    sizeModes.append(item.sizeMode, after: count)
    values.append(item.values.map(Optional.some), after: count)
    keptColumns.append(column, after: count)
    if item.appearance != .plain { appearances[count] = item.appearance }
    if let separator = item.separator { separators[count] = separator }
    if let level = item.indentationLevel { indentationLevels[count] = level }
  }

  mutating func append(_ range: Range<Int>, of other: RareColumns, after count: Int) {
    sizeModes.append(range, of: other.sizeModes, after: count)
    values.append(range, of: other.values, after: count)
    keptColumns.append(range, of: other.keptColumns, after: count)
    let shift = count - range.lowerBound
    for (index, appearance) in other.appearances where range.contains(index) {
      appearances[index + shift] = appearance
    }
    for (index, separator) in other.separators where range.contains(index) {
      separators[index + shift] = separator
    }
    for (index, level) in other.indentationLevels where range.contains(index) {
      indentationLevels[index + shift] = level
    }
  }

  /// The columns without room for more.
  var trimmed: RareColumns {
    var trimmed = self
    trimmed.sizeModes = sizeModes.trimmed
    trimmed.values = values.trimmed
    trimmed.keptColumns = keptColumns.trimmed
    return trimmed
  }
}

extension Item {
  /// Whether the item has a member with a column here.
  var hasRareMembers: Bool {
    sizeMode != nil || values != nil || appearance != .plain || separator != nil || indentationLevel != nil
  }
}
