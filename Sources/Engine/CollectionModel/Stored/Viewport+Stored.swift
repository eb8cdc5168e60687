import LayoutEngine

extension Container: StoredValue {
  func write(to writer: inout StoredWriter) {
    let ownInsets = insets == .zero ? nil : insets
    let ownCategory = contentSizeCategory == .large ? nil : contentSizeCategory
    writer.write(
      flags: StoredFlags(
        ownInsets != nil, scale != nil, direction == .rightToLeft, ownCategory != nil, fonts != nil))
    writer.write(size)
    writer.write(present: ownInsets)
    writer.write(present: scale)
    writer.write(present: ownCategory)
    if let fonts {
      writer.needsNewestFormat = true
      writer.write(fonts)
    }
  }

  init(from reader: inout StoredReader) throws(StoredFormError) {
    let flags = try reader.flags(5)
    self.init(size: try reader.value(), direction: flags[2] ? .rightToLeft : .leftToRight)
    insets = try reader.value(if: flags[0]) ?? .zero
    scale = try reader.value(if: flags[1])
    contentSizeCategory = try reader.value(if: flags[3]) ?? .large
    fonts = try reader.value(if: flags[4])
    guard scale ?? 1 > 0 else { throw .damaged("a scale is not above 0") }
    // Older versions accepted every scale above 0.
    scale = scale.map { min(max($0, PixelGrid.scales.lowerBound), PixelGrid.scales.upperBound) }
  }
}

extension ContentSizeCategory: StoredName {}

/// Only the client's JSON text is stored.
extension LayoutChoice: StoredValue {
  func write(to writer: inout StoredWriter) { writer.write(jsonText: jsonText) }

  init(from reader: inout StoredReader) throws(StoredFormError) {
    let jsonText = try reader.jsonText()
    do {
      self.init(kind: try reader.layouts.layout(jsonText), jsonText: jsonText)
    } catch {
      throw .layout(error.reason)
    }
  }
}

/// Whether the client is synchronised is not stored: a restart may lose positions.
extension Viewport: StoredValue {
  func write(to writer: inout StoredWriter) {
    let offsets = orthogonalOffsets.all
    writer.write(
      flags: StoredFlags(
        ownLayout != nil, bounds != nil, movedAt != nil, overscan != .none, policy != ReadingPolicy(),
        !offsets.isEmpty, ownOutline != nil))
    writer.write(container)
    writer.write(jsonText: containerJSON)
    writer.write(present: ownLayout)
    writer.write(present: bounds)
    writer.write(present: movedAt.map(StoredWhole.init))
    writer.write(present: overscan == .none ? nil : overscan)
    writer.write(present: policy == ReadingPolicy() ? nil : policy)
    if !offsets.isEmpty { writer.write(list: offsets) }
    if let ownOutline {
      writer.needsNewestFormat = true
      writer.write(ownOutline)
    }
  }

  init(from reader: inout StoredReader) throws(StoredFormError) {
    let flags = try reader.flags(7)
    self.init(container: try reader.value(), containerJSON: try reader.jsonText())
    ownLayout = try reader.value(if: flags[0])
    bounds = try reader.value(if: flags[1])
    movedAt = flags[2] ? try reader.whole() : nil
    overscan = try reader.value(if: flags[3]) ?? .none
    // Versions without policies, offsets across or outlines have not set their flags.
    policy = try reader.value(if: flags[4]) ?? ReadingPolicy()
    if flags[5] {
      for one in try reader.list(of: OrthogonalOffset.self) { orthogonalOffsets[one.section] = one.offset }
    }
    ownOutline = try reader.value(if: flags[6])
    isSynced = false
  }
}

extension Viewport {
  /// Checks that a viewport may be the main one, which shows the state of the collection.
  ///
  /// - Throws: `damaged`.
  package func checkMain() throws(StoredFormError) {
    if ownOutline != nil { throw .damaged("the main viewport has an outline of its own") }
  }
}

extension OrthogonalOffset: StoredValue {
  func write(to writer: inout StoredWriter) { writer.write(StoredWhole(section), offset) }

  init(from reader: inout StoredReader) throws(StoredFormError) {
    self.init(section: try reader.whole(), offset: try reader.value())
  }
}

extension Overscan: StoredValue {
  func write(to writer: inout StoredWriter) {
    writer.write(flags: StoredFlags(unit == .screens))
    writer.write(edges)
  }

  init(from reader: inout StoredReader) throws(StoredFormError) {
    let flags = try reader.flags(1)
    self.init(try reader.value(), unit: flags[0] ? .screens : .points)
    guard min(edges.top, edges.left, edges.bottom, edges.right) >= 0 else {
      throw .damaged("an overscan is below 0")
    }
  }
}

extension Viewport {
  /// Returns the stored form of the viewport.
  ///
  /// - Complexity: O(n) for n bytes of JSON text.
  public func stored() -> [UInt8] { StoredForm.of(.viewport) { write(to: &$0) } }

  /// Reads a stored viewport.
  ///
  /// - Throws: `StoredFormError` for bytes that are not the stored form of a viewport.
  /// - Complexity: O(n) for n bytes.
  public init(stored bytes: [UInt8], reading layouts: any LayoutReading) throws(StoredFormError) {
    self = try StoredForm.read(.viewport, from: bytes, layouts: layouts) { (reader) throws(StoredFormError) in
      try Viewport(from: &reader)
    }
  }
}
