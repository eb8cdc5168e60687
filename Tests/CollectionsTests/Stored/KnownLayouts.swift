import LayoutEngine

@testable import CollectionModel
@testable import Collections

/// Reads layouts whose JSON texts are names.
final class KnownLayouts: LayoutReading {
  private let layouts: [String: LayoutKind]

  init(_ layouts: [String: LayoutKind]) { self.layouts = layouts }

  /// Those of the gallery.
  static let gallery = KnownLayouts(
    Dictionary(uniqueKeysWithValues: Gallery.allCases.map { ($0.rawValue, $0.layout) }))

  func layout(_ words: [UInt8]) throws(LayoutReadingError) -> LayoutKind {
    let name = String(decoding: words, as: UTF8.self)
    guard let layout = layouts[name] else { throw LayoutReadingError("there is no layout \(name)") }
    return layout
  }
}

/// A value that was written and read; writing it again must give the same bytes.
func reread<Value: StoredValue>(
  _ value: Value, reading layouts: KnownLayouts = .gallery
) throws(StoredFormError) -> Value {
  var writer = StoredWriter()
  value.write(to: &writer)
  var reader = StoredReader(writer.bytes, 0..<writer.bytes.count, layouts: layouts)
  let read: Value = try reader.value()
  guard reader.remaining == 0 else { throw .damaged("\(reader.remaining) bytes are left") }
  var again = StoredWriter()
  read.write(to: &again)
  guard again.bytes == writer.bytes else { throw .damaged("it is written otherwise the second time") }
  return read
}
