import TestSupport
import Testing

/// `POST /v1/measurements`, without HTTP.
struct MeasurementTests {
  private static let thirty = JSONTree.string(String(repeating: "a", count: 30))
  private static let templates: JSONTree = [
    "label": [
      "views": ["title": .object(squared.merging(["type": "text", "lines": 0]) { $1 })],
      "constraints": ["H:|-5-[title]-5-|", "V:|-5-[title]-5-|"],
    ],
    "sized": ["sizeThatFits": ["text": .object(squared), "insets": [5, 5, 5, 5]]],
    "picture": ["sizeThatFits": ["image": ["aspectRatio": 2]]],
    "placeholder": [
      "views": ["t": ["type": "text", "text": "a\nb", "lines": 0]], "constraints": ["H:|[t]|", "V:|[t]|"],
    ],
  ]

  @Test func `the response has the sizes of the items, in their order`() throws {
    let items: JSONTree = [
      ["template": "sized", "content": Self.thirty],
      ["id": "x", "template": "label", "content": Self.thirty],
      ["template": "label", "content": ["title": "ab"]],
      ["template": "label", "content": ["title": ["text": "ab"]]],
      ["template": "picture"], ["template": "picture", "content": ["image": ["size": [30, 10]]]],
      ["template": "picture", "content": ["image": ["aspectRatio": 4]]], ["template": "label"],
    ]
    let found = try sizes(measurement(items, templates: Self.templates, width: 110))
    let expected: [[Double]] = [
      [110, 70], [110, 70], [110, 30], [110, 30], [110, 55], [110, 55], [110, 27.5], [110, 10],
    ]
    #expect(found.count == expected.count)
    for (found, expected) in zip(found, expected) {
      #expect(isNear(found, expected), "\(found), \(expected)")
    }
  }

  @Test func `without a width, and with a height, and with both`() throws {
    let items: JSONTree = [["template": "sized", "content": Self.thirty]]
    func size(_ width: JSONTree?, _ more: [String: JSONTree] = [:]) throws -> [Double] {
      try sizes(measurement(items, templates: Self.templates, width: width, more))[0]
    }
    #expect(isNear(try size(nil), [310, 30]))
    #expect(isNear(try size(nil, ["height": 99]), [310, 99]))
    #expect(isNear(try size(160, ["height": 99]), [160, 99]))
    #expect(isNear(try size(0), [0, 610]))
  }

