import LayoutEngine

extension CollectionState {
  /// Returns the stored form of the state.
  ///
  /// - Complexity: O(n) for n items that have more than a number.
  public func stored() -> [UInt8] { StoredForm.of(.state) { write(to: &$0) } }

  /// Reads a stored state.
  ///
  /// - Throws: `StoredFormError` for bytes that are not the stored form of a state.
  /// - Complexity: O(n) for n bytes; O(k log n) for k measured items of n.
  public init(stored bytes: [UInt8], reading layouts: any LayoutReading) throws(StoredFormError) {
    self = try StoredForm.read(.state, from: bytes, layouts: layouts) { (reader) throws(StoredFormError) in
      try CollectionState(from: &reader)
    }
  }
}

extension EstimateLearning: StoredName {}

extension CollectionState: StoredValue {
  func write(to writer: inout StoredWriter) {
    writer.write(StoredWhole(version), measurementSpace, layout, main)
    writer.write(sections)
    writer.write(list: measured.sorted { $0.key.isStored(before: $1.key) }) { writer, measured in
      writer.write(measured.key)
      StoredMeasurements(measured.value, describedBy: sections).write(to: &writer)
    }
    // What follows is left out where nothing of it differs from a state of the first version.
    let kept = ColumnChoices(keptIn: sections)
    let hasTimes = times != CollectionTimes()
    let hasLearning = learning != .always || !kept.isEmpty || hasTimes
    if contentSizing != ContentSizing() || hasLearning { writer.write(contentSizing) }
    if hasLearning { writer.write(learning) }
    if !kept.isEmpty || hasTimes {
      writer.needsNewestFormat = true
      writer.write(kept)
    }
    if hasTimes { writer.write(times) }
  }

  init(from reader: inout StoredReader) throws(StoredFormError) {
    let version = try reader.whole()
    let space: String? = try reader.value()
    let layout: LayoutChoice = try reader.value()
    let main: Viewport = try reader.value()
    try main.checkMain()
    var sections: SectionList = try reader.value()
    var measuredReader = reader
    var measured = try Self.measured(from: &reader, describedBy: sections)
    let sizing: ContentSizing? = try reader.value(if: reader.remaining > 0)
    // Collections of versions without the setting have learned always: their entries are replayed like that.
    let learning: EstimateLearning? = try reader.value(if: reader.remaining > 0)
    let kept: ColumnChoices = try reader.value(if: reader.remaining > 0) ?? ColumnChoices([])
    // Before times were stored, none was known.
    let times: CollectionTimes? = try reader.value(if: reader.remaining > 0)
    guard kept.fit(sections) else { throw .damaged("an item that keeps a column is not there") }
    if !kept.isEmpty {
      // Measured sections share all items that are not measured with those that they are of.
      sections = sections.keeping(kept).sections
      measured = try Self.measured(from: &measuredReader, describedBy: sections)
    }
    self.init(
      sections: sections, layout: layout, main: main, measurementSpace: space,
      contentSizing: sizing ?? ContentSizing(), learning: learning ?? .always)
    self.version = version
    self.times = times ?? CollectionTimes()
    self.measured = measured
  }

  private static func measured(
    from reader: inout StoredReader, describedBy sections: SectionList
  ) throws(StoredFormError) -> [MeasuringKey: MeasuredSections] {
    var measured: [MeasuringKey: MeasuredSections] = [:]
    try reader.forEach { (reader) throws(StoredFormError) in
      let key: MeasuringKey = try reader.value()
      let value = try StoredMeasurements.read(from: &reader, describedBy: sections)
      guard measured.updateValue(value, forKey: key) == nil else {
        throw .damaged("something was measured for the same twice")
      }
    }
    return measured
  }
}
