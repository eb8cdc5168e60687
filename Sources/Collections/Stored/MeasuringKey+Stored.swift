import LayoutEngine

extension MeasuringKey: StoredValue {
  func write(to writer: inout StoredWriter) {
    writer.write(breadth, layoutJSON != nil)
    if let layoutJSON { writer.write(words: layoutJSON) }
  }

  init(from reader: inout StoredReader) throws(StoredFormError) {
    self.init(breadth: try reader.value())
    if try reader.value(Bool.self) { layoutJSON = try reader.words() }
  }

  /// Whether it is stored before another.
  func isStored(before other: MeasuringKey) -> Bool {
    if breadth.points != other.breadth.points { return breadth.points < other.breadth.points }
    if breadth.arrangement != other.breadth.arrangement {
      return breadth.arrangement < other.breadth.arrangement
    }
    guard let layoutJSON, let others = other.layoutJSON else {
      return layoutJSON == nil && other.layoutJSON != nil
    }
    return layoutJSON.lexicographicallyPrecedes(others)
  }
}