  @Test func `the built-in text is a string or an object, with every setting of its own`() throws {
    func size(_ content: JSONTree, _ more: [String: JSONTree] = [:], width: JSONTree? = 320) throws
      -> [Double]
    {
      try sizes(measurement([["template": "text", "content": content]], width: width, more))[0]
    }
    let plain = try size("Hello", width: nil)
    #expect(isNear([plain[1]], [22], within: 1e-9))
    #expect(try size(["text": "Hello"], width: nil) == plain)
    #expect(try size(["text": ["text": "Hello"]], width: nil) == plain)
    func own(_ members: [String: JSONTree], _ text: JSONTree = "Hello", width: JSONTree? = nil) throws
      -> [Double]
    {
      try size(["text": .object(members.merging(["text": text]) { own, _ in own })], width: width)
    }
    #expect(isNear([try own(["textStyle": "largeTitle"])[1]], [41], within: 1e-9))
    #expect(try own(["font": ["family": "DejaVu Sans"]])[0] != plain[0])
    #expect(try own(["font": ["size": 34]])[0] > 1.9 * plain[0])
    #expect(try own(["font": ["weight": "bold"]])[0] > plain[0])
    #expect(try own(["font": ["weight": "bold"]]) == own(["font": ["weight": 700]]))
    #expect(try own(["font": ["italic": true]]) != plain)
    #expect(try own(["lineHeight": 30])[1] == 30)
    #expect(try own(["letterSpacing": 5])[0] > plain[0] + 19)
    #expect(isNear(try own(squared.merging(["lines": 2]) { $1 }, Self.thirty, width: 100), [100, 40]))
    #expect(
      isNear(
        try own(squared.merging(["lineBreakMode": "clipping"]) { $1 }, Self.thirty, width: 100), [100, 20]))
    #expect(try own(["direction": "rightToLeft"]) == plain)
    let large: [String: JSONTree] = ["contentSizeCategory": "accessibilityLarge"]
    #expect(isNear([try size("Hello", large)[1]], [40], within: 1e-9))
    #expect(
      isNear(
        [try size(["text": ["text": "Hello", "adjustsFontForContentSizeCategory": false]], large)[1]], [22]))
  }

  @Test func `the category, the scale and the direction are those of the request`() throws {
    let items: JSONTree = [["template": "text", "content": "Hello"]]
    func size(_ more: [String: JSONTree]) throws -> [Double] {
      try sizes(measurement(items, width: nil, more))[0]
    }
    let exact = try size([:])
    for scale in [1.0, 2, 3] {
      let rounded = try size(["scale": .number(scale)])
      #expect(rounded == [(exact[0] * scale).rounded(.up) / scale, 22], "\(rounded)")
    }
    #expect(try size(["layoutDirection": "rightToLeft"]) == exact)
    #expect(try size(["contentSizeCategory": "extraSmall"])[1] == 19)
  }

  @Test func `a view shows its template's text where an item has none`() throws {
    let items: JSONTree = [["template": "placeholder"], ["template": "placeholder", "content": "x"]]
    let found = try sizes(measurement(items, templates: Self.templates))
    #expect(found[0][1] == 2 * found[1][1] && found[1][1] > 0)
  }

  @Test func `the response has the frames and lines of views`() throws {
    let body = measurement(
      [["template": "label", "content": "aaaaaaaaaaaa"]], templates: Self.templates, width: 110,
      ["views": true])
    let answer = try measured(body)
    let view = try #require(answer.at("/views/0/title"))
    #expect(answer.at("/sizes/0/height") == 50)
    let frame = ["x", "y", "width", "height"].map { view["frame"]?[$0]?.number ?? .nan }
    #expect(isNear(frame, [5, 5, 100, 40]))
    #expect(view["lines"]?.elements?.map { $0["text"] } == ["aaaaaaaaaa", "aa"])
    let baselines = view["lines"]?.elements?.compactMap { $0["baseline"]?.number } ?? []
    #expect(baselines.count == 2 && isNear([baselines[1] - baselines[0]], [20]))
  }

  @Test func `the sizes are the same with views and without`() throws {
    let items: JSONTree = [
      ["template": "text", "content": "Hello, world"], ["template": "label", "content": Self.thirty],
      ["template": "picture"],
    ]
    for width in [nil, 50, 333.3] as [JSONTree?] {
      let body = measurement(items, templates: Self.templates, width: width, ["scale": 3])
      var withViews = body
      withViews["views"] = true
      #expect(try sizes(body) == sizes(withViews))
    }
  }

  @Test func `no items have no sizes`() throws {
    #expect(try measured(measurement([])).description == "{\"sizes\":[]}")
  }

  @Test func `a repeated request returns the same sizes, and so do its items in any order`() throws {
    var random = SeededGenerator(seed: 7)
    let words = ["lorem", "ipsum", "日本語", "مرحبا", "🙂", "Worldwide,", "a"]
    let items: [JSONTree] = (0..<300).map { number in
      let text = (0..<(number % 40)).map { _ in words.randomElement(using: &random)! }.joined(separator: " ")
      return ["template": number % 2 == 0 ? "label" : "text", "content": .string(text)]
    }
    let body = measurement(.array(items), templates: Self.templates, width: 200)
    let first = try sizes(body)
    #expect(try sizes(body) == first)
    let order = items.indices.shuffled(using: &random)
    let shuffled = try sizes(
      measurement(.array(order.map { items[$0] }), templates: Self.templates, width: 200))
    #expect(shuffled == order.map { first[$0] })
  }

  @Test func `members in another order are the same content`() throws {
    let templates: JSONTree = [
      "t": [
        "views": ["a": ["type": "text"], "b": ["type": "text"]],
        "constraints": ["H:|[a]-[b]|", "V:|[a]|", "V:|[b]"],
      ]
    ]
    let bodies = [#"{"a":"xxx","b":"y"}"#, #"{"b":"y","a":"xxx"}"#].map {
      #"{"templates":"# + templates.description + #","items":[{"template":"t","content":"# + $0 + "}]}"
    }
    let found = try bodies.map { try measuringSolver().solve(Array($0.utf8)).withUnsafeBytes { Array($0) } }
    #expect(found[0] == found[1])
  }
}
