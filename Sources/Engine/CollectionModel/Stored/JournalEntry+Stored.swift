import LayoutEngine

extension JournalEntry {
  /// Returns the stored form of the entry.
  ///
  /// - Complexity: O(n) for n changed items.
  public func stored() -> [UInt8] { storedWithChange().bytes }

  /// Returns the stored form of the entry, and the change in it.
  func storedWithChange() -> (bytes: [UInt8], change: StoredChange) {
    var range = 0..<0
    var needsNewestFormat = false
    let bytes = StoredForm.of(.entry) { writer in
      writer.write(StoredWhole(version))
      let start = writer.bytes.count
      if let storedChange { storedChange.append(to: &writer) } else { writer.write(change) }
      range = start..<writer.bytes.count
      needsNewestFormat = writer.needsNewestFormat
      writeRest(to: &writer)
    }
    return (bytes, StoredChange(bytes: bytes[range], needsNewestFormat: needsNewestFormat))
  }

  static func read(
    _ bytes: [UInt8], reading layouts: any LayoutReading
  ) throws(StoredFormError) -> JournalEntry {
    try StoredForm.read(.entry, from: bytes, layouts: layouts) { (reader) throws(StoredFormError) in
      try JournalEntry(from: &reader)
    }
  }
}

/// The change of an entry as the stored form has it. Other forms of the entry take it from there.
struct StoredChange: Sendable {
  let bytes: ArraySlice<UInt8>
  let needsNewestFormat: Bool

  func append(to writer: inout StoredWriter) {
    writer.append(bytes.span.bytes)
    if needsNewestFormat { writer.needsNewestFormat = true }
  }
}

extension JournalEntry {
  /// Writes the members behind the version and the change.
  private func writeRest(to writer: inout StoredWriter) {
    writer.write(main, StoredWhole(itemCount))
    writer.write(recalled, before)
    // What follows is left out where nothing of it differs from an entry of the first version.
    let hasNewest = author != nil || time != nil
    let hasFurther = !further.isEmpty || hasNewest
    if origin != nil || ownScroll != nil || holdsEstimates || hasFurther { writer.write(origin, ownScroll) }
    if holdsEstimates || hasFurther { writer.write(holdsEstimates) }
    if hasFurther { writer.write(further) }
    if hasNewest {
      writer.needsNewestFormat = true
      // No author has an empty name.
      writer.write(author ?? "")
    }
    if let time { writer.write(time) }
  }

  init(from reader: inout StoredReader) throws(StoredFormError) {
    let version = try reader.whole()
    let change: CollectionChange = try reader.value()
    let main: Viewport = try reader.value()
    let itemCount = try reader.whole()
    let recalled: RecalledMeasurements = try reader.value()
    let before: Viewport? = try reader.value()
    try main.checkMain()
    try before?.checkMain()
    let hasOrigin = reader.remaining > 0
    let origin: ChangeOrigin?? = try reader.value(if: hasOrigin)
    let ownScroll: OwnScroll?? = try reader.value(if: hasOrigin)
    // Before estimates could be held, none was.
    let holdsEstimates: Bool? = try reader.value(if: reader.remaining > 0)
    let further: FurtherMeasurements? = try reader.value(if: reader.remaining > 0)
    let author: String? = try reader.value(if: reader.remaining > 0)
    // Before times were stored, none was known.
    let time: UTCTime? = try reader.value(if: reader.remaining > 0)
    self.init(
      version: version, change: change, before: before, main: main, itemCount: itemCount,
      recalled: recalled, further: further ?? FurtherMeasurements(), origin: origin ?? nil,
      ownScroll: ownScroll ?? nil, holdsEstimates: holdsEstimates ?? false,
      author: author == "" ? nil : author, time: time)
  }
}

extension ChangeOrigin: StoredValue {
  func write(to writer: inout StoredWriter) { writer.write(viewport, requestID) }

  init(from reader: inout StoredReader) throws(StoredFormError) {
    self.init(viewport: try reader.value(), requestID: try reader.value())
  }
}

extension OwnScroll: StoredValue {
  func write(to writer: inout StoredWriter) { writer.write(viewport, offset) }

  init(from reader: inout StoredReader) throws(StoredFormError) {
    self.init(viewport: try reader.value(), offset: try reader.value())
  }
}
