import Glibc

@testable import LayoutEngine

/// A custom layout the slow, obvious way: its formulas are closures, every frame is stored.
struct ReferenceCustom {
  /// The variables that formulas have of an item.
  struct Values {
    var i = 0.0, n = 0.0, section = 0.0, sections = 0.0, width = 0.0, height = 0.0
    var itemWidth = 0.0, itemHeight = 0.0
    /// The item's value "v"; 7 by default.
    var v = 7.0
  }

  /// A formula as a client writes it, and as Swift does.
  struct Formula: Sendable {
    var text: String
    var value: @Sendable (Values) -> Double
  }

  var x: Formula
  var y: Formula
  var width: Formula?
  var height: Formula?
  var zIndex: Formula?
  var alpha: Formula?
  var rotation: Formula?
  var itemSize: Size
  /// Where headers and footers are, which keep their sizes; nil does not place them.
  var strips: (x: Formula, y: Formula)?
  /// Decorations, 3 by 4 points; nil has none.
  var marks: (count: Formula, x: Formula, y: Formula)?

  var layout: CustomLayout {
    get throws {
      try CustomLayout(
        x: x.text, y: y.text, width: width?.text, height: height?.text, values: [CustomValue("v", or: 7)]
      ) {
        $0.cell.zIndex = try zIndex.map { try CustomFormula($0.text, "zIndex") }
        $0.cell.alpha = try alpha.map { try CustomFormula($0.text, "alpha") }
        $0.cell.transform = try rotation.map {
          .turn(rotation: try CustomFormula($0.text, "transform", "rotation"), scale: nil)
        }
        $0.itemSize = itemSize
        if let strips {
          $0.views += try [ElementKind.header, .footer].map {
            try CustomView($0, x: strips.x.text, y: strips.y.text)
          }
        }
        if let marks {
          $0.views.append(
            try CustomView(
              ElementKind(category: .decoration, name: "mark"), x: marks.x.text, y: marks.y.text, width: "3",
              height: "4", count: marks.count.text))
        }
      }
    }
  }

  func solve(_ sections: [Sample.Section], in container: Container) -> ReferenceStack.Answer {
    var values = Values()
    values.sections = Double(sections.count)
    values.width = max(0, container.size.width - container.insets.left - container.insets.right)
    values.height = max(0, container.size.height - container.insets.top - container.insets.bottom)
    var elements: [ReferenceStack.Element] = []
    for (section, content) in sections.enumerated() {
      values.section = Double(section)
      values.n = Double(content.items.count)
      if let header = content.header { elements += strip("header", header, section, values, container) }
      for (index, item) in content.items.enumerated() {
        values.i = Double(index)
        values.v = item.values.flatMap { own in own.names.firstIndex(of: "v").map { own.numbers[$0] } } ?? 7
        let size = self.size(of: item)
        values.itemWidth = size.width
        values.itemHeight = size.height
        elements.append(element(item, section, index, values, container))
      }
      if let footer = content.footer { elements += strip("footer", footer, section, values, container) }
      elements += placedMarks(section, values, container)
    }
    let room = values.width
    let contentSize = Size(
      width: elements.reduce(room) { max($0, $1.across + $1.breadth) },
      height: elements.reduce(0) { max($0, $1.along + $1.length) })
    let frames = elements.map { element in
      let x = element.across
      let mirrored = contentSize.width - x - element.breadth
      return Rect(
        x: container.direction == .rightToLeft ? mirrored : x, y: element.along, width: element.breadth,
        height: element.length)
    }
    return ReferenceStack.Answer(contentSize: contentSize, elements: elements, frames: frames)
  }

  private func strip(
    _ kind: String, _ view: Supplementary, _ section: Int, _ values: Values, _ container: Container
  ) -> [ReferenceStack.Element] {
    guard let strips else { return [] }
    let size = view.size ?? view.estimatedSize ?? itemSize
    var values = values
    (values.i, values.itemWidth, values.itemHeight) = (0, size.width, size.height)
    return [
      ReferenceStack.Element(
        kind: kind, section: section, along: strips.y.value(values), across: strips.x.value(values),
        length: ReferenceStack.pixel(size.height, container.scale),
        breadth: ReferenceStack.pixel(size.width, container.scale),
        isEstimated: view.size == nil && view.estimatedSize != nil)
    ]
  }

  private func placedMarks(
    _ section: Int, _ values: Values, _ container: Container
  ) -> [ReferenceStack.Element] {
    guard let marks else { return [] }
    var values = values
    return (0..<Int(marks.count.value(values).rounded())).map { number in
      values.i = Double(number)
      return ReferenceStack.Element(
        kind: "mark", section: section, item: number, along: marks.y.value(values),
        across: marks.x.value(values), length: ReferenceStack.pixel(4, container.scale),
        breadth: ReferenceStack.pixel(3, container.scale))
    }
  }

