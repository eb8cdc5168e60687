/// The frame of every stored form: the number of the format, the kind of content, the content, and a checksum.
enum StoredForm {
  /// The newest format. 3 and 4 are read; the earlier two were never released.
  ///
  /// 3 names the parameters that a section overrides. 4 has values, separators and indentation levels of items, columns
  /// that items keep, outlines, titles of sections, authors of changes, times, and keys of fonts; a form without any is
  /// written as 3.
  static let format = 4
  private static let earliest = 3

  enum Content: UInt8 {
    case state = 1
    case entry = 2
    case viewport = 3
  }

  /// Returns the stored form of the content that `write` writes.
  static func of(_ content: Content, _ write: (inout StoredWriter) -> Void) -> [UInt8] {
    var writer = StoredWriter()
    writer.write(whole: earliest)
    writer.write(byte: content.rawValue)
    write(&writer)
    if writer.needsNewestFormat { writer.begin(with: UInt8(format)) }
    writer.write(littleEndian: Checksum.of(writer.bytes, count: writer.bytes.count))
    return writer.bytes
  }

  /// Reads a whole stored form.
  ///
  /// - Throws: `newer` for a later format, whatever follows; `damaged` for all other bytes that are no stored form.
  static func read<Value>(
    _ content: Content, from bytes: [UInt8], layouts: any LayoutReading,
    _ read: (inout StoredReader) throws(StoredFormError) -> Value
  ) throws(StoredFormError) -> Value {
    var reader = StoredReader(bytes, 0..<bytes.count, layouts: layouts)
    let format = try reader.whole(in: 1...Int.max)
    guard format <= Self.format else { throw .newer(format: format) }
    guard format >= earliest else { throw .damaged("format \(format) is no longer read") }
    let end = bytes.count - MemoryLayout<UInt32>.size
    guard end > 0 else { throw .damaged("it ends too early") }
    var last = StoredReader(bytes, end..<bytes.count, layouts: layouts)
    guard try last.littleEndian(UInt32.self) == Checksum.of(bytes, count: end) else {
      throw .damaged("the checksum is another")
    }
    return try readUnchecked(content, from: bytes, 0..<end, layouts: layouts, read)
  }

  /// Reads a stored form without its checksum.
  static func readUnchecked<Value>(
    _ content: Content, from bytes: [UInt8], _ range: Range<Int>, layouts: any LayoutReading,
    _ read: (inout StoredReader) throws(StoredFormError) -> Value
  ) throws(StoredFormError) -> Value {
    var reader = StoredReader(bytes, range, layouts: layouts)
    _ = try reader.whole(in: earliest...format)
    guard try reader.byte() == content.rawValue else { throw .damaged("it is something else") }
    let value = try read(&reader)
    guard reader.remaining == 0 else { throw .damaged("something follows it") }
    return value
  }
}

/// The reason why bytes cannot be read as a stored form.
public enum StoredFormError: Error, Hashable, Sendable {
  /// The bytes are not as they were written.
  case damaged(String)
  /// A later version of the service wrote the bytes.
  case newer(format: Int)
  /// There are more items or sections than the reader takes.
  case tooMany(String)
  /// The JSON text of a layout is no longer valid.
  case layout(String)
}
