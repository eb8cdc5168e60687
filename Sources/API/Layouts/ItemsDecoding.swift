import JSON
import LayoutEngine

extension DecodingContext {
  private enum ItemField: String, FrequentFieldNames {
    case id, size, estimatedSize, aspectRatio, preferredAttributes, template, content
    case span, widthMode, divisor, heightMode, height
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
  func items(_ value: JSONValue) -> ItemSequence {
    var builder = ItemSequenceBuilder()
    array(value, "an array of items", taking: 0) { _, value in
      countItems(1)
      let item = item(value)
      charge(CostRates.bytes(ofDescribing: item))
      builder.append(item)
    }
    return builder.finish()
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
    array(value, "an array of sizes", taking: MemoryLayout<Size>.stride) { _, value in
      countItems(1)
      if let size = size(value) { builder.append(size: size) }
    }
    return builder.finish()
  }

  private func flatItems(_ value: JSONValue) -> ItemSequence {
    var builder = ItemSequenceBuilder()
    var width = 0.0
    var count = 0
    array(value, "an array of numbers", taking: MemoryLayout<Double>.stride) { index, value in
      count = index + 1
      guard let length = length(value) else { return }
      if index % 2 == 0 {
        width = length
      } else {
        countItems(1)
        builder.append(size: Size(width: width, height: length))
      }
    }
    if count % 2 != 0, !isStopped {
      fault("a flat array of sizes has a width and a height for each item; this one has \(count) numbers")
    }
    return builder.finish()
  }

  private func columnarItems(_ value: JSONValue) -> ItemSequence {
    var widths: ContiguousArray<Double>?
    var heights: ContiguousArray<Double>?
    object(value, SizeColumnsField.self, "columns of sizes") { field, value in
      var column = ContiguousArray<Double>()
      array(value, "an array of numbers", taking: 2 * MemoryLayout<Double>.stride) { _, value in
        if field == .widths { countItems(1) }
        if let length = length(value) { column.append(length) }
      }
      switch field {
      case .widths: widths = column
      case .heights: heights = column
      }
    }
    guard let widths = required(widths, "widths"), let heights = required(heights, "heights") else {
      return ItemSequence(count: 0)
    }
    if widths.count != heights.count, faults.isEmpty {
      fault("there are \(widths.count) widths and \(heights.count) heights; each item has one of both")
    }
    var builder = ItemSequenceBuilder()
    for (width, height) in zip(widths, heights) { builder.append(size: Size(width: width, height: height)) }
    return builder.finish()
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
      case .id: item.id = string(value)
      case .size: item.size = size(value)
      case .estimatedSize: item.estimatedSize = size(value)
      case .aspectRatio: item.aspectRatio = positive(value)
      case .span: item.span = gridSpan(value)
      case .widthMode: sizeMode.width = name(value, of: WidthModeName.self)
      case .divisor: sizeMode.divisor = integer(value, in: 1...1000)
      case .heightMode: sizeMode.height = name(value, of: MagazineSizeMode.Height.self)
      case .height: sizeMode.points = length(value)
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
    item.content = self.content(content, for: template)
    return item
  }
}
