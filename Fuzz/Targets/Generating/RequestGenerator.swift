import Geometry

@testable import API
@testable import LayoutEngine
@testable import Wire

/// Writes valid requests of every layout kind as JSON, by the parameters that the kinds declare.
struct RequestGenerator {
  var decisions: Decisions
  /// Whether numbers are such as people write. Otherwise some are as large or as small as the service accepts.
  let isTame: Bool
  private var idCount = 0

  init(_ decisions: Decisions) {
    self.decisions = decisions
    isTame = !self.decisions.once(in: 3)
  }

  /// A new id.
  mutating func id() -> String {
    idCount += 1
    return "i\(idCount)"
  }

  /// A member of an object, and how its value is written.
  typealias Member = (name: String, value: (inout RequestGenerator) -> String)

  /// The members of an object, each of which is there once in so many times.
  mutating func some(in times: Int = 3, _ members: [Member]) -> [String] {
    var written: [String] = []
    for member in members where decisions.once(in: times) {
      written.append("\"\(member.name)\":\(member.value(&self))")
    }
    return written
  }

  /// From `least` to `most` values in an array.
  mutating func array(
    _ least: Int, _ most: Int, _ value: (inout RequestGenerator) -> String
  ) -> String {
    let count = least + decisions.below(most - least + 1)
    return "[\((0..<count).map { _ in value(&self) }.joined(separator: ","))]"
  }

  static func object(_ members: [String]) -> String { "{\(members.joined(separator: ","))}" }

  mutating func name(_ names: [String]) -> String { "\"\(decisions.pick(names))\"" }
}

/// Numbers and geometry.
extension RequestGenerator {
  /// A number in a range.
  mutating func number(_ range: ClosedRange<Double> = 0...Coordinate.limit) -> String {
    if !isTame, decisions.once(in: 4) {
      let limit = decisions.once(in: 2) ? range.lowerBound : range.upperBound
      let extreme = decisions.once(in: 2) ? limit : decisions.pick(Self.extremes)
      return "\(min(max(extreme, range.lowerBound), range.upperBound))"
    }
    guard range.upperBound > 1 else {
      return "\(range.lowerBound + (range.upperBound - range.lowerBound) * Double(decisions.below(9)) / 8)"
    }
    var value = Double(decisions.below(200)) * decisions.pick([1, 0.25, 4])
    if range.lowerBound < 0, decisions.once(in: 4) { value = -value }
    return "\(min(max(value, range.lowerBound), range.upperBound))"
  }

  private static let extremes: [Double] = [
    0, .leastNonzeroMagnitude, 0x1p-1030, 1e-9, 0.1, 1 / 3, 1e5, 0x1p31, 0x1p32, 0x1p52, 1e15, -1e-9, -0x1p31,
    -0x1p52,
  ]

  mutating func positive() -> String { number((isTame ? 0.25 : .leastNonzeroMagnitude)...Coordinate.limit) }

  mutating func whole(_ range: ClosedRange<Int>) -> String {
    if !isTame, decisions.once(in: 4) {
      return "\(decisions.pick([range.lowerBound, range.upperBound, min(1000, range.upperBound)]))"
    }
    return "\(min(max(decisions.below(9), range.lowerBound), range.upperBound))"
  }

  mutating func coordinate() -> String { number(-Coordinate.limit...Coordinate.limit) }

  mutating func size() -> String { "[\(number()),\(number())]" }

  mutating func point() -> String { "[\(coordinate()),\(coordinate())]" }

  mutating func rect() -> String { "[\(coordinate()),\(coordinate()),\(number()),\(number())]" }

  mutating func insets() -> String { "[\(coordinate()),\(coordinate()),\(coordinate()),\(coordinate())]" }

  mutating func flag() -> String { decisions.once(in: 2) ? "true" : "false" }
}

