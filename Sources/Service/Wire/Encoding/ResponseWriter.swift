import JSON
import LayoutEngine

/// Writes the values of a response in one format.
///
/// A response writes itself once, by these operations (`ResponseBody`), and is so available in every format that has
/// a writer. The writer adds separators, escapes and the format of numbers. The caller follows the grammar: a key
/// before each value of an object, an end for each beginning.
package protocol ResponseWriter: AttributeSink, AttributeWriter, ~Copyable {
  /// Creates a writer that appends a value to bytes.
  init(continuing bytes: consuming ByteWriter)

  /// The number of bytes written.
  var count: Int { get }

  /// Returns the bytes written, for another writer to continue.
  consuming func release() -> ByteWriter

  /// Begins an object.
  mutating func beginObject()
  /// Ends the object that began last.
  mutating func endObject()
  /// Begins an array.
  mutating func beginArray()
  /// Ends the array that began last.
  mutating func endArray()

  /// Writes a key that needs no escapes.
  mutating func key(_ name: StaticString)
  /// Writes a key that a client chose.
  mutating func key(text: String)

  /// Writes a string.
  mutating func string(_ text: String)
  /// Writes true or false.
  mutating func bool(_ value: Bool)
  /// Writes null.
  mutating func null()

  /// Writes a value that is stored as JSON text.
  mutating func value(json text: [UInt8])
  /// Writes a value that a writer of the same format has written.
  mutating func value(encoded bytes: ByteBuffer)

  // Values that occur often in a response. A format may have a faster way to write them than the default below.
  /// Writes a position in points.
  mutating func point(_ point: Point)
  /// Writes a size in points.
  mutating func size(_ size: Size)
  /// Writes a rect in points.
  mutating func rect(_ rect: Rect)
  /// Writes a section and an item.
  mutating func indexPath(_ path: IndexPath)
  /// Writes an element of a list, with the id of its item if it has one.
  mutating func element(_ record: ElementList.Record, of elements: ElementList, id: String?)
}

extension ResponseWriter where Self: ~Copyable {
  mutating func value(json text: [UInt8]) {
    // Stored JSON text was valid when it was stored.
    guard let document = try? JSONDocument.reading(text, limits: .unlimited) else { return null() }
    document.withRoot { value($0) }
  }

  private mutating func value(_ value: JSONValue) {
    switch value.kind {
    case .null: null()
    case .bool: bool(value.bool ?? false)
    case .number: number(value.number ?? 0)
    case .string: string(value.string ?? "")
    case .array: list(value.elements) { $0.value($1) }
    case .object:
      beginObject()
      for (name, member) in value.members {
        key(text: String(name))
        self.value(member)
      }
      endObject()
    }
  }

  mutating func point(_ point: Point) {
    beginObject()
    key("x")
    number(point.x)
    key("y")
    number(point.y)
    endObject()
  }

  mutating func size(_ size: Size) {
    beginObject()
    key("width")
    number(size.width)
    key("height")
    number(size.height)
    endObject()
  }

  mutating func rect(_ rect: Rect) {
    beginObject()
    key("x")
    number(rect.x)
    key("y")
    number(rect.y)
    key("width")
    number(rect.width)
    key("height")
    number(rect.height)
    endObject()
  }

  mutating func indexPath(_ path: IndexPath) {
    beginArray()
    number(path.section)
    number(path.item)
    endArray()
  }

  mutating func element(_ record: ElementList.Record, of elements: ElementList, id: String?) {
    element(record, of: elements, id: id, content: nil)
  }

  /// Writes an element of a list, with the id and the content of its item if it has them.
  mutating func element(
    _ record: ElementList.Record, of elements: ElementList, id: String?, content: Content?,
    place: (level: Int, isExpanded: Bool?)? = nil
  ) {
    beginObject()
    elementKind(elements.kinds[Int(record.kind)])
    key("indexPath")
    indexPath(IndexPath(section: Int(record.section), item: Int(record.item)))
    if let id {
      key("id")
      string(id)
    }
    key("frame")
    rect(record.frame)
    if record.appearance >= 0 { appearance(elements.appearances[Int(record.appearance)]) }
    marks(isEstimated: record.isEstimated, pins: record.pins, isPinned: record.isPinned)
    if let place { outlinePlace(place) }
    if let content { self.content(content) }
    endObject()
  }

  /// Writes the content of an item and the template that shows it, if one does, as members of an object that has been
  /// begun.
  mutating func content(_ content: Content) {
    if content.isMeasured {
      key("template")
      string(content.template)
    }
    guard !content.jsonText.isEmpty else { return }
    key("content")
    value(json: content.jsonText)
  }
}

extension ResponseWriter where Self: ~Copyable {
  /// Writes an array.
  @inlinable
  @inline(__always)
  package mutating func list<Element>(
    _ elements: some Sequence<Element>, _ write: (inout Self, Element) -> Void
  ) {
    beginArray()
    for element in elements { write(&self, element) }
    endArray()
  }

  package mutating func string(orNull text: String?) {
    if let text { string(text) } else { null() }
  }
}
