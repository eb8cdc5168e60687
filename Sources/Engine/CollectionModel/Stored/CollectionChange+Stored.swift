import LayoutEngine

extension CollectionChange: StoredValue {
  func write(to writer: inout StoredWriter) {
    switch self {
    case .updates(let updates):
      writer.write(byte: 0)
      writer.write(list: updates)
    case .snapshot(let sections):
      writer.write(byte: 1)
      writer.write(sections)
    case .layout(let layout):
      writer.write(byte: 2)
      writer.write(layout)
    case .measurements(let batch):
      writer.write(byte: 3)
      writer.write(batch)
    case .invalidation(let forgotten):
      writer.write(byte: 4)
      writer.write(forgotten)
    case .contentSizes(let batch):
      writer.write(byte: 5)
      writer.write(batch)
    case .scrollSizes(let batch, let content):
      writer.write(byte: 6)
      writer.write(batch, content)
    case .outlines(let edits):
      writer.needsNewestFormat = true
      writer.write(byte: 7)
      writer.write(list: edits)
    }
  }

  init(from reader: inout StoredReader) throws(StoredFormError) {
    switch try reader.byte() {
    case 0: self = .updates(try reader.list())
    case 1: self = .snapshot(try reader.value())
    case 2: self = .layout(try reader.value())
    case 3: self = .measurements(try reader.value())
    case 4: self = .invalidation(try reader.value())
    case 5: self = .contentSizes(try reader.value())
    case 6: self = .scrollSizes(try reader.value(), content: try reader.value())
    case 7: self = .outlines(try reader.list())
    default: throw .damaged("a change is not known")
    }
  }
}
