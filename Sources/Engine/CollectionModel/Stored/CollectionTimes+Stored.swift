extension UTCTime: StoredValue {
  func write(to writer: inout StoredWriter) { writer.write(whole: UInt64(milliseconds)) }

  init(from reader: inout StoredReader) throws(StoredFormError) {
    self.init(milliseconds: Int64(try reader.whole(in: 0...UInt64(Self.limit - 1))))
  }
}

extension CollectionTimes: StoredValue {
  func write(to writer: inout StoredWriter) { writer.write(created, updated) }

  init(from reader: inout StoredReader) throws(StoredFormError) {
    self.init(created: try reader.value(), updated: try reader.value())
  }
}
