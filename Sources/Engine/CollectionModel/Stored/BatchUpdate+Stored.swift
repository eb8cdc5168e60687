import LayoutEngine

extension BatchUpdate: StoredValue {
  func write(to writer: inout StoredWriter) {
    writer.write(action)
    writer.write(animation)
  }

  init(from reader: inout StoredReader) throws(StoredFormError) {
    self.init(try reader.value(), animation: try reader.value())
  }
}

extension BatchUpdate.Animation: StoredValue {
  private var code: UInt8 {
    switch self {
    case .automatic: 0
    case .fade: 1
    case .left: 2
    case .right: 3
    case .top: 4
    case .bottom: 5
    case .middle: 6
    case .none: 7
    }
  }

  func write(to writer: inout StoredWriter) { writer.write(byte: code) }

  init(from reader: inout StoredReader) throws(StoredFormError) {
    let code = try reader.byte()
    guard let animation = Self.allCases.first(where: { $0.code == code }) else {
      throw .damaged("an animation is not known")
    }
    self = animation
  }
}

extension BatchUpdate.Action: StoredValue {
  func write(to writer: inout StoredWriter) {
    switch self {
    case .deleteItems(let paths):
      writer.write(byte: 0)
      writer.write(list: paths)
    case .insertItems(let paths, let items):
      writer.write(byte: 1)
      writer.write(list: paths)
      writer.write(list: items)
    case .moveItem(let from, let to):
      writer.write(byte: 2)
      writer.write(from, to)
    case .reloadItems(let paths, let items):
      writer.write(byte: 3)
      writer.write(list: paths)
      writer.write(items.map(StoredItems.init))
    case .reconfigureItems(let paths, let items):
      writer.write(byte: 4)
      writer.write(list: paths)
      writer.write(items.map(StoredItems.init))
    case .deleteSections(let indexes):
      writer.write(byte: 5)
      writer.write(list: indexes.map(StoredWhole.init))
    case .insertSections(let indexes, let sections):
      writer.write(byte: 6)
      writer.write(list: indexes.map(StoredWhole.init))
      writer.write(list: sections)
    case .moveSection(let from, let to):
      writer.write(byte: 7)
      writer.write(StoredWhole(from), StoredWhole(to))
    case .reloadSections(let indexes, let sections):
      writer.write(byte: 8)
      writer.write(list: indexes.map(StoredWhole.init))
      writer.write(list: sections)
    }
  }

  init(from reader: inout StoredReader) throws(StoredFormError) {
    switch try reader.byte() {
    case 0: self = .deleteItems(at: try reader.list())
    case 1:
      let paths: [IndexPath] = try reader.list()
      self = .insertItems(at: paths, try Self.matching(try reader.list(), to: paths))
    case 2: self = .moveItem(from: try reader.value(), to: try reader.value())
    case 3:
      let paths: [IndexPath] = try reader.list()
      self = .reloadItems(at: paths, try Self.described(paths, &reader))
    case 4:
      let paths: [IndexPath] = try reader.list()
      self = .reconfigureItems(at: paths, try Self.described(paths, &reader))
    case 5: self = .deleteSections(at: try Self.indexes(&reader))
    case 6:
      let indexes = try Self.indexes(&reader)
      self = .insertSections(at: indexes, try Self.matching(try reader.list(), to: indexes))
    case 7: self = .moveSection(from: try reader.whole(), to: try reader.whole())
    case 8:
      let indexes = try Self.indexes(&reader)
      self = .reloadSections(at: indexes, try Self.matching(try reader.list(), to: indexes))
    default: throw .damaged("an update is not known")
    }
  }

  private static func indexes(_ reader: inout StoredReader) throws(StoredFormError) -> [Int] {
    var indexes: [Int] = []
    try reader.forEach { (reader) throws(StoredFormError) in indexes.append(try reader.whole()) }
    return indexes
  }

  private static func described(
    _ paths: [IndexPath], _ reader: inout StoredReader
  ) throws(StoredFormError) -> [Item]? {
    guard let items = try reader.value(StoredItems?.self) else { return nil }
    return try matching(items.items, to: paths)
  }

  private static func matching<Value, Position>(
    _ values: [Value], to positions: [Position]
  ) throws(StoredFormError) -> [Value] {
    guard values.count == positions.count else {
      throw .damaged("there are \(positions.count) positions and \(values.count) descriptions")
    }
    return values
  }
}

/// A list of items that can be nil as a whole.
private struct StoredItems: StoredValue {
  let items: [Item]

  init(_ items: [Item]) { self.items = items }

  func write(to writer: inout StoredWriter) { writer.write(list: items) }
  init(from reader: inout StoredReader) throws(StoredFormError) { items = try reader.list() }
}
