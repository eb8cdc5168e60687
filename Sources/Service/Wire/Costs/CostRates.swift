import LayoutEngine

/// The costs of the parts of a collection in a layout of some kind.
package struct CostRates: Sendable {
  /// A section, without its items and views.
  let section: RequestCost
  /// An item that is laid out by itself, beside its description.
  let item: RequestCost
  /// Whether an item costs as much where the request gives nothing but the number of items.
  let countsEveryItem: Bool
  /// Whether a change of one section lays out all of them.
  let laysOutAnew: Bool

  /// An element whose size the client or a template gives.
  package static let measuredElement = RequestCost(bytes: 256, work: 2)

  /// An element whose content the service measures: until it is laid out, its description is in several collections.
  package static let measuredContent = RequestCost(bytes: 4608, work: 0)

  init(of kind: LayoutKind) {
    let cost = kind.cost
    section = RequestCost(bytes: cost.section, work: 4)
    item = RequestCost(bytes: cost.item, work: cost.work)
    // Items that are only counted keep columns of their own, too.
    countsEveryItem = cost.countsEveryItem || kind.keepsColumns
    laysOutAnew = cost.laysOutAnew
  }
}

extension CostRates {
  /// The cost of a section with its items and views.
  ///
  /// - Complexity: O(n) for n described items.
  func cost(of section: Section) -> RequestCost {
    var cost = self.section
    cost.bytes += Self.bytes(of: section.id)
    if countsEveryItem { cost += item.times(section.items.count) }
    section.items.forEachColumns { columns in
      cost.bytes += Self.bytes(of: columns)
      if !countsEveryItem, columns.areDescribed { cost += item.times(columns.count) }
      cost.work += Self.contentWork * Double(columns.contents.count { $0?.isMeasured == true })
    }
    if let outline = section.outline {
      cost.bytes += outline.count * Self.outlineNode
      outline.forEachItem { _, _, _, hidden in
        guard let hidden else { return }
        cost.bytes += MemoryLayout<Item>.stride + Self.bytes(ofDescribing: hidden)
      }
    }
    for view in [section.header, section.footer] { cost += Self.cost(of: view) }
    for (kind, views) in section.supplementaries {
      cost.bytes += 128 + Self.bytes(of: kind)
      for view in views { cost += Self.cost(of: view) }
    }
    return cost
  }

  /// The cost of one change of a batch.
  ///
  /// - Complexity: O(k) for a change that names k items and sections.
  func cost(of update: BatchUpdate) -> RequestCost {
    switch update.action {
    case .deleteItems(let paths): return touched.times(paths.count)
    case .insertItems(let paths, let items):
      return items.reduce(touched.times(paths.count)) { $0 + cost(of: $1) }
    case .reloadItems(let paths, let items), .reconfigureItems(let paths, let items):
      return (items ?? []).reduce(touched.times(paths.count)) { $0 + cost(of: $1) }
    case .moveItem: return touched
    case .deleteSections(let sections): return touched.times(sections.count)
    case .insertSections(_, let sections), .reloadSections(_, let sections):
      return sections.reduce(.zero) { $0 + touched + cost(of: $1) }
    case .moveSection: return touched
    }
  }

  /// The cost of one change of a batch in outlines, without the items below those that it names.
  ///
  /// - Complexity: O(k) for a change that names k items.
  func cost(of edit: OutlineEdit) -> RequestCost {
    switch edit.action {
    case .expand(let ids, _), .collapse(let ids, _), .delete(let ids): return touched.times(ids.count)
    case .insert(let items, _): return items.reduce(touched) { $0 + touched + cost(of: $1.item) }
    case .move: return touched
    case .describe(let ids, let items, _):
      return (items ?? []).reduce(touched.times(ids.count)) { $0 + cost(of: $1) }
    }
  }

  /// An item below one that a change of an outline names: it appears, disappears or moves with those beside it.
  var outlinedItem: RequestCost { item + RequestCost(bytes: 2 * Self.outlineNode + 512, work: 2) }

  /// The cost of the parts that a change lays out without naming them.
  func relayout(of sections: SectionList) -> RequestCost {
    guard laysOutAnew else { return touched }
    return touched + section.times(sections.count) + item.times(sections.itemCount)
  }

  /// An item or a section that a batch names: its chunk and its lines are made anew.
  private var touched: RequestCost { RequestCost(bytes: 8_192, work: 16) }

  private func cost(of item: Item) -> RequestCost {
    var cost = self.item
    cost.bytes += 512 + Self.bytes(of: item.id) + Self.bytes(of: item.values) + Self.bytes(of: item.content)
    if item.content?.isMeasured == true { cost.work += Self.contentWork }
    return cost
  }
}

