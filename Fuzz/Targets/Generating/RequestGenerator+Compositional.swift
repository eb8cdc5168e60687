@testable import LayoutEngine

/// Compositional layouts, whose parameters are structures.
extension RequestGenerator {
  mutating func compositional() -> [String] {
    let axis = decisions.once(in: 3) ? ScrollAxis.horizontal : .vertical
    let sections = array(1, 3) { $0.definition(along: axis) }
    let others = some([
      ("lengthsScaleWith", { $0.textStyle() }), ("interSectionSpacing", { $0.number() }),
      ("contentInsetsReference", { $0.name(Self.references) }),
      ("boundarySupplementaryItems", { $0.array(0, 2) { $0.boundaryItem("whole") } }),
      (
        "alternatives",
        { generator in
          let sections = generator.array(1, 2) { $0.definition(along: axis) }
          return "[{\"minimumWidth\":\(generator.positive()),\"sections\":\(sections)}]"
        }
      ),
    ])
    return ["\"sections\":\(sections)", "\"scrollDirection\":\"\(axis.rawValue)\""] + others
  }

  private mutating func textStyle() -> String { name(TextStyle.allCases.map(\.rawValue)) }

  private static let references = CompositionalLayout.ContentInsetsReference.allCases.map(\.rawValue)

  private mutating func definition(along axis: ScrollAxis) -> String {
    var members = some([
      ("lengthsScaleWith", { $0.textStyle() }),
      ("contentInsets", { $0.insets() }), ("contentInsetsReference", { $0.name(Self.references) }),
      ("supplementariesFollowContentInsets", { $0.flag() }),
      ("supplementaryContentInsetsReference", { $0.name(Self.references) }),
      ("visibleItems", { $0.visibleItems() }),
    ])
    let kinds = SectionKind.names.compactMap(LayoutKind.named).filter {
      SectionKind($0)?.scrolls(axis) == true
    }
    if decisions.once(in: 3) {
      let kind = decisions.pick(kinds)
      let parameters = parameters(SectionKind.parameters(of: kind))
      members.append("\"\(kind.name)\":\(Self.object(parameters))")
      return Self.object(members)
    }
    let behaviors = OrthogonalScrollingBehavior.allCases.map(\.rawValue)
    members.append("\"group\":\(group(depth: 0))")
    members += some([
      ("interGroupSpacing", { $0.number() }), ("orthogonalScrollingBehavior", { $0.name(behaviors) }),
      ("boundarySupplementaryItems", { $0.array(0, 2) { $0.boundaryItem("edge") } }),
      ("decorationItems", { $0.array(0, 2) { $0.decorationItem() } }),
    ])
    return Self.object(members)
  }

  private mutating func visibleItems() -> String {
    func expression(_ generator: inout RequestGenerator) -> String {
      let expressions = [
        "distance", "1 - abs(distance) / width", "offset / item.x", "item.y * item.height", "1 / 0",
        "1e300 * i",
      ]
      return "\"\(generator.decisions.pick(expressions))\""
    }
    let members = ["zIndex", "alpha"].map { "\"\($0)\":\(expression(&self))" }
    return Self.object(members + ["\"transform\":{\"scale\":\(expression(&self))}"])
  }

  private mutating func decorationItem() -> String {
    let others = some([("contentInsets", { $0.insets() }), ("zIndex", { $0.zIndex() })])
    return Self.object(["\"kind\":\"plate\""] + others)
  }

  private mutating func zIndex() -> String { whole(-1_000_000...1_000_000) }

  private mutating func group(depth: Int) -> String {
    let mark = depth == 0 ? "mark" : "nested"
    var members = some([
      ("size", { $0.layoutSize() }), ("interItemSpacing", { $0.spacing() }),
      ("contentInsets", { $0.insets() }), ("edgeSpacing", { $0.edgeSpacing() }),
      ("supplementaryItems", { "[\($0.anchoredItem(mark))]" }),
    ])
    let axis = decisions.below(5)
    if axis == 4 {
      members += ["\"axis\":\"custom\"", "\"frames\":\(array(1, 3) { $0.rect() })"]
      return Self.object(members)
    }
    if axis == 3 { members.append("\"axis\":\"vertical\"") }
    if decisions.once(in: 2) {
      members += ["\"items\":[\(member(depth: depth))]", "\"count\":\(whole(1...10))"]
    } else {
      members.append("\"items\":\(array(1, 3) { $0.member(depth: depth) })")
    }
    return Self.object(members)
  }

  private mutating func member(depth: Int) -> String {
    if depth < 3, decisions.once(in: 3) { return "{\"group\":\(group(depth: depth + 1))}" }
    let members = some([
      ("size", { $0.layoutSize() }), ("contentInsets", { $0.insets() }),
      ("edgeSpacing", { $0.edgeSpacing() }),
      ("supplementaryItems", { "[\($0.anchoredItem("badge"))]" }),
    ])
    return Self.object(members)
  }

  private mutating func layoutSize() -> String {
    Self.object(some(in: 2, [("width", { $0.dimension() }), ("height", { $0.dimension() })]))
  }

  private mutating func dimension() -> String {
    let part = isTame ? number(0...1) : number()
    switch decisions.below(6) {
    case 0: return "{\"fractionalWidth\":\(part)}"
    case 1: return "{\"fractionalHeight\":\(part)}"
    case 2: return "{\"absolute\":\(number())}"
    case 3: return "{\"estimated\":\(number())}"
    case 4: return "{\"uniformAcrossSiblings\":\(number())}"
    default: return number()
    }
  }

  private mutating func spacing() -> String {
    switch decisions.below(3) {
    case 0: number()
    case 1: "{\"fixed\":\(number())}"
    default: "{\"flexible\":\(number())}"
    }
  }

  private mutating func edgeSpacing() -> String {
    let members: [Member] = [
      ("leading", { $0.spacing() }), ("top", { $0.spacing() }), ("trailing", { $0.spacing() }),
      ("bottom", { $0.spacing() }),
    ]
    return Self.object(some(in: 2, members))
  }

  private mutating func boundaryItem(_ kind: String) -> String {
    let alignments = BoundaryItem.Alignment.allCases.map(\.rawValue)
    let size = layoutSize()
    let others = some([
      ("alignment", { $0.name(alignments) }), ("absoluteOffset", { $0.point() }),
      ("extendsBoundary", { $0.flag() }), ("pinToVisibleBounds", { $0.flag() }), ("zIndex", { $0.zIndex() }),
    ])
    return Self.object(["\"kind\":\"\(kind)\"", "\"size\":\(size)"] + others)
  }

  private mutating func anchoredItem(_ kind: String) -> String {
    let (size, anchor) = (layoutSize(), anchor())
    let others = some([("itemAnchor", { $0.anchor() }), ("zIndex", { $0.zIndex() })])
    return Self.object(
      ["\"kind\":\"\(kind)\"", "\"size\":\(size)", "\"containerAnchor\":\(anchor)"] + others)
  }

  private mutating func anchor() -> String {
    let edges = decisions.pick(["", "\"top\"", "\"bottom\",\"leading\"", "\"trailing\",\"top\""])
    let offset = decisions.pick(["", "fractionalOffset", "absoluteOffset"])
    var members = ["\"edges\":[\(edges)]"]
    if !offset.isEmpty { members.append("\"\(offset)\":\(point())") }
    return Self.object(members)
  }
}
