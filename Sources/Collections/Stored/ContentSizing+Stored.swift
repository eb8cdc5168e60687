extension ContentSizing: StoredValue {
  func write(to writer: inout StoredWriter) {
    writer.write(scope)
    writer.write(words: templates)
  }

  init(from reader: inout StoredReader) throws(StoredFormError) {
    self.init(scope: try reader.value(), templates: try reader.words())
  }
}

extension ContentSizing.Scope: StoredName {}