extension CostRates {
  /// The bytes of an item's place in an outline.
  private static let outlineNode = 384

  /// The work of measuring the content of an item or a view, in units of `RequestCost.work`.
  private static let contentWork = 20.0

  private static func cost(of view: Supplementary?) -> RequestCost {
    guard let view else { return .zero }
    return RequestCost(bytes: 96 + bytes(of: view.content), work: view.content == nil ? 1 : 1 + contentWork)
  }

  private static func bytes(of columns: ItemColumns) -> Int {
    var bytes = columns.areDescribed ? 768 : 320
    bytes += columns.sizes.count * MemoryLayout<Size>.stride
    bytes += columns.estimatedSizes.count * MemoryLayout<Size>.stride
    bytes += columns.aspectRatios.count * MemoryLayout<Double>.stride
    bytes += columns.spans.count * MemoryLayout<GridSpan>.stride
    bytes += columns.sizeModes.count * MemoryLayout<MagazineSizeMode>.stride
    for values in columns.values { bytes += MemoryLayout<ItemValues?>.stride + self.bytes(of: values) }
    bytes += columns.appearances.count * 3 * MemoryLayout<Appearance>.stride
    bytes += columns.separators.count * 3 * MemoryLayout<RowSeparator>.stride
    bytes += columns.indentationLevels.count * 6 * MemoryLayout<Int>.stride
    // A search adds up to 5 bytes of filters for each id.
    bytes += columns.ids.byteCount + 5 * columns.ids.count
    for content in columns.contents { bytes += 8 + self.bytes(of: content) }
    return bytes
  }

  /// The bytes of an item's description, about as many as columns take.
  static func bytes(ofDescribing item: Item) -> Int {
    var bytes = bytes(
      ofDescribing: item.id, size: item.size, estimatedSize: item.estimatedSize,
      aspectRatio: item.aspectRatio, content: item.content)
    if item.span != nil { bytes += MemoryLayout<GridSpan>.stride }
    if item.sizeMode != nil { bytes += MemoryLayout<MagazineSizeMode>.stride }
    if item.values != nil { bytes += MemoryLayout<ItemValues?>.stride + self.bytes(of: item.values) }
    if item.appearance != .plain { bytes += 3 * MemoryLayout<Appearance>.stride }
    if item.separator != nil { bytes += 3 * MemoryLayout<RowSeparator>.stride }
    if item.indentationLevel != nil { bytes += 6 * MemoryLayout<Int>.stride }
    return bytes
  }

  /// The bytes of the description of an item with nothing but what most items have.
  static func bytes(
    ofDescribing id: String?, size: Size?, estimatedSize: Size?, aspectRatio: Double?, content: Content?
  ) -> Int {
    var bytes = 0
    if size != nil { bytes += MemoryLayout<Size>.stride }
    if id != nil { bytes += MemoryLayout<String?>.stride + self.bytes(of: id) }
    if content != nil { bytes += 8 + self.bytes(of: content) }
    if estimatedSize != nil { bytes += MemoryLayout<Size>.stride }
    if aspectRatio != nil { bytes += MemoryLayout<Double>.stride }
    return bytes
  }

  /// The bytes of a text outside of its variable: none for up to 15 bytes.
  private static func bytes(of text: String?) -> Int {
    guard let count = text?.utf8.count, count > 15 else { return 0 }
    return 48 + count
  }

  /// The bytes of values outside of their variable. Each item may have names of its own.
  private static func bytes(of values: ItemValues?) -> Int {
    guard let values else { return 0 }
    return values.names.reduce(96) { $0 + 24 + bytes(of: $1) }
  }

  private static func bytes(of content: Content?) -> Int {
    guard let content else { return 0 }
    return 112 + bytes(of: content.template) + content.jsonText.count
  }
}

extension ItemColumns {
  /// Whether any item differs from the others; else they are no more than their number.
  fileprivate var areDescribed: Bool {
    !ids.isEmpty || !sizes.isEmpty || !estimatedSizes.isEmpty || !aspectRatios.isEmpty || !contents.isEmpty
      || !spans.isEmpty || !sizeModes.isEmpty || !values.isEmpty || !appearances.isEmpty
      || !separators.isEmpty || !indentationLevels.isEmpty
  }
}

extension RequestCost {
  /// The cost of `count` such things.
  package func times(_ count: Int) -> RequestCost {
    let (product, isBeyond) = bytes.multipliedReportingOverflow(by: count)
    return RequestCost(bytes: isBeyond ? .max : product, work: work * Double(count))
  }
}
