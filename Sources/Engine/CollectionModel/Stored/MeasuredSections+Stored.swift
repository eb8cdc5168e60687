import LayoutEngine

/// The measurements for one key: those of items that differ from the client's description, and all views of each section
/// with measured views.
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
    writer.write(list: items) { writer, item in
      writer.write(item.path)
      writer.write(item.measurement)
    }
    writer.write(list: sections) { writer, section in
      writer.write(StoredWhole(section.index), section.views)
    }
  }

  /// Reads measurements and returns the described sections with them.
  static func read(
    from reader: inout StoredReader, describedBy described: SectionList
  ) throws(StoredFormError) -> MeasuredSections {
    let learned: LearnedEstimate = try reader.value()
    var sections = described
    var changes = SectionChanges()
    try reader.forEach { (reader) throws(StoredFormError) in
      let path: IndexPath = try reader.value()
      if path.section != changes.index {
        guard path.section > changes.index, path.section < described.count else {
          throw .damaged("a measured item is in no section")
        }
        changes.apply(to: &sections)
        changes = SectionChanges(path.section, described[path.section])
      }
      try changes.add(path.item, try reader.value())
    }
    changes.apply(to: &sections)
    try reader.forEach { (reader) throws(StoredFormError) in
      let index = try reader.whole()
      guard index < sections.count else { throw .damaged("a measured section is not there") }
      sections = sections.replacing(
        index, with: try reader.value(StoredSectionViews.self).replacingViews(of: sections[index]))
    }
    return MeasuredSections(sections, learned: learned)
  }
}

/// The measurements of the items of one section.
private struct SectionChanges {
  private(set) var index = -1
  private var section = Section(items: ItemSequence(count: 0))
  private var items: [Int: Item] = [:]

  init() {}

  init(_ index: Int, _ section: Section) {
    self.index = index
    self.section = section
  }

  mutating func add(_ index: Int, _ measurement: Measurement) throws(StoredFormError) {
    guard var item = section.items.item(at: index) else { throw .damaged("a measured item is not there") }
    item.size = measurement.size
    item.appearance.alpha = measurement.alpha ?? item.appearance.alpha
    item.appearance.transform = measurement.transform ?? item.appearance.transform
    guard items.updateValue(item, forKey: index) == nil else { throw .damaged("an item is measured twice") }
  }

  func apply(to sections: inout SectionList) {
    guard !items.isEmpty else { return }
    var section = section
    section.items = section.items.replacing(items)
    sections = sections.replacing(index, with: section)
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

  /// Returns a section with these views instead of its own.
  func replacingViews(of section: Section) -> Section {
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
