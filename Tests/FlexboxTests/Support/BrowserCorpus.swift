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
    let json = try JSONSerialization.jsonObject(with: Data(contentsOf: url))
    guard let members = json as? [String: Any], let trees = members["trees"] as? [[String: Any]] else {
      throw Malformed(what: "the file")
    }
    self.trees = try trees.enumerated().map { number, members in
      do { return try Tree(members, number) } catch { throw Malformed(what: "tree \(number): \(error)") }
    }
  }
}

extension BrowserCorpus.Tree {
  init(_ members: [String: Any], _ number: Int) throws {
    guard let theme = members["theme"] as? String, let nodes = members["nodes"] as? [[String: Any]],
      let frames = members["frames"] as? [Any], let direction = members["direction"] as? String,
      let widths = members["widths"] as? [Double]
    else { throw BrowserCorpus.Malformed(what: "a member is missing") }
    self.theme = theme
    self.widths = widths.map { $0 / 64 }
    self.number = number
    width = (members["width"] as? NSNumber)?.doubleValue
    height = (members["height"] as? NSNumber)?.doubleValue
    self.direction = direction == "rtl" ? .rtl : .ltr
    texts = [:]
    parents = Array(repeating: nil, count: nodes.count)
    var tree = FlexTree([])
    for (index, node) in nodes.enumerated() {
      let style = try FlexStyle(css: node["style"] as? [String: Any] ?? [:])
      var content = FlexContent.boxes(node["children"] as? [Int] ?? [])
      if let text = node["text"] as? String {
        texts[index] = TextLeaf(
          text: text, size: (node["size"] as? NSNumber)?.doubleValue ?? 0,
          lineHeight: (node["lineHeight"] as? NSNumber)?.doubleValue ?? 0)
        content = .measured
      } else if let image = node["image"] as? [Double] {
        content = .replaced(Size(width: image[0], height: image[1]))
      } else if case .boxes(let children) = content {
        for child in children { parents[child] = index }
      }
      tree.nodes.append(FlexNode(style, content))
    }
    self.tree = tree
    self.frames = frames.map { frame in
      (frame as? [Double]).map {
        Rect(x: $0[0] / 64, y: $0[1] / 64, width: $0[2] / 64, height: $0[3] / 64)
      }
    }
  }
}

extension FlexStyle {
  /// The style of properties named as in this module.
  init(css: [String: Any]) throws {
    self.init()
    for (name, value) in css { try set(name, value) }
  }

  private mutating func set(_ name: String, _ value: Any) throws {
    if let path = Self.lengths[name] {
      self[keyPath: path] = try FlexLength(css: value)
      return
    }
    func keyword<Keyword: RawRepresentable<String>>() throws -> Keyword {
      guard let text = value as? String, let keyword = Keyword(rawValue: text) else {
        throw BrowserCorpus.Malformed(what: "\(name): \(value)")
      }
      return keyword
    }
    let number = (value as? NSNumber)?.doubleValue ?? 0
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
  init(css value: Any) throws {
    if let number = value as? NSNumber {
      self = .points(number.doubleValue)
    } else if let text = value as? String, text.hasSuffix("%"), let number = Double(text.dropLast()) {
      self = .percent(number)
    } else if value as? String == "auto" {
      self = .auto
    } else {
      throw BrowserCorpus.Malformed(what: "\(value)")
    }
  }
}

extension FlexBasis {
  init(css value: Any) throws {
    if value as? String == "content" {
      self = .content
      return
    }
    self =
      switch try FlexLength(css: value) {
      case .auto: .auto
      case .points(let points): .points(points)
      case .percent(let percent): .percent(percent)
      }
  }
}
