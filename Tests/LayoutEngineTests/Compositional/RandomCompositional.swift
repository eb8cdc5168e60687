@testable import LayoutEngine

/// Definitions of every kind, with the names of views such that none is used twice.
struct RandomDefinition {
  var random: SeededGenerator
  var isEstimated = false
  private var kinds = 0

  init(_ random: SeededGenerator) {
    self.random = random
  }

  mutating func layout() -> CompositionalLayout {
    var layout = CompositionalLayout(sections: [])
    layout.scrollDirection = random.pick([.vertical, .vertical, .horizontal])
    if random.chance(1, in: 2) { layout.interSectionSpacing = random.length(upTo: 20) }
    layout.contentInsetsReference = random.pick(CompositionalLayout.ContentInsetsReference.allCases)
    isEstimated = random.chance(1, in: 2)
    if random.chance(1, in: 4) { layout.boundaryItems = boundaryItems() }
    for _ in 0..<random.integer(1...3) { layout.sections.append(section()) }
    return layout
  }

  mutating func section() -> CompositionalSection {
    isEstimated = random.chance(1, in: 2)
    var section = CompositionalSection(group: group(depth: 0))
    if random.chance(1, in: 2) { section.contentInsets = insets() }
    if random.chance(1, in: 2) { section.interGroupSpacing = random.length(upTo: 20) }
    if random.chance(1, in: 3) {
      section.orthogonalScrolling = random.pick(OrthogonalScrollingBehavior.allCases)
    }
    if random.chance(1, in: 2) { section.boundaryItems = boundaryItems() }
    if random.chance(1, in: 3) {
      for kind in ["back", "back", "rim"].prefix(random.integer(1...3)) {
        section.decorationItems.append(
          DecorationItem(kind: kind, contentInsets: insets(), zIndex: random.integer(-3...0)))
      }
    }
    let references = CompositionalLayout.ContentInsetsReference.allCases
    if random.chance(1, in: 3) { section.contentInsetsReference = random.pick(references) }
    if random.chance(1, in: 3) { section.supplementaryContentInsetsReference = random.pick(references) }
    section.supplementariesFollowContentInsets = random.chance(3, in: 4)
    return section
  }

  mutating func insets() -> Insets {
    var insets = random.insets(upTo: 20)
    if random.chance(1, in: 8) { insets.top = -random.length(upTo: 15) }
    if random.chance(1, in: 8) { insets.left = -random.length(upTo: 15) }
    return insets
  }

  private mutating func kind() -> String {
    kinds += 1
    return "kind \(kinds)"
  }

  private mutating func boundaryItems() -> [BoundaryItem] {
    let shared = kind()
    return (0..<random.integer(1...4)).map { index in
      var item = BoundaryItem(
        kind: index == 0 ? kind() : shared, size: size(depth: 1),
        alignment: random.pick(BoundaryItem.Alignment.allCases))
      if random.chance(1, in: 3) {
        item.absoluteOffset = Point(x: Double(random.integer(-9...9)), y: Double(random.integer(-40...40)))
      }
      item.extendsBoundary = random.chance(2, in: 3)
      item.pinToVisibleBounds = random.chance(1, in: 2)
      if random.chance(1, in: 2) { item.zIndex = random.integer(0...3) }
      return item
    }
  }

  private mutating func dimension(depth: Int) -> LayoutDimension {
    let part = random.pick([0.25, 0.5, 1, 1, 1.0 / 3, 0.7, 1.2])
    switch random.integer(0...9) {
    case 0...3: return .fractionalWidth(part)
    case 4: return .fractionalHeight(part)
    case 5, 6: return .absolute(random.chance(1, in: 8) ? 0 : 30 + random.length(upTo: 120))
    default:
      guard isEstimated else { return .fractionalHeight(part) }
      let estimate = 20 + random.length(upTo: 100)
      return depth > 0 && random.chance(1, in: 3)
        ? .uniformAcrossSiblings(estimate: estimate) : .estimated(estimate)
    }
  }

  private mutating func size(depth: Int) -> LayoutSize {
    LayoutSize(width: dimension(depth: depth), height: dimension(depth: depth))
  }

  private mutating func spacing() -> LayoutSpacing {
    let points = random.length(upTo: 12)
    return random.chance(1, in: 3) ? .flexible(points) : .fixed(points)
  }

