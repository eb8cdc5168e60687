import CollectionTestSupport

@testable import CollectionModel

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

/// Bytes as two digits each.
func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
  bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}