  private func element(
    _ item: Item, _ section: Int, _ index: Int, _ values: Values, _ container: Container
  ) -> ReferenceStack.Element {
    let width = width?.value(values) ?? values.itemWidth
    let height = height?.value(values) ?? values.itemHeight
    let usesItem = [self.width, self.height].contains {
      $0.map { $0.text.contains("item.width") || $0.text.contains("item.height") } ?? true
    }
    let isEstimate = item.size == nil && item.aspectRatio == nil && item.estimatedSize != nil
    return ReferenceStack.Element(
      kind: "cell", section: section, item: index, along: y.value(values), across: x.value(values),
      length: ReferenceStack.pixel(height, container.scale),
      breadth: ReferenceStack.pixel(width, container.scale), isEstimated: isEstimate && usesItem,
      appearance: appearance(item.appearance, values, container))
  }

  private func appearance(_ own: Appearance, _ values: Values, _ container: Container) -> Appearance {
    var appearance = own
    if own.zIndex == 0, let zIndex { appearance.zIndex = Int(zIndex.value(values).rounded()) }
    if own.alpha == 1, let alpha { appearance.alpha = min(max(alpha.value(values), 0), 1) }
    if own.transform == .identity, let rotation {
      let angle = rotation.value(values) * (container.direction == .rightToLeft ? -1 : 1)
      appearance.transform = AffineTransform(
        a: cos(angle), b: sin(angle), c: -sin(angle), d: cos(angle), tx: 0, ty: 0)
    }
    return appearance
  }

  private func size(of item: Item) -> Size {
    if let size = item.size { return size }
    if let ratio = item.aspectRatio { return Size(width: itemSize.width, height: itemSize.width / ratio) }
    return item.estimatedSize ?? itemSize
  }
}

extension ReferenceCustom {
  static let places: [Formula] = [
    Formula(text: "0", value: { _ in 0 }),
    Formula(text: "i * 12.5 - 40", value: { $0.i * 12.5 - 40 }),
    Formula(
      text: "width / 2 + 100 * cos(i / 3) - item.width / 2",
      value: {
        $0.width / 2 + 100 * cos($0.i / 3) - $0.itemWidth / 2
      }),
    Formula(
      text: "height/2 + 100*sin(i/3) - item.height/2",
      value: {
        $0.height / 2 + 100 * sin($0.i / 3) - $0.itemHeight / 2
      }),
    Formula(
      text: "section * 120 + floor(i / 4) * 30", value: { $0.section * 120 + ($0.i / 4).rounded(.down) * 30 }),
    Formula(text: "i % 4 * (width / 4)", value: { fmod($0.i, 4) * ($0.width / 4) }),
    Formula(
      text: "if(n > 5, i * 20, i * 40) + sections",
      value: { ($0.n > 5 ? $0.i * 20 : $0.i * 40) + $0.sections }),
    Formula(text: "sqrt(i) * 37 % 400", value: { fmod($0.i.squareRoot() * 37, 400) }),
    Formula(
      text: "if(i % 2 == 0 || section > 1, 0, width - item.width)",
      value: {
        fmod($0.i, 2) == 0 || $0.section > 1 ? 0 : $0.width - $0.itemWidth
      }),
  ]

  /// Formulas of items alone, which have values.
  static let ofItems: [Formula] = [
    Formula(text: "item.values.v * 3 - i", value: { $0.v * 3 - $0.i }),
    Formula(text: "if(item.values.v > 5, item.values.v, i * 9)", value: { $0.v > 5 ? $0.v : $0.i * 9 }),
  ]

  /// Formulas of decorations, which have no size of their own.
  static let ofMarks: [Formula] = [
    Formula(text: "i * 15 - 20", value: { $0.i * 15 - 20 }),
    Formula(text: "section * 90 + n", value: { $0.section * 90 + $0.n }),
    Formula(text: "width - i", value: { $0.width - $0.i }),
  ]

  static let counts: [Formula] = [
    Formula(text: "if(section == 0, 12, 0)", value: { $0.section == 0 ? 12 : 0 }),
    Formula(text: "n / 4", value: { $0.n / 4 }), Formula(text: "1", value: { _ in 1 }),
  ]

  static let extents: [Formula] = [
    Formula(text: "30", value: { _ in 30 }),
    Formula(text: "item.width / 3", value: { $0.itemWidth / 3 }),
    Formula(text: "max(item.height, 20) + i", value: { max($0.itemHeight, 20) + $0.i }),
    Formula(text: "width / max(1, n)", value: { $0.width / max(1, $0.n) }),
    Formula(text: "0", value: { _ in 0 }),
  ]

  static let anything: [Formula] = [
    Formula(text: "i", value: { $0.i }), Formula(text: "1.25 - i / 8", value: { 1.25 - $0.i / 8 }),
    Formula(text: "-section", value: { -$0.section }), Formula(text: "i % 3", value: { fmod($0.i, 3) }),
  ]

  static func random(_ random: inout SeededGenerator) -> ReferenceCustom {
    ReferenceCustom(
      x: random.pick(places + ofItems), y: random.pick(places + ofItems), width: random.pick([nil] + extents),
      height: random.pick([nil] + extents), zIndex: random.pick([nil, nil] + anything),
      alpha: random.pick([nil, nil] + anything), rotation: random.pick([nil, nil] + anything),
      itemSize: random.size(upTo: 90),
      strips: random.chance(1, in: 2) ? (random.pick(places), random.pick(places)) : nil,
      marks: random.chance(1, in: 2)
        ? (random.pick(counts), random.pick(ofMarks), random.pick(ofMarks)) : nil)
  }
}
