import LayoutEngine

extension Content: StoredValue {
  func write(to writer: inout StoredWriter) {
    writer.write(text: template)
    writer.write(words: jsonText)
  }

  convenience init(from reader: inout StoredReader) throws(StoredFormError) {
    self.init(template: try reader.text(), jsonText: try reader.words())
  }
}

/// A column of contents begins with the names of the templates, each once; an item says which is its own by the
/// number of the name and one, 0 where it has no content.
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
      write(words: content.jsonText)
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
      contents.append(number == 0 ? nil : Content(template: names[number - 1], jsonText: try words()))
    }
    return contents
  }
}
