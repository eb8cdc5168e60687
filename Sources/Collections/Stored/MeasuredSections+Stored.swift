import LayoutEngine

/// What was measured for one key: of items, where it differs from what the client says; of views, all of a section
/// that has measured ones.
struct StoredMeasurements {
  /// In ascending order.
  private var items: [(path: IndexPath, measurement: Measurement)] = []
  /// In ascending order.
  private var sections: [(index: Int, views: StoredSectionViews)] = []
  private var learned = LearnedEstimate()

  init(_ measured: MeasuredSections, describedBy described: SectionList) {
    learned = measured.learned
    for element in measured.elements(describedBy: described) where element.path.kind == .cell {
      items.append((element.path.indexPath, element.measurement))
    }
    var own: [StoredSectionViews] = []
    described.forEachSection { own.append(StoredSectionViews(of: $0)) }
    var index = 0
    measured.sections.forEachSection { section in
      let views = StoredSectionViews(of: section)
      if views != own[index] { sections.append((index, views)) }
      index += 1
    }
  }

  func write(to writer: inout StoredWriter) {
    writer.write(learned)
    writer.write(list: items) { writer, item in writer.write(item.path, item.measurement) }
    writer.write(list: sections) { writer, section in
      writer.write(StoredWhole(section.index), section.views)
    }
  }

  /// Reads what was measured, and puts it in place of what the client says.
  static func read(
    from reader: inout StoredReader, describedBy described: SectionList
  ) throws(StoredFormError) -> MeasuredSections {
    let learned: LearnedEstimate = try reader.value()
    var changes: [Redescription] = []
    var last = IndexPath(section: -1, item: 0)
    try reader.forEach { (reader) throws(StoredFormError) in
      let path: IndexPath = try reader.value()
      guard last < path, path.section < described.count,
        var item = described[path.section].items.item(at: path.item)
      else { throw .damaged("a measured item is not there") }
      last = path
      let measurement: Measurement = try reader.value()
      item.size = measurement.size
      item.appearance.alpha = measurement.alpha ?? item.appearance.alpha
      item.appearance.transform = measurement.transform ?? item.appearance.transform
      changes.append(.item(path, item))
    }
    guard var sections = try? described.describing(changes).sections else {
      throw .damaged("what was measured does not fit together")
    }
    try reader.forEach { (reader) throws(StoredFormError) in
      let index = try reader.whole()
      guard index < sections.count else { throw .damaged("a measured section is not there") }
      sections = sections.replacing(index, with: try reader.value(StoredSectionViews.self).of(sections[index]))
    }
    return MeasuredSections(sections, learned: learned)
  }
}

/// All views of a section.
private struct StoredSectionViews: StoredValue, Equatable {
  private var header: Supplementary?
  private var footer: Supplementary?
  private var byKind: [String: [Supplementary]]

  init(of section: Section) {
    header = section.header
    footer = section.footer
    byKind = section.supplementaries
  }

  /// A section with these views in place of its own.
  func of(_ section: Section) -> Section {
    var section = section
    section.header = header
    section.footer = footer
    section.supplementaries = byKind
    return section
  }

  func write(to writer: inout StoredWriter) { writer.write(header, footer, StoredViews(byKind)) }

  init(from reader: inout StoredReader) throws(StoredFormError) {
    header = try reader.value()
    footer = try reader.value()
    byKind = try reader.value(StoredViews.self).byKind
  }
}
