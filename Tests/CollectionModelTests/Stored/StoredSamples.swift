import CollectionTestSupport
import LayoutEngine

@testable import CollectionModel

/// Values with every member.
enum StoredSamples {
  static let size = Size(width: 12.5, height: 0.25)
  static let insets = Insets(top: 1, left: -2, bottom: 3, right: 4.5)
  static let overscan = Insets(top: 1, left: 0, bottom: 2.5, right: 0.25)
  static let transform = AffineTransform(a: 1, b: 2, c: 3, d: 4, tx: 5, ty: -6)

  static let content = Content(template: "Ünit", jsonText: [0, 255, 10])

  static var item: Item {
    var appearance = Appearance(zIndex: -3, alpha: 0.5, isHidden: true, transform: transform)
    appearance.transform3D.m34 = -0.002
    appearance.transform3D.m11 = 7
    appearance.transform3D.m44 = 9
    var item = Item(
      id: "ï\u{1F9E9}", size: size, estimatedSize: Size(width: 3, height: 4), aspectRatio: 1.5,
      appearance: appearance, content: content)
    item.span = GridSpan(columns: 2, rows: 3)
    item.sizeMode = MagazineSizeMode(
      width: .fractional(divisor: 3), height: .dynamicAndStretchToTallestItemInRow, points: 80)
    return item
  }

  static var section: Section {
    let view = Supplementary(
      size: size, estimatedSize: size, pinsToVisibleBounds: true, content: content)
    var builder = ItemSequenceBuilder()
    builder.append(item)
    var wide = Item()
    wide.sizeMode = MagazineSizeMode(width: .twoThirds)
    builder.append(wide)
    builder.append(run: 40)
    var section = Section(
      id: "s", items: builder.finish(), header: view, footer: Supplementary(size: size),
      supplementaries: ["badge": [view, Supplementary()], "side": []], metrics: metrics[1])
    section.hasBackground = true
    return section
  }

  static let container = Container(
    size: size, insets: insets, scale: 3, direction: .rightToLeft,
    contentSizeCategory: .accessibilityLarge)

  static var viewport: Viewport {
    var viewport = Viewport(
      container: container, containerJSON: [0, 255, 7],
      ownLayout: LayoutChoice(kind: Gallery.grid.layout, jsonText: Array("grid".utf8)),
      bounds: Rect(x: 1, y: 2, width: 3, height: 4))
    viewport.movedAt = 9
    return viewport
  }

  /// A state of a few hundred bytes with some of everything that a state can have.
  static var state: CollectionState {
    let sections = SectionList([section, Section(id: "t", items: ItemSequence(count: 7))])
    var state = CollectionState(
      sections: sections, layout: LayoutChoice(kind: Gallery.list.layout, jsonText: Array("list".utf8)),
      main: viewport, measurementSpace: "shared",
      learning: .always)
    let key = MeasuringKey(breadth: MeasuredBreadth(points: 200, arrangement: "list"), layoutJSON: nil)
    var learned = LearnedEstimate()
    learned.add(size, insteadOf: Size(width: 1, height: 2))
    _ = learned.learn(itemsPerLine: 1)
    var measured = Item(id: nil, size: size)
    measured.appearance.alpha = 0.25
    let path = IndexPath(section: 1, item: 3)
    let header = ElementPath(kind: .header, indexPath: IndexPath(section: 1, item: 0))
    state.measured[key] = MeasuredSections(
      try! sections.describing([.item(path, measured), .view(header, Supplementary(size: size))]).sections,
      learned: learned)
    return state
  }

  /// Whether every optional member is there.
  static func isFull(_ value: Any, butFor names: Set<String> = []) -> Bool {
    Mirror(reflecting: value).children.allSatisfy { child in
      if names.contains(child.label ?? "") { return true }
      let mirror = Mirror(reflecting: child.value)
      return mirror.displayStyle != .optional || mirror.children.count == 1
    }
  }

  /// Whether every member differs, but for those of some names.
  static func differs(_ value: Any, from other: Any, butIn names: Set<String> = []) -> Bool {
    zip(Mirror(reflecting: value).children, Mirror(reflecting: other).children).allSatisfy {
      names.contains($0.label ?? "") || "\($0.value)" != "\($1.value)"
    }
  }

  static func kind(of metrics: SectionMetrics) -> String {
    metrics.kind ?? "none"
  }
}

/// Makes the comparison of values as text include their content.
extension Content: CustomStringConvertible {
  public var description: String { "\(template) \(jsonText)" }
}

extension CollectionState {
  /// The same at a later version.
  func at(version: Int) -> CollectionState {
    var state = self
    state.version = version
    return state
  }
}
