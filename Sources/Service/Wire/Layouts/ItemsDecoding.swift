import JSON
import LayoutEngine

extension DecodingContext {
  enum ItemField: String, FrequentFieldNames {
    case id, size, estimatedSize, aspectRatio, preferredAttributes, template, content
    case span, widthMode, divisor, heightMode, height, values, separator, indentationLevel
    case parent, isExpanded
    static let table = FieldTable<ItemField>()
  }

  private enum PreferredField: String, FrequentFieldNames {
    case size, alpha, transform
    static let table = FieldTable<PreferredField>()
  }

  private enum SizeColumnsField: String, FieldNames { case widths, heights }

  /// Reads the number of items that have no descriptions.
  func countedItems(_ value: JSONValue) -> ItemSequence {
    let count = integer(value, in: 0...Int.largestExactInteger) ?? 0
    countItems(count)
    return ItemSequence(count: isStopped ? 0 : count)
  }

  /// Reads items that are described one by one.
  ///
  /// - Returns: the items, of an outline those that are shown.
  func items(_ value: JSONValue) -> (items: ItemSequence, outline: Outline?) {
    var builder = ItemSequenceBuilder()
    guard value.kind == .array else {
      return mismatch(value, "an array of items") ?? (builder.finish(), nil)
    }
    var relations: [ItemRelation] = []
    var elements = value.elements
    var plain = PlainItems()
    var index = 0
    while true {
      if readsPlainItems { index += plainItems(&elements, &plain, &builder) }
      guard let element = elements.next() else { break }
      charge(0)
      if isStopped { break }
      at(index) {
        countItems(1)
        let (item, relation) = itemWithRelation(element)
        charge(CostRates.bytes(ofDescribing: item))
        builder.append(item)
        guard var relation else { return }
        relation.index = index
        relations.append(relation)
      }
      index += 1
    }
    let items = builder.finish()
    guard !relations.isEmpty, !isStopped else { return (items, nil) }
    // Items without ids: one that is repeated has been reported.
    guard let (shown, outline) = outlined(items, relations) else {
      return (ItemSequence(count: items.count), nil)
    }
    return (shown, outline)
  }

  /// Reads items with sizes only: `[[w, h], …]`, flat `[w, h, w, h, …]`, or columns of widths and heights.
  func sizedItems(_ value: JSONValue, as form: ItemsForm) -> ItemSequence {
    switch form {
    case .columnsOfItemSizes: return columnarItems(value)
    case .flatItemSizes: return flatItems(value)
    default: return pairedItems(value)
    }
  }

  func formOfSizes(_ value: JSONValue) -> ItemsForm {
    if value.kind == .object { return .columnsOfItemSizes }
    return value[0]?.kind == .number ? .flatItemSizes : .itemSizes
  }

  private func pairedItems(_ value: JSONValue) -> ItemSequence {
    var builder = ItemSequenceBuilder()
    var elements = value.elements
    guard value.kind == .array else { return mismatch(value, "an array of sizes") ?? builder.finish() }
    let count = plainSizes { numbers, most in
      let count = elements.nextPairs(into: &numbers, upTo: most, in: 0...Coordinate.limit)
      builder.append(sizes: numbers, count: count)
      return count
    }
    array(&elements, from: count, taking: MemoryLayout<Size>.stride) { _, value in
      countItems(1)
      if let size = size(value) { builder.append(size: size) }
    }
    return builder.finish()
  }

  private func flatItems(_ value: JSONValue) -> ItemSequence {
    var builder = ItemSequenceBuilder()
    var elements = value.elements
    var numbers =
      2
      * plainSizes { numbers, most in
        let before = elements
        var count = elements.nextNumbers(into: &numbers, upTo: 2 * most, in: 0...Coordinate.limit)
        if count % 2 != 0 {
          // Without the width that no height follows.
          elements = before
          count = elements.nextNumbers(into: &numbers, upTo: count - 1, in: 0...Coordinate.limit)
        }
        builder.append(sizes: numbers, count: count / 2)
        return count / 2
      }
    var width = 0.0
    array(&elements, from: numbers, taking: MemoryLayout<Double>.stride) { index, value in
      numbers = index + 1
      guard let length = length(value) else { return }
      if index % 2 == 0 {
        width = length
      } else {
        countItems(1)
        builder.append(size: Size(width: width, height: length))
      }
    }
    if numbers % 2 != 0, !isStopped {
      fault(
        "a flat array of sizes has a width and a height for each item; this one has \(numbers) numbers")
    }
    return builder.finish()
  }

