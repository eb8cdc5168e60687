@testable import LayoutEngine

extension SolvedLayout {
  func frame(_ section: Int, _ item: Int) -> Rect? {
    attributes(of: .cell(section, item), visible: nil)?.frame
  }

  func frame(_ kind: ElementKind, _ section: Int, visible: Rect? = nil) -> Rect? {
    strip(kind, section, visible: visible)?.frame
  }

  func strip(_ kind: ElementKind, _ section: Int, visible: Rect? = nil) -> LayoutAttributes? {
    attributes(of: ElementPath(kind: kind, indexPath: IndexPath(section: section, item: 0)), visible: visible)
  }

  /// The names of all elements in order: "header 0", "cell 0.3".
  func names(in rect: Rect? = nil, visible: Rect? = nil) -> [String] {
    let list = elements(in: rect, visible: visible)
    return (0..<list.count).map { row in
      let path = list[row].indexPath
      return list[row].kind == .cell
        ? "cell \(path.section).\(path.item)" : "\(list[row].kind.name) \(path.section).\(path.item)"
    }
  }

  /// The x of every cell of a section.
  func xs(_ section: Int = 0) -> [Double] { cells(section).map(\.x) }

  func cells(_ section: Int = 0) -> [Rect] {
    let list = elements(in: nil, visible: nil)
    return (0..<list.count).map { list[$0] }.filter { $0.kind == .cell && $0.indexPath.section == section }
      .map(\.frame)
  }
}

extension SectionList {
  init(_ sections: Section...) { self.init(ContiguousArray(sections)) }
}

extension Section {
  init(_ count: Int, header: Supplementary? = nil, footer: Supplementary? = nil) {
    self.init(items: ItemSequence(count: count), header: header, footer: footer)
  }

  init(sizes: [(Double, Double)]) {
    var builder = ItemSequenceBuilder()
    for (width, height) in sizes { builder.append(size: Size(width: width, height: height)) }
    self.init(items: builder.finish())
  }

  init(items: [Item]) {
    var builder = ItemSequenceBuilder()
    for item in items { builder.append(item) }
    self.init(items: builder.finish())
  }

  func with(_ change: (inout Section) -> Void) -> Section {
    var section = self
    change(&section)
    return section
  }
}

extension FlowLayout {
  init(_ change: (inout FlowLayout) -> Void) {
    self.init()
    change(&self)
  }

  func solve(_ sections: Section..., in container: Container) -> any SolvedLayout {
    prepare(SectionList(ContiguousArray(sections)), in: container)
  }
}

extension ListLayout {
  init(_ change: (inout ListLayout) -> Void) {
    self.init()
    change(&self)
  }

  func solve(_ sections: Section..., in container: Container) -> any SolvedLayout {
    prepare(SectionList(ContiguousArray(sections)), in: container)
  }
}

extension JustifiedLayout {
  init(_ change: (inout JustifiedMetrics) -> Void) {
    self.init()
    change(&metrics)
  }

  func solve(_ sections: Section..., in container: Container) -> any SolvedLayout {
    prepare(SectionList(ContiguousArray(sections)), in: container)
  }
}

extension WaterfallLayout {
  init(_ change: (inout WaterfallLayout) -> Void) {
    self.init()
    change(&self)
  }

  func solve(_ sections: Section..., in container: Container) -> any SolvedLayout {
    prepare(SectionList(ContiguousArray(sections)), in: container)
  }
}

extension Container {
  init(_ width: Double, _ height: Double) { self.init(size: Size(width: width, height: height)) }

  func with(_ change: (inout Container) -> Void) -> Container {
    var container = self
    change(&container)
    return container
  }
}

extension FlowMetrics {
  init(_ change: (inout FlowMetrics) -> Void) {
    self.init()
    change(&self)
  }
}

extension ListMetrics {
  init(_ change: (inout ListMetrics) -> Void) {
    self.init()
    change(&self)
  }
}

extension JustifiedMetrics {
  init(_ change: (inout JustifiedMetrics) -> Void) {
    self.init()
    change(&self)
  }
}

extension WaterfallMetrics {
  init(_ change: (inout WaterfallMetrics) -> Void) {
    self.init()
    change(&self)
  }
}
