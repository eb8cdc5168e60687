import LayoutEngine

extension MeasuringKey: StoredValue {
  func write(to writer: inout StoredWriter) {
    writer.write(breadth, layoutWords != nil)
    if let layoutWords { writer.write(words: layoutWords) }
  }

  init(from reader: inout StoredReader) throws(StoredFormError) {
    self.init(breadth: try reader.value())
    if try reader.value(Bool.self) { layoutWords = try reader.words() }
  }

  /// Whether it is stored before another.
  func isStored(before other: MeasuringKey) -> Bool {
    if breadth.points != other.breadth.points { return breadth.points < other.breadth.points }
    if breadth.arrangement != other.breadth.arrangement {
      return breadth.arrangement < other.breadth.arrangement
    }
    guard let layoutWords, let others = other.layoutWords else {
      return layoutWords == nil && other.layoutWords != nil
    }
    return layoutWords.lexicographicallyPrecedes(others)
  }
}