  private func columnarItems(_ value: JSONValue) -> ItemSequence {
    var widths: JSONElements?
    var heights: JSONElements?
    let faultsBefore = faults.count
    object(value, SizeColumnsField.self, "columns of sizes") { field, value in
      guard value.kind == .array else { return mismatch(value, "an array of numbers") ?? () }
      switch field {
      case .widths: widths = value.elements
      case .heights: heights = value.elements
      }
    }
    var builder = ItemSequenceBuilder()
    guard faults.count == faultsBefore, var widths = required(widths, "widths"),
      var heights = required(heights, "heights")
    else { return builder.finish() }
    var numbersOfHeights = ContiguousArray<Double>(repeating: 0, count: Self.batch)
    let count = plainSizes { numbers, most in
      let before = (widths, heights)
      let range = 0...Coordinate.limit
      var count = widths.nextNumbers(into: &numbers, upTo: most, in: range)
      let other = heights.nextNumbers(into: &numbersOfHeights, upTo: count, in: range)
      if other != count {
        // Without the widths that no heights belong to.
        (widths, heights) = before
        count = widths.nextNumbers(into: &numbers, upTo: other, in: range)
        count = heights.nextNumbers(into: &numbersOfHeights, upTo: count, in: range)
      }
      builder.append(widths: numbers, heights: numbersOfHeights, count: count)
      return count
    }
    // What is left has errors, or is beyond a limit.
    let moreWidths = lengths(&widths, from: count, "widths") { countItems(1) }
    let moreHeights = lengths(&heights, from: count, "heights") {}
    if moreWidths.count != moreHeights.count, faults.isEmpty {
      fault(
        "there are \(count + moreWidths.count) widths and \(count + moreHeights.count) heights; each item has "
          + "one of both")
    }
    for (width, height) in zip(moreWidths, moreHeights) {
      builder.append(size: Size(width: width, height: height))
    }
    return builder.finish()
  }

  private func lengths(
    _ elements: inout JSONElements, from count: Int, _ name: String, _ noting: () -> Void
  ) -> [Double] {
    var lengths: [Double] = []
    at(name) {
      array(&elements, from: count, taking: 2 * MemoryLayout<Double>.stride) { _, value in
        noting()
        if let length = length(value) { lengths.append(length) }
      }
    }
    return lengths
  }

  /// The most items with sizes only that are read in one go.
  private static let batch = ItemColumns.limit

  /// Reads items with sizes only, as long as there are more and the limits allow; returns their number.
  ///
  /// - Parameter next: appends up to so many items whose sizes are valid and in their usual form, with the array to read
  ///   their numbers into; returns how many.
  @inline(__always)
  private func plainSizes(_ next: (inout ContiguousArray<Double>, Int) -> Int) -> Int {
    let bytes = MemoryLayout<Size>.stride
    let limit = min(limits.items - itemsRead, max(0, memory.limit - memory.bytes) / bytes)
    var numbers = ContiguousArray<Double>(repeating: 0, count: 2 * Self.batch)
    var count = 0
    while count < limit {
      let most = min(limit - count, Self.batch)
      let read = next(&numbers, most)
      count += read
      guard read == most else { break }
      if count & 0xFFF == 0 {
        checkIsWaitedFor()
        if isStopped { break }
      }
    }
    countItems(count)
    charge(count * bytes)
    return count
  }

  /// Reads one item.
  func item(_ value: JSONValue) -> Item {
    var item = Item()
    var preferredSize: Size?
    var sizeMode = SizeModeFields()
    var template: JSONValue?
    var content: JSONValue?
    object(value, ItemField.self, "an item: an object") { field, value in
      switch field {
      case .id: item.id = clientName(value)
      case .size: item.size = size(value)
      case .estimatedSize: item.estimatedSize = size(value)
      case .aspectRatio: item.aspectRatio = positive(value)
      case .span: item.span = gridSpan(value)
      case .widthMode: sizeMode.width = name(value, of: WidthModeName.self)
      case .divisor: sizeMode.divisor = integer(value, in: 1...1000)
      case .heightMode: sizeMode.height = name(value, of: MagazineSizeMode.Height.self)
      case .height: sizeMode.points = length(value)
      case .values: item.values = itemValues(value)
      case .separator: item.separator = rowSeparator(value)
      case .indentationLevel:
        // Level 0 is that of an item without one.
        item.indentationLevel = integer(value, in: 0...Item.indentationLimit).flatMap { $0 > 0 ? $0 : nil }
      case .parent:
        guard let parent = clientName(value) else { return }
        if relation == nil { relation = ItemRelation() }
        relation?.parent = parent
      case .isExpanded:
        guard let isExpanded = bool(value) else { return }
        if relation == nil { relation = ItemRelation() }
        relation?.isExpanded = isExpanded
      case .template: template = value
      case .content: content = value
      case .preferredAttributes:
        object(value, PreferredField.self, "preferred attributes: an object") { field, value in
          switch field {
          case .size: preferredSize = size(value)
          case .alpha: set(&item.appearance.alpha, number(value, in: 0...1))
          case .transform: set(&item.appearance.transform, transform(value))
          }
        }
      }
    }
    item.size = item.size ?? preferredSize
    item.sizeMode = magazineSizeMode(sizeMode, of: value)
    item.content = itemContent(content, for: template)
    return item
  }
}
