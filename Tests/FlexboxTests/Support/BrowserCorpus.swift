import Flexbox
import Foundation
import Geometry

/// Trees that a browser has laid out; `Fixtures/README.md` describes the file.
struct BrowserCorpus {
  struct Tree {
    var theme: String
    /// The number of the tree in the file.
    var number: Int
    var width: Double?
    var height: Double?
    var direction: FlexInlineDirection
    var tree: FlexTree
    /// The texts by node.
    var texts: [Int: TextLeaf]
    /// The browser's frames by node, relative to the parent; nil for boxes that do not exist.
    var frames: [Rect?]
    var parents: [Int?]
    /// The min-content and the max-content width of the root without its own limits.
    var widths: [Double]
  }

  struct Malformed: Error { var what: String }

  var trees: [Tree]

  init() throws {
    let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Fixtures/chromium.json")
    let recording = try JSONDecoder().decode(Recording.self, from: Data(contentsOf: url))
    trees = try recording.trees.enumerated().map { number, tree in
      do { return try Tree(tree, number) } catch { throw Malformed(what: "tree \(number): \(error)") }
    }
  }
}

/// The file.
private struct Recording: Decodable {
  struct Tree: Decodable {
    var theme: String
    var width: Double?
    var height: Double?
    var direction: String
    var nodes: [Node]
    var widths: [Double]
    var frames: [[Double]?]
  }

  struct Node: Decodable {
    var style: [String: StyleValue]
    var children: [Int]?
    var text: String?
    var size: Double?
    var lineHeight: Double?
    var image: [Double]?
  }

  var trees: [Tree]
}

/// The value of a property: a number, or a keyword or percentage.
private enum StyleValue: Decodable {
  case number(Double)
  case text(String)

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let number = try? container.decode(Double.self) {
      self = .number(number)
    } else {
      self = .text(try container.decode(String.self))
    }
  }
}

extension BrowserCorpus.Tree {
  fileprivate init(_ recorded: Recording.Tree, _ number: Int) throws {
    theme = recorded.theme
    self.number = number
    width = recorded.width
    height = recorded.height
    direction = recorded.direction == "rtl" ? .rtl : .ltr
    widths = recorded.widths.map { $0 / 64 }
    frames = recorded.frames.map { frame in
      frame.map { Rect(x: $0[0] / 64, y: $0[1] / 64, width: $0[2] / 64, height: $0[3] / 64) }
    }
    texts = [:]
    parents = Array(repeating: nil, count: recorded.nodes.count)
    tree = FlexTree([])
    for (index, node) in recorded.nodes.enumerated() {
      for child in node.children ?? [] { parents[child] = index }
      var content = FlexContent.boxes(node.children ?? [])
      if let text = node.text, let size = node.size, let lineHeight = node.lineHeight {
        texts[index] = TextLeaf(text: text, size: size, lineHeight: lineHeight)
        content = .measured
      } else if let image = node.image {
        content = .replaced(Size(width: image[0], height: image[1]))
      }
      tree.nodes.append(FlexNode(try FlexStyle(css: node.style), content))
    }
  }
}

extension FlexStyle {
  /// The style of properties named as in this module.
  fileprivate init(css: [String: StyleValue]) throws {
    self.init()
    for (name, value) in css { try set(name, value) }
  }

  private mutating func set(_ name: String, _ value: StyleValue) throws {
    if let path = Self.lengths[name] {
      self[keyPath: path] = try FlexLength(css: value)
      return
    }
    func keyword<Keyword: RawRepresentable<String>>() throws -> Keyword {
      guard case .text(let text) = value, let keyword = Keyword(rawValue: text) else {
        throw BrowserCorpus.Malformed(what: "\(name): \(value)")
      }
      return keyword
    }
    var number = 0.0
    if case .number(let value) = value { number = value }
    switch name {
    case "flexDirection": flexDirection = try keyword()
    case "flexWrap": flexWrap = try keyword()
    case "justifyContent": justifyContent = try keyword()
    case "alignItems": alignItems = try keyword()
    case "alignSelf": alignSelf = try keyword() as FlexItemAlignment
    case "alignContent": alignContent = try keyword()
    case "direction": direction = try keyword() as FlexInlineDirection
    case "display": display = try keyword()
    case "position": position = try keyword()
    case "overflow": overflow = try keyword()
    case "boxSizing": boxSizing = try keyword()
    case "flexGrow": flexGrow = number
    case "flexShrink": flexShrink = number
    case "order": order = Int(number)
    case "aspectRatio": aspectRatio = number
    case "flexBasis": flexBasis = try FlexBasis(css: value)
    default: throw BrowserCorpus.Malformed(what: name)
    }
  }

  private static var lengths: [String: WritableKeyPath<FlexStyle, FlexLength>] {
    [
      "width": \.width, "height": \.height, "minWidth": \.minWidth, "minHeight": \.minHeight,
      "maxWidth": \.maxWidth, "maxHeight": \.maxHeight, "rowGap": \.rowGap, "columnGap": \.columnGap,
      "paddingTop": \.paddingTop, "paddingRight": \.paddingRight, "paddingBottom": \.paddingBottom,
      "paddingLeft": \.paddingLeft, "marginTop": \.marginTop, "marginRight": \.marginRight,
      "marginBottom": \.marginBottom, "marginLeft": \.marginLeft, "top": \.top, "right": \.right,
      "bottom": \.bottom, "left": \.left,
    ]
  }
}

extension FlexLength {
  fileprivate init(css value: StyleValue) throws {
    switch value {
    case .number(let number): self = .points(number)
    case .text("auto"): self = .auto
    case .text(let text):
      guard text.hasSuffix("%"), let number = Double(text.dropLast()) else {
        throw BrowserCorpus.Malformed(what: text)
      }
      self = .percent(number)
    }
  }
}

extension FlexBasis {
  fileprivate init(css value: StyleValue) throws {
    if case .text("content") = value { self = .content } else { self = .length(try FlexLength(css: value)) }
  }
}