/// The description of a collection.
extension RequestGenerator {
  /// A description for some use, with its layout.
  mutating func collection(of use: DecodingContext.DescribedUse, id: String? = nil) -> String {
    let kind = decisions.pick(LayoutKind.all)
    var members = id.map { ["\"id\":\"\($0)\""] } ?? []
    members.append("\"container\":\(container())")
    members.append("\"layout\":\(layout(kind))")
    members.append("\"sections\":\(sections(of: kind))")
    let bounds = use == .layout ? "visibleRect" : "bounds"
    if decisions.once(in: 2) { members.append("\"\(bounds)\":\(rect())") }
    members.append(#""templates":\#(Self.templates)"#)
    members += some([("selfSizing", { $0.name(["visible", "all"]) })])
    return Self.object(members)
  }

  /// Templates that items may name.
  private static let templates = #"""
    {"row":{"views":{"a":{"type":"text","lines":2},"b":{"type":"image","size":[9,9]}},
    "constraints":["H:|-[a]-[b]-|","V:|-[a]-|",
    {"item":"b","attribute":"centerY","toItem":"a","toAttribute":"centerY"}]},
    "tag":{"sizeThatFits":{"text":{"lines":1},"insets":[1,2,1,2]}}}
    """#

  mutating func container() -> String {
    let (width, height) = isTame ? (decisions.pick(["320", "100", "0"]), "480") : (number(), number())
    let members = some([
      ("insets", { $0.insets() }), ("scale", { $0.scale() }),
      ("layoutDirection", { $0.name(Container.Direction.allCases.map(\.rawValue)) }),
      ("contentSizeCategory", { $0.name(ContentSizeCategory.allCases.map(\.rawValue)) }),
    ])
    return Self.object(["\"width\":\(width)", "\"height\":\(height)"] + members)
  }

  private mutating func scale() -> String {
    isTame ? decisions.pick(["1", "2", "3", "1000", "0.5", "1.1"]) : number(PixelGrid.scales)
  }

  mutating func sections(of kind: LayoutKind) -> String { array(0, 4) { $0.section(of: kind) } }

  mutating func section(of kind: LayoutKind) -> String {
    var members = ["\"id\":\"\(id())\""]
    switch decisions.below(6) {
    case 0, 1, 2: members.append("\"items\":\(array(0, 9) { $0.item() })")
    case 3: members.append("\"items\":\(tree())")
    case 4: members.append("\"itemCount\":\(decisions.pick([3, 0, 1, 40, 300]))")
    default: members.append("\"itemSizes\":\(array(0, 9) { $0.size() })")
    }
    members += some([("header", { $0.view(pins: true) }), ("footer", { $0.view(pins: true) })])
    members += some(
      in: 6, [("supplementaries", { "{\"badge\":\($0.array(0, 3) { $0.view() })}" })])
    members += some(in: 6, [("indexTitle", { "\"\($0.id())\"" })])
    if kind.hasBackgrounds { members += some([("background", { $0.flag() })]) }
    let metrics = kind.parameters.ofSections
    if !metrics.fields.isEmpty {
      members += some([("metrics", { generator in Self.object(generator.parameters(metrics)) })])
    }
    return Self.object(members)
  }

  mutating func item() -> String {
    var members = decisions.once(in: 8) ? [] : ["\"id\":\"\(id())\""]
    members += some([
      ("size", { $0.size() }), ("estimatedSize", { $0.size() }), ("aspectRatio", { $0.positive() }),
    ])
    members += some(
      in: 8,
      [
        ("span", { "{\"columns\":\($0.whole(1...1000)),\"rows\":\($0.whole(1...1000))}" }),
        ("widthMode", { $0.name(["fullWidth", "halfWidth", "fullWidthIgnoringInsets", "fifthWidth"]) }),
        ("heightMode", { $0.name(MagazineSizeMode.Height.allCases.map(\.rawValue)) }),
        ("height", { $0.number() }),
        ("values", { "{\"a\":\($0.coordinate()),\"b_2\":\($0.coordinate())}" }),
        ("separator", { _ in "\"none\"" }),
        ("indentationLevel", { "\($0.whole(0...1000))" }),
        ("preferredAttributes", { $0.preferredAttributes() }),
      ])
    if decisions.once(in: 8) { members.append(content()) }
    return Self.object(members)
  }

  private mutating func preferredAttributes() -> String {
    Self.object(
      some([
        ("alpha", { $0.number(0...1) }),
        ("transform", { "[\($0.coordinate()),0,\($0.coordinate()),1,\($0.coordinate()),2]" }),
      ]))
  }

  /// A header, a footer or another view.
  private mutating func view(pins: Bool = false) -> String {
    var members = some([("size", { $0.size() }), ("estimatedSize", { $0.size() })])
    if pins { members += some([("pinToVisibleBounds", { $0.flag() })]) }
    if decisions.once(in: 8) { members.append(content()) }
    return Self.object(members)
  }

  /// The members that give an element content.
  private mutating func content() -> String {
    let contents = [
      #""template":"row","content":{"a":"some text that may take two lines","b":{"size":[20,30]}}"#,
      #""template":"tag","content":"Wren""#, #""template":"text","content":"กำลัง עברית 👩‍👩‍👧""#,
    ]
    return decisions.pick(contents)
  }
}

/// Layouts by the parameters that kinds declare.
extension RequestGenerator {
  mutating func layout(_ kind: LayoutKind) -> String {
    var members = ["\"kind\":\"\(kind.name)\""]
    switch kind.name {
    case "compositional": members += compositional()
    case "custom": members += custom()
    default: members += parameters(kind.parameters)
    }
    members += some(in: 6, [(LayoutKind.flippingParameter, { $0.flag() })])
    return Self.object(members)
  }

  /// Some parameters of a table, of which alternatives occur once at most.
  mutating func parameters(_ table: ParameterTable) -> [String] {
    var given: Set<String> = []
    return table.fields.compactMap { field in
      guard decisions.once(in: 3) else { return nil }
      for names in table.alternatives where names.contains(field.name) && !given.isDisjoint(with: names) {
        return nil
      }
      given.insert(field.name)
      return "\"\(field.name)\":\(parameter(field.form))"
    }
  }

  private mutating func parameter(_ form: ParameterForm) -> String {
    switch form {
    case .number(let range), .points(let range): return number(range)
    case .positive, .positiveLength: return positive()
    case .whole(let range): return whole(range)
    case .flag: return flag()
    case .size: return size()
    case .point: return point()
    case .insets: return insets()
    case .uniformInsets: return decisions.once(in: 2) ? insets() : coordinate()
    case .choice(let names): return name(names)
    case .automatic(let other, _): return decisions.once(in: 2) ? "\"automatic\"" : parameter(other)
    case .off(let other, _): return decisions.once(in: 4) ? "false" : parameter(other)
    case .members(let fields, let other, _):
      guard decisions.once(in: 2) else { return parameter(other) }
      return Self.object(
        fields.compactMap { field in
          guard field.isRequired || decisions.once(in: 2) else { return nil }
          return "\"\(field.name)\":\(parameter(field.form))"
        })
    case .structure: return "null"
    }
  }
}

extension Decisions {
  /// Random decisions.
  static func random(seed: UInt64, count: Int) -> Decisions {
    Decisions(randomBytes(seed: seed, count: count))
  }

  /// Bytes of a generator with a seed.
  static func randomBytes(seed: UInt64, count: Int) -> [UInt8] {
    var random = SplitMix(seed: seed)
    return (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) }
  }
}
