import API
import TestSupport
import Testing

/// Content that does not fit its template.
struct ContentRefusalTests {
  private static let templates: JSONTree = [
    "card": [
      "views": ["title": ["type": "text"], "photo": ["type": "image"]],
      "constraints": ["H:|[title]|", "H:|[photo]|", "V:|[photo][title]|"],
    ],
    "label": ["views": ["title": ["type": "text"]], "constraints": ["H:|[title]|", "V:|[title]|"]],
    "picture": ["sizeThatFits": ["image": [:]]],
  ]

  @Test(
    arguments: [
      (["template": "crad"], ["template"], "did you mean \"card\"?"),
      (["template": 1], ["template"], "expected a string"),
      (["content": ["title": "x"]], ["", "content"], "\"template\" is missing"),
      (["template": "card", "content": ["titel": "x"]], ["content/titel"], "did you mean \"title\"?"),
      (["template": "card", "content": "x"], ["content"], "an object with a member for each view"),
      (["template": "card", "content": nil], ["content"], "an object with a member for each view"),
      (["template": "card", "content": ["x"]], ["content"], "an object with a member for each view"),
      (["template": "card", "content": ["title": 1]], ["content/title"], "expected a text"),
      (["template": "card", "content": ["title": nil]], ["content/title"], "expected a text"),
      (["template": "card", "content": ["title": ["text": 1]]], ["content/title/text"], "expected a string"),
      (["template": "card", "content": ["title": ["lines": 1]]], ["content/title/lines"], "unknown field"),
      (["template": "card", "content": ["photo": "x"]], ["content/photo"], "content: an object"),
      (["template": "card", "content": ["photo": ["ratio": 1]]], ["content/photo/ratio"], "unknown field"),
      (["template": "picture", "content": "x"], ["content"], "content: an object"),
      (
        ["template": "text", "content": ["text": ["textStyle": "x"]]], ["content/text/textStyle"],
        "unknown value"
      ),
      (
        ["template": "text", "content": ["text": ["font": ["size": -1]]]], ["content/text/font/size"],
        "expected a number"
      ),
      (["template": "text", "id": 5], ["id"], "expected a string"),
      (["template": "text", "width": 5], ["width"], "unknown field"),
      ("x", [""], "expected an item"),
    ] as [(JSONTree, [String], String)])
  func `content is refused where it is wrong`(item: JSONTree, places: [String], words: String) {
    let problem = measuringRefusal(of: measurement([["template": "text"], item], templates: Self.templates))
    #expect(
      problem?.pointers == places.map { "/items/1" + ($0.isEmpty ? "" : "/" + $0) },
      "\(problem?.pointers ?? [])")
    #expect(problem?.faults.first?.detail.contains(words) == true, "\(problem?.detail ?? "")")
  }

  @Test func `an item of a layout is refused the same way`() {
    let body = request(sections: [
      ["items": [["template": "text", "content": ["x": "y"]], ["content": "x"]]]
    ])
    // Without a template, content is any JSON.
    #expect(refusal(of: body)?.pointers == ["/sections/0/items/0/content/x"])
  }

  @Test(
    arguments: [
      (["width": -1], "/width"), (["width": 1e308], "/width"), (["width": "x"], "/width"),
      (["height": -1], "/height"), (["scale": 0], "/scale"),
      (["contentSizeCategory": "huge"], "/contentSizeCategory"),
      (["layoutDirection": "up"], "/layoutDirection"), (["views": 1], "/views"), (["item": []], "/item"),
    ] as [([String: JSONTree], String)])
  func `a request is refused at the member that is wrong`(members: [String: JSONTree], pointer: String) {
    #expect(measuringRefusal(of: measurement([], width: nil, members))?.pointers == [pointer])
  }

  @Test func `items are needed, and an array`() {
    #expect(
      measuringRefusal(of: ["width": 5] as JSONTree)?.faults.first?.detail == "the field \"items\" is missing"
    )
    #expect(measuringRefusal(of: measurement([:]))?.pointers == ["/items"])
    #expect(measuringRefusal(of: [] as JSONTree)?.pointers == [""])
  }

  @Test func `names that a client chose do not make a refusal long`() {
    let long = String(repeating: "x", count: 20_000)
    let names = (0..<300).map { ("\(long)\($0)", ["sizeThatFits": ["text": [:]]] as JSONTree) }
    let templates = JSONTree.object(Dictionary(uniqueKeysWithValues: names))
    let items = JSONTree.array(Array(repeating: ["template": "nothing"], count: 50))
    let problem = measuringRefusal(of: measurement(items, templates: templates))
    #expect(problem?.faults.count == 50)
    #expect(problem?.faults.allSatisfy { $0.detail.utf8.count < 5000 } == true)
    #expect(problem?.faults.first?.detail.hasSuffix(" and 261 more") == true)
  }

  @Test func `more items than there may be are refused`() {
    var limits = RequestLimits()
    limits.items = 3
    func problem(_ count: Int) -> Problem? {
      let body = measurement(.array(Array(repeating: ["template": "text"], count: count)))
      return measuringRefusal(of: Array(body.description.utf8), limits)
    }
    #expect(problem(3) == nil)
    #expect(problem(4)?.code == .tooManyItems && problem(4)?.pointers == ["/items/3"])
  }

  @Test func `bytes and escapes that are no text are no JSON`() {
    func body(_ text: [UInt8]) -> [UInt8] {
      Array(#"{"items":[{"template":"text","content":""#.utf8) + text + Array(#""}]}"#.utf8)
    }
    #expect(measuringRefusal(of: body(Array("é🙂".utf8))) == nil)
    #expect(measuringRefusal(of: body(Array(#"\ud83d\ude42"#.utf8))) == nil)
    #expect(measuringRefusal(of: body(Array(#"a\u0000b"#.utf8))) == nil)
    for text in [
      [0xFF], [0xC3], [0xED, 0xA0, 0x80], [0x00], [0x0A], Array(#"\ud83d"#.utf8),
      Array(#"\ude42\ud83d"#.utf8),
    ] as [[UInt8]] {
      #expect(measuringRefusal(of: body(text))?.code == .malformedJSON, "\(text)")
    }
  }

  @Test func `deep nesting is refused by name, wherever it stands`() {
    let deep = String(repeating: "[", count: 1000) + String(repeating: "]", count: 1000)
    for body in [
      "{\"templates\":{\"t\":\(deep)},\"items\":[]}",
      "{\"items\":[{\"template\":\"text\",\"content\":\(deep)}]}",
    ] {
      #expect(measuringRefusal(of: Array(body.utf8))?.detail.contains("64 levels deep") == true)
    }
  }

  @Test func `content that cannot be measured is refused by its item and its view`() {
    let big: JSONTree = [
      "t": [
        "views": ["title": ["type": "text", "font": ["size": 10_000], "lines": 0]],
        "constraints": ["H:|[title]|", "V:|[title]|"],
      ]
    ]
    let lines = JSONTree.string(String(repeating: "a\n", count: 2000))
    let items: JSONTree = [
      ["template": "t", "content": "a"], ["template": "t", "content": lines],
      ["template": "t", "content": lines],
    ]
    for views in [false, true] as [JSONTree] {
      let problem = measuringRefusal(of: measurement(items, templates: big, ["views": views]))
      #expect(problem?.code == .invalidRequest && problem?.pointers == ["/items/1"])
      #expect(problem?.detail.hasPrefix("/items/1: view \"title\": ") == true, "\(problem?.detail ?? "")")
    }
  }
}
