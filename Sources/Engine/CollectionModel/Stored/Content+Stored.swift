import LayoutEngine

extension Content: StoredValue {
  func write(to writer: inout StoredWriter) {
    writer.write(text: template)
    writer.write(jsonText: jsonText)
  }

  convenience init(from reader: inout StoredReader) throws(StoredFormError) {
    self.init(template: try reader.text(), jsonText: try reader.jsonText())
  }
}

/// A column of contents begins with the names of the templates, each once. Every item has the index of its template's
/// name plus one, or 0 if it has no content.
extension StoredWriter {
  mutating func write(contents: ContiguousArray<Content?>) {
    var names: [String] = []
    var numbers: [String: Int] = [:]
    for content in contents {
      guard let content, numbers[content.template] == nil else { continue }
      numbers[content.template] = names.count
      names.append(content.template)
    }
    write(list: names)
    for content in contents {
      guard let content else {
        write(byte: 0)
        continue
      }
      write(whole: numbers[content.template]! + 1)
      write(jsonText: content.jsonText)
    }
  }
}

extension StoredReader {
  mutating func contents(_ count: Int) throws(StoredFormError) -> ContiguousArray<Content?> {
    let names = try list(of: String.self)
    var contents = ContiguousArray<Content?>()
    contents.reserveCapacity(count)
    for _ in 0..<count {
      let number = try whole(in: 0...names.count)
      contents.append(number == 0 ? nil : Content(template: names[number - 1], jsonText: try jsonText()))
    }
    return contents
  }
}

extension ContentSizing: StoredValue {
  func write(to writer: inout StoredWriter) {
    writer.write(scope)
    writer.write(jsonText: templates)
  }

  init(from reader: inout StoredReader) throws(StoredFormError) {
    self.init(scope: try reader.value(), templates: try reader.jsonText())
  }
}

extension ContentSizing.Scope: StoredName {}
