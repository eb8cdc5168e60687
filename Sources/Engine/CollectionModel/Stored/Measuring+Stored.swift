import LayoutEngine

/// An opaque measurement without a transform, which is the usual one, takes no bytes for either.
extension Measurement: StoredValue {
  func write(to writer: inout StoredWriter) {
    let (isOpaque, isUpright) = (alpha == 1, transform == .identity)
    writer.write(flags: StoredFlags(alpha != nil, isOpaque, transform != nil, isUpright))
    writer.write(size)
    writer.write(present: isOpaque ? nil : alpha)
    writer.write(present: isUpright ? nil : transform)
  }

  init(from reader: inout StoredReader) throws(StoredFormError) {
    let flags = try reader.flags(4)
    self.init(size: try reader.value())
    alpha = flags[1] ? 1 : try reader.value(if: flags[0])
    transform = flags[3] ? .identity : try reader.value(if: flags[2])
  }
}

extension MeasuredElement: StoredValue {
  func write(to writer: inout StoredWriter) {
    writer.write(path)
    writer.write(measurement)
  }

  init(from reader: inout StoredReader) throws(StoredFormError) {
    self.init(try reader.value(), try reader.value())
  }
}

extension MeasuredBreadth: StoredValue {
  func write(to writer: inout StoredWriter) { writer.write(points, arrangement) }

  init(from reader: inout StoredReader) throws(StoredFormError) {
    self.init(points: try reader.value(), arrangement: try reader.value())
  }
}

extension MeasurementBatch: StoredValue {
  func write(to writer: inout StoredWriter) {
    writer.write(breadth)
    writer.write(list: elements)
  }

  init(from reader: inout StoredReader) throws(StoredFormError) {
    self.init(breadth: try reader.value(), elements: try reader.list())
  }
}

extension Invalidation: StoredValue {
  func write(to writer: inout StoredWriter) {
    writer.write(breadth, scope)
    writer.write(list: elements)
  }

  init(from reader: inout StoredReader) throws(StoredFormError) {
    self.init(breadth: try reader.value(), scope: try reader.value(), elements: try reader.list())
  }
}

extension Invalidation.Scope: StoredValue {
  func write(to writer: inout StoredWriter) {
    switch self {
    case .elements: writer.write(byte: 0)
    case .counts: writer.write(byte: 1)
    case .everything: writer.write(byte: 2)
    }
  }

  init(from reader: inout StoredReader) throws(StoredFormError) {
    switch try reader.byte() {
    case 0: self = .elements
    case 1: self = .counts
    case 2: self = .everything
    default: throw .damaged("a scope is not known")
    }
  }
}

extension RecalledMeasurements: StoredValue {
  func write(to writer: inout StoredWriter) {
    writer.write(flags: StoredFlags(isWhole, learned != LearnedEstimate()))
    writer.write(list: elements)
    if learned != LearnedEstimate() { writer.write(learned) }
  }

  init(from reader: inout StoredReader) throws(StoredFormError) {
    let flags = try reader.flags(2)
    self.init()
    isWhole = flags[0]
    elements = try reader.list()
    learned = try reader.value(if: flags[1]) ?? LearnedEstimate()
  }
}

extension FurtherMeasurements: StoredValue {
  func write(to writer: inout StoredWriter) {
    writer.write(list: edits.sorted { $0.key.isStored(before: $1.key) }) { writer, edits in
      writer.write(edits.key, edits.value)
    }
  }

  init(from reader: inout StoredReader) throws(StoredFormError) {
    var edits: [MeasuringKey: Edits] = [:]
    try reader.forEach { (reader) throws(StoredFormError) in
      let key: MeasuringKey = try reader.value()
      guard edits.updateValue(try reader.value(), forKey: key) == nil else {
        throw .damaged("something was measured for the same twice")
      }
    }
    self.init(edits)
  }
}

extension FurtherMeasurements.Edits: StoredValue {
  func write(to writer: inout StoredWriter) {
    writer.write(flags: StoredFlags(isWhole, !forgotten.isEmpty, learned != LearnedEstimate()))
    if !forgotten.isEmpty { writer.write(list: forgotten) }
    writer.write(list: elements)
    if learned != LearnedEstimate() { writer.write(learned) }
  }

  init(from reader: inout StoredReader) throws(StoredFormError) {
    let flags = try reader.flags(3)
    self.init(isWhole: flags[0])
    if flags[1] { forgotten = try reader.list() }
    elements = try reader.list()
    learned = try reader.value(if: flags[2]) ?? LearnedEstimate()
  }
}

extension MeasuringKey: StoredValue {
  func write(to writer: inout StoredWriter) {
    writer.write(breadth, layoutJSON != nil)
    if let layoutJSON { writer.write(jsonText: layoutJSON) }
  }

  init(from reader: inout StoredReader) throws(StoredFormError) {
    self.init(breadth: try reader.value())
    if try reader.value(Bool.self) { layoutJSON = try reader.jsonText() }
  }

  /// Returns whether this key is stored before another.
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

extension LearnedEstimate: StoredValue {
  func write(to writer: inout StoredWriter) {
    writer.write(StoredWhole(count), sum, sumOfSquares, sumOfEstimates)
    writer.write(sumOfSquaredErrors, estimate, StoredWhole(nextCount))
  }

  init(from reader: inout StoredReader) throws(StoredFormError) {
    self.init(
      count: try reader.whole(), sum: try reader.value(), sumOfSquares: try reader.value(),
      sumOfEstimates: try reader.value(), sumOfSquaredErrors: try reader.value(),
      estimate: try reader.value(),
      // It starts at 1 and doubles.
      nextCount: try reader.whole(in: 1...Int(clamping: 2 * UInt64(StoredReader.wholeLimit))))
  }
}
