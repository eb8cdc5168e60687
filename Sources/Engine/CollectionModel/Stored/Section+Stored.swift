import LayoutEngine

extension SectionList: StoredValue {
  func write(to writer: inout StoredWriter) {
    writer.write(whole: count)
    forEachSection { writer.write($0) }
  }

  init(from reader: inout StoredReader) throws(StoredFormError) {
    self.init(ContiguousArray(try reader.list(of: Section.self)))
  }
}

extension Section: StoredValue {
  func write(to writer: inout StoredWriter) {
    let metrics = metrics.isNone ? nil : metrics
    if outline != nil || indexTitle != nil { writer.needsNewestFormat = true }
    writer.write(
      flags: StoredFlags(
        id != nil, hasBackground, header != nil, footer != nil, !supplementaries.isEmpty, metrics != nil,
        outline != nil, indexTitle != nil))
    writer.write(present: id)
    writer.write(present: header)
    writer.write(present: footer)
    if !supplementaries.isEmpty { writer.write(StoredViews(supplementaries)) }
    writer.write(present: metrics)
    writer.write(items)
    outline?.write(to: &writer)
    writer.write(present: indexTitle)
  }

  init(from reader: inout StoredReader) throws(StoredFormError) {
    try reader.countSection()
    let flags = try reader.flags(8)
    self.init(id: try reader.value(if: flags[0]), items: ItemSequence(count: 0))
    hasBackground = flags[1]
    header = try reader.value(if: flags[2])
    footer = try reader.value(if: flags[3])
    if flags[4] { supplementaries = try reader.value(StoredViews.self).byKind }
    metrics = try reader.value(if: flags[5]) ?? .none
    items = try reader.value()
    if flags[6] { outline = try reader.outline(of: items) }
    indexTitle = try reader.value(if: flags[7])
  }
}

/// The views of a section that are neither header nor footer.
struct StoredViews: StoredValue {
  var byKind: [String: [Supplementary]]

  init(_ byKind: [String: [Supplementary]]) { self.byKind = byKind }

  func write(to writer: inout StoredWriter) {
    writer.write(list: byKind.sorted { $0.key < $1.key }) { writer, views in
      writer.write(text: views.key)
      writer.write(list: views.value)
    }
  }

  init(from reader: inout StoredReader) throws(StoredFormError) {
    var byKind: [String: [Supplementary]] = [:]
    try reader.forEach { (reader) throws(StoredFormError) in
      let kind = try reader.text()
      guard byKind.updateValue(try reader.list(), forKey: kind) == nil else {
        throw .damaged("the views \(kind) are there twice")
      }
    }
    self.byKind = byKind
  }
}

extension Supplementary: StoredValue {
  func write(to writer: inout StoredWriter) {
    writer.write(
      flags: StoredFlags(
        size != nil, estimatedSize != nil, pinsToVisibleBounds != nil, pinsToVisibleBounds == true,
        content != nil))
    writer.write(present: size)
    writer.write(present: estimatedSize)
    writer.write(present: content)
  }

  init(from reader: inout StoredReader) throws(StoredFormError) {
    let flags = try reader.flags(5)
    self.init(size: try reader.value(if: flags[0]), estimatedSize: try reader.value(if: flags[1]))
    pinsToVisibleBounds = flags[2] ? flags[3] : nil
    content = try reader.value(if: flags[4])
  }
}