  private mutating func edgeSpacing() -> LayoutEdgeSpacing {
    guard random.chance(1, in: 4) else { return .none }
    return LayoutEdgeSpacing(leading: spacing(), top: spacing(), trailing: spacing(), bottom: spacing())
  }

  private mutating func anchoredItems() -> [AnchoredItem] {
    guard random.chance(1, in: 5) else { return [] }
    return (0..<random.integer(1...2)).map { _ in
      AnchoredItem(
        kind: kind(), size: size(depth: 1), containerAnchor: anchor(),
        itemAnchor: random.chance(1, in: 2) ? anchor() : nil, zIndex: random.integer(0...3))
    }
  }

  private mutating func anchor() -> LayoutAnchor {
    let point = Point(x: Double.random(in: -1...1, using: &random.self), y: random.pick([-0.5, 0, 0.5]))
    return LayoutAnchor(
      horizontal: random.pick([.start, .middle, .end]), vertical: random.pick([.start, .middle, .end]),
      offset: random.chance(1, in: 2) ? .fractional(point) : .absolute(Point(x: point.x * 20, y: 7)))
  }

  mutating func group(depth: Int) -> LayoutGroup {
    var group = LayoutGroup(.custom(frames: []), size: size(depth: 0))
    let axis: ScrollAxis = random.pick([.horizontal, .vertical])
    switch random.integer(0...9) {
    case 0:
      group.arrangement = .custom(
        frames: (0..<random.integer(1...3)).map { _ in
          Rect(
            x: Double(random.integer(-10...100)), y: random.length(upTo: 100), width: random.length(upTo: 90),
            height: random.length(upTo: 90))
        })
    case 1...4:
      group.arrangement = .repeating(axis, member: member(depth: depth), count: random.integer(1...4))
    default:
      group.arrangement = .line(axis, members: (0..<random.integer(1...3)).map { _ in member(depth: depth) })
    }
    if random.chance(1, in: 2) { group.interItemSpacing = spacing() }
    if random.chance(1, in: 3) { group.contentInsets = insets() }
    group.edgeSpacing = edgeSpacing()
    group.supplementaryItems = anchoredItems()
    return group
  }

  private mutating func member(depth: Int) -> LayoutGroup.Member {
    if depth < 2, random.chance(1, in: 4) { return .group(group(depth: depth + 1)) }
    return .item(
      LayoutItem(
        size: size(depth: 1), contentInsets: random.chance(1, in: 3) ? insets() : .zero,
        edgeSpacing: edgeSpacing(), supplementaryItems: anchoredItems()))
  }
}

/// A sample whose sections have supplementary views of the kinds of a layout.
struct CompositionalSample {
  let layout: CompositionalLayout
  let sample: Sample
  let sections: [Section]

  init(seed: UInt64) {
    var definition = RandomDefinition(SeededGenerator(seed: seed))
    layout = definition.layout()
    var random = definition.random
    var sample = Sample.random(&random) { _ in .none }
    for index in sample.sections.indices {
      if sample.sections[index].items.count > 60 {
        sample.sections[index].pieces = [.run(random.integer(1...60))]
      }
      for piece in sample.sections[index].pieces.indices {
        guard case .item(var item) = sample.sections[index].pieces[piece] else { continue }
        item.appearance = .plain
        sample.sections[index].pieces[piece] = .item(item)
      }
    }
    let layout = layout
    sections = sample.sectionList.map { index, section in
      var section = section
      let definition = layout.sections[layout.definition(of: index)]
      let kinds = definition.group.attachedKinds.union(definition.boundaryItems.map(\.kind))
      for kind in kinds.sorted() where random.chance(1, in: 4) {
        section.supplementaries[kind] = (0..<3).map { _ in random.supplementary() }
      }
      return section
    }.map { $0 }
    self.sample = sample
  }

  var items: [[Item]] { sample.sections.map(\.items) }

  func solve() throws(LayoutError) -> CompositionalSolution {
    try layout.prepare(SectionList(ContiguousArray(sections)), in: sample.container)
  }

  func reference() -> ReferenceStack.Answer {
    ReferenceCompositional(layout: layout, container: sample.container)
      .solve(sections, items: items, visible: sample.visible)
  }
}
