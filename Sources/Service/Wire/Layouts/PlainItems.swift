import JSON
import LayoutEngine

/// Reads items in their usual form, in one pass over the text of each: with an id, sizes, a ratio and content.
///
/// It leaves everything else to `DecodingContext.item`, errors above all.
struct PlainItems {
  /// The fields of a plain item, by their places in the record.
  private enum Field {
    static let names = JSONNames(["id", "size", "estimatedSize", "aspectRatio", "template", "content"])
    static var id: Int { 0 }
    static var size: Int { 1 }
    static var estimatedSize: Int { 2 }
    static var aspectRatio: Int { 3 }
    static var template: Int { 4 }
    static var content: Int { 5 }
  }

  private var record = JSONRecord(Field.names)
  private var sizes = JSONRecord(.ofSize)

  /// Reads an item, and appends it; returns the bytes that its description takes.
  ///
  /// - Parameter most: the largest number of bytes.
  /// - Returns: nil for an item that is not plain or takes more, which is not appended.
  mutating func append(
    _ value: JSONValue, to builder: inout ItemSequenceBuilder, upTo most: Int, _ context: DecodingContext
  ) -> Int? {
    guard record.read(value) else { return nil }
    var id: String?
    var size: Size?
    var estimatedSize: Size?
    var ratio: Double?
    var content: Content?
    if record.has(Field.id) {
      guard let string = record.string(Field.id), string.isInNormalFormC else { return nil }
      id = string
    }
    if record.has(Field.size) {
      guard let own = record.size(Field.size, &sizes) else { return nil }
      size = own
    }
    if record.has(Field.estimatedSize) {
      guard let estimate = record.size(Field.estimatedSize, &sizes) else { return nil }
      estimatedSize = estimate
    }
    if record.has(Field.aspectRatio) {
      guard let number = record.number(Field.aspectRatio), number > 0, number <= Coordinate.limit else {
        return nil
      }
      ratio = number
    }
    if record.has(Field.template) {
      guard
        let shown = context.contents.plainContent(
          of: record, template: Field.template, content: Field.content, context)
      else { return nil }
      content = shown
    } else if record.has(Field.content) {
      guard record.writtenLength(Field.content) <= DecodingContext.pageContentLimit else { return nil }
      content = Content(ofPage: record.text(Field.content))
    }
    let bytes = CostRates.bytes(
      ofDescribing: id, size: size, estimatedSize: estimatedSize, aspectRatio: ratio, content: content)
    guard bytes <= most else { return nil }
    builder.append(id: id, size: size, estimatedSize: estimatedSize, aspectRatio: ratio, content: content)
    return bytes
  }

  /// Goes behind the item read last.
  func skip(_ elements: inout JSONElements) { elements.skip(record) }
}

extension DecodingContext {
  /// Reads plain items as long as there are more and the limits allow; returns their number.
  func plainItems(
    _ elements: inout JSONElements, _ plain: inout PlainItems, _ builder: inout ItemSequenceBuilder
  ) -> Int {
    if isStopped { return 0 }
    let limit = min(limits.items - itemsRead, 0x1000 - itemsRead & 0xFFF)
    let memoryLimit = memory.limit - memory.bytes
    var total = 0
    var count = 0
    while count < limit {
      let before = elements
      guard let element = elements.next(),
        let bytes = plain.append(element, to: &builder, upTo: memoryLimit - total, self)
      else {
        elements = before
        break
      }
      plain.skip(&elements)
      total += bytes
      count += 1
    }
    guard count > 0 else { return 0 }
    countItems(count)
    charge(total)
    return count
  }
}
