/// Hands a group the sizes of the items and attached views that fill it, in order.
protocol GroupSizes {
  /// Whether there is another item.
  var hasNext: Bool { get }

  /// The item that comes next; going back to it takes up again from there.
  var position: Int { get set }

  /// Takes the next item and returns its size, for a member whose definition leaves the size open.
  mutating func next() -> OpenSize

  /// The size of a view attached to an item or to a group, by its kind and index in the section.
  func supplementary(_ kind: String, _ index: Int) -> OpenSize
}

/// The known extents of something that a definition only estimates.
struct OpenSize {
  var width: Double?
  var height: Double?
  /// Width over height, which gives the height where a width is known.
  var aspectRatio: Double?
  /// Whether it may yet change.
  var isEstimated: Bool

  static let unknown = OpenSize(width: nil, height: nil, aspectRatio: nil, isEstimated: true)

  init(width: Double?, height: Double?, aspectRatio: Double?, isEstimated: Bool) {
    self.width = width
    self.height = height
    self.aspectRatio = aspectRatio
    self.isEstimated = isEstimated
  }

  init(_ size: Size, isEstimated: Bool) {
    self.init(width: size.width, height: size.height, aspectRatio: nil, isEstimated: isEstimated)
  }
}

/// Items and views of which nothing is known.
struct NoSizes: GroupSizes {
  let count: Int
  var position = 0

  init(count: Int = .max) {
    self.count = count
  }

  var hasNext: Bool { position < count }

  mutating func next() -> OpenSize {
    position += 1
    return .unknown
  }

  func supplementary(_ kind: String, _ index: Int) -> OpenSize { .unknown }
}

/// The sizes that the items and supplementary views of a section have.
struct SectionSizes: GroupSizes {
  private let section: Section
  private var cursor: ItemCursor?
  var position: Int

  /// - Parameter item: the first item of the first group.
  init(of section: Section, from item: Int) {
    self.section = section
    position = item
    cursor = ItemCursor(section.items, at: item)
  }

  var hasNext: Bool { position < section.items.count }

  mutating func next() -> OpenSize {
    guard hasNext else { return .unknown }
    cursor!.move(to: position)
    let place = position - cursor!.first
    position += 1
    return cursor!.chunk.openSize(of: place)
  }

  func supplementary(_ kind: String, _ index: Int) -> OpenSize {
    section.supplementary(kind, index)?.openSize ?? .unknown
  }
}

extension ItemChunk {
  fileprivate func openSize(of place: Int) -> OpenSize {
    if !sizes.isEmpty, sizes[place].isSpecified { return OpenSize(sizes[place], isEstimated: false) }
    if !aspectRatios.isEmpty, !aspectRatios[place].isNaN {
      return OpenSize(
        width: nil, height: nil, aspectRatio: aspectRatios[place], isEstimated: hasMeasuredContent(place))
    }
    if !estimatedSizes.isEmpty, estimatedSizes[place].isSpecified {
      return OpenSize(estimatedSizes[place], isEstimated: true)
    }
    return .unknown
  }
}

extension Supplementary {
  var openSize: OpenSize {
    if let size { return OpenSize(size, isEstimated: false) }
    return estimatedSize.map { OpenSize($0, isEstimated: true) } ?? .unknown
  }
}

extension Section {
  /// The client's description of a supplementary view, by its kind and its number among those of its kind.
  public func supplementary(_ kind: String, _ index: Int) -> Supplementary? {
    if index == 0, kind == ElementKind.header.name, let header { return header }
    if index == 0, kind == ElementKind.footer.name, let footer { return footer }
    guard let views = supplementaries[kind], views.indices.contains(index) else { return nil }
    return views[index]
  }
}
