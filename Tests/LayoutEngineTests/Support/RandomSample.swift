@testable import LayoutEngine

extension Sample {
  /// A collection of any kind of items; `metrics` makes up the parameters that its sections override.
  static func random(
    _ random: inout SeededGenerator, metrics: (inout SeededGenerator) -> SectionMetrics
  ) -> Sample {
    let scale: Double? = random.pick([nil, 1, 2, 3])
    let width = random.pick([0, 100, 320, 375, 375.5, random.length(upTo: 500)])
    var sample = Sample(
      container: Container(
        size: Size(width: width, height: random.pick([0, 300, 480, random.length(upTo: 500)])),
        insets: random.chance(1, in: 3) ? random.insets(upTo: 30) : .zero,
        scale: scale, direction: random.pick([.leftToRight, .rightToLeft])),
      sections: [])
    for _ in 0..<random.pick([0, 1, 1, 2, 3, random.chance(1, in: 5) ? 40 : 5]) {
      sample.sections.append(.random(&random, metrics: metrics))
    }
    if random.chance(2, in: 3) { sample.visible = random.rect() }
    sample.query = random.rect()
    return sample
  }
}

extension Sample.Section {
  static func random(
    _ random: inout SeededGenerator, metrics: (inout SeededGenerator) -> SectionMetrics
  ) -> Sample.Section {
    var section = Sample.Section()
    for _ in 0..<random.pick([0, 1, 2, 5, 12, random.chance(1, in: 60) ? 1200 : 3]) {
      section.pieces.append(random.chance(1, in: 6) ? .run(random.integer(1...30)) : .item(random.item()))
    }
    if random.chance(1, in: 3) { section.pieces = [.run(random.integer(0...60))] }
    if random.chance(1, in: 3) { section.header = random.supplementary() }
    if random.chance(1, in: 3) { section.footer = random.supplementary() }
    if random.chance(1, in: 3) { section.metrics = metrics(&random) }
    return section
  }
}

extension SeededGenerator {
  mutating func insets(upTo limit: Double) -> Insets {
    Insets(
      top: length(upTo: limit), left: length(upTo: limit), bottom: length(upTo: limit),
      right: length(upTo: limit))
  }

  mutating func rect() -> Rect {
    Rect(
      x: Double.random(in: -100...900, using: &self), y: Double.random(in: -100...900, using: &self),
      width: length(upTo: 500), height: length(upTo: 500))
  }

  mutating func supplementary() -> Supplementary {
    var view =
      switch integer(0...2) {
      case 0: Supplementary(size: size(upTo: 60))
      case 1: Supplementary(estimatedSize: size(upTo: 60))
      default: Supplementary()
      }
    if chance(1, in: 4) { view.content = content() }
    return view
  }

  mutating func content() -> Content {
    Content(template: pick(["a", "b"]), jsonText: [UInt8(integer(0...2))])
  }

  mutating func item() -> Item {
    var item = Item()
    if chance(3, in: 5) { item.size = size(upTo: pick([40, 150, 400])) }
    if chance(1, in: 4) { item.estimatedSize = size(upTo: 150) }
    if chance(1, in: 4) { item.aspectRatio = pick([0.5, 1, 1.5, 1.0 / 3]) }
    if chance(1, in: 4) { item.id = "\(integer(0...999))" }
    if chance(1, in: 8) { item.appearance = Appearance(zIndex: integer(-3...3), alpha: 0.5) }
    if chance(1, in: 5) { item.content = content() }
    return item
  }
}
