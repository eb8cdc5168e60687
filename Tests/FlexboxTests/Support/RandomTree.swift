import Flexbox
import Geometry
import TestSupport

/// Random trees that are the same for the same seed.
struct RandomTree {
  private var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  /// A tree of `count` boxes whose depth is at most `depth`, with styles of every kind.
  mutating func tree(count: Int, depth: Int) -> FlexTree {
    var children = Array(repeating: [Int](), count: count)
    var levels = Array(repeating: 1, count: count)
    for node in 1..<max(1, count) {
      // Near the last box, so that the tree becomes deep.
      var parent = node - 1 - integer(below: min(node, 4))
      while levels[parent] >= depth { parent = integer(below: parent) }
      children[parent].append(node)
      levels[node] = levels[parent] + 1
    }
    return FlexTree(
      children.map { children in
        if children.isEmpty, chance(3) { return FlexNode(style(), .measured) }
        if children.isEmpty, chance(3) { return FlexNode(style(), .replaced(Size(width: 30, height: 20))) }
        return FlexNode(style(), .boxes(children))
      })
  }

  private mutating func style() -> FlexStyle {
    var style = FlexStyle()
    if chance(2) { style.flexDirection = pick(FlexDirection.allCases) }
    if chance(3) { style.flexWrap = pick(FlexWrap.allCases) }
    if chance(4) { style.justifyContent = pick(FlexJustification.allCases) }
    if chance(4) { style.alignItems = pick(FlexItemAlignment.allCases) }
    if chance(6) { style.alignContent = pick(FlexContentAlignment.allCases) }
    if chance(8) { style.alignSelf = pick(FlexItemAlignment.allCases) }
    if chance(3) { style.flexGrow = Double(integer(below: 3)) }
    if chance(6) { style.flexShrink = Double(integer(below: 3)) }
    if chance(6) { style.width = length() }
    if chance(6) { style.height = length() }
    if chance(8) { style.minHeight = length() }
    if chance(8) { style.maxWidth = length() }
    if chance(5) { style.paddingLeft = length() }
    if chance(5) { style.paddingTop = length() }
    if chance(6) { style.marginTop = length() }
    if chance(8) { style.marginLeft = .auto }
    if chance(8) { style.aspectRatio = Double(1 + integer(below: 4)) / 2 }
    if chance(12) { style.position = .absolute }
    if chance(12) { style.direction = .rtl }
    return style
  }

  private mutating func length() -> FlexLength {
    chance(3) ? .percent(Double(integer(below: 21) * 5)) : .points(Double(integer(below: 60)))
  }

  private mutating func chance(_ denominator: Int) -> Bool { random.chance(1, in: denominator) }

  private mutating func pick<Value>(_ values: [Value]) -> Value { random.pick(values) }

  private mutating func integer(below bound: Int) -> Int { random.integer(0...bound - 1) }
}
