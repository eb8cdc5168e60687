import API
import TestSupport
import Testing

/// Invalid templates, which are rejected with a pointer to the error.
struct TemplateRefusalTests {
  private func expect(_ problem: Problem?, _ pointer: String, _ words: String) {
    #expect(problem?.code == .invalidRequest)
    #expect(problem?.pointers.first == pointer, "\(problem?.pointers ?? [])")
    #expect(problem?.faults.first?.detail.contains(words) == true, "\(problem?.detail ?? "")")
  }

  @Test(
    arguments: [
      ([:], "/templates/t", "\"views\" is missing"),
      (1, "/templates/t", "expected a template"),
      (["views": []], "/templates/t/views", "expected an object of views"),
      (["views": ["a": 1]], "/templates/t/views/a", "expected a view"),
      (["views": ["a": [:]]], "/templates/t/views/a", "\"type\" is missing"),
      (["views": ["a": ["type": "texxt"]]], "/templates/t/views/a/type", "did you mean \"text\"?"),
      (["views": ["superview": ["type": "box"]]], "/templates/t/views/superview", "name this one otherwise"),
      (["views": ["a": ["type": "box", "text": "x"]]], "/templates/t/views/a/text", "unknown field"),
      (["views": ["a": ["type": "text", "size": [1, 1]]]], "/templates/t/views/a/size", "unknown field"),
      (["views": [:], "constriants": []], "/templates/t/constriants", "did you mean \"constraints\"?"),
      (["views": [:], "constraints": [:]], "/templates/t/constraints", "expected an array of constraints"),
      (["views": [:], "metrics": [1]], "/templates/t/metrics", "expected an object of numbers"),
      (["views": [:], "metrics": ["gap": "8"]], "/templates/t/metrics/gap", "expected a number"),
      (["views": [:], "metrics": ["gap": 1e8]], "/templates/t/metrics/gap", "expected a number"),
      (["views": [:], "layoutMargins": [1, 2, 3]], "/templates/t/layoutMargins", "expected insets"),
      (
        ["views": [:], "layoutMargins": [1e8, 0, 0, 0]], "/templates/t/layoutMargins",
        "at most 10000000 points"
      ),
    ] as [(JSONTree, String, String)])
  func `an invalid template is rejected with a pointer to the error`(
    template: JSONTree, pointer: String, words: String
  ) {
    expect(refusal(ofTemplate: template), pointer, words)
  }

  @Test(
    arguments: [
      (["textStyle": "boddy"], "textStyle", "did you mean \"body\"?"),
      (["textStyle": 1], "textStyle", "expected one of"),
      (["font": "Inter"], "font", "expected a font"),
      (["font": ["size": -1]], "font/size", "expected a number from 0 to 10000"),
      (["font": ["size": 1e9]], "font/size", "expected a number from 0 to 10000"),
      (["font": ["weight": 0]], "font/weight", "expected a number from 1 to 1000"),
      (["font": ["weight": "heavyy"]], "font/weight", "did you mean \"heavy\"?"),
      (["font": ["family": 1]], "font/family", "expected the name of a family"),
      (["font": ["family": ["Inter", 1]]], "font/family/1", "expected a string"),
      (["font": ["italic": "yes"]], "font/italic", "expected true or false"),
      (["font": ["colour": "red"]], "font/colour", "unknown field"),
      (["lineHeight": -1], "lineHeight", "expected a number from 0"),
      (["letterSpacing": 1e308], "letterSpacing", "expected a number from -10000"),
      (["lines": -1], "lines", "expected a whole number from 0"),
      (["lines": 1.5], "lines", "expected a whole number from 0"),
      (["lines": 1e300], "lines", "expected a whole number from 0"),
      (["lineBreakMode": "wordwrap"], "lineBreakMode", "unknown value \"wordwrap\""),
      (["direction": "up"], "direction", "unknown value \"up\""),
      (
        ["adjustsFontForContentSizeCategory": 1], "adjustsFontForContentSizeCategory",
        "expected true or false"
      ),
      (["contentHuggingPriority": 0], "contentHuggingPriority", "expected a number above 0 and up to 1000"),
      (
        ["contentHuggingPriority": 1001], "contentHuggingPriority", "expected a number above 0 and up to 1000"
      ),
      (["contentHuggingPriority": -1], "contentHuggingPriority", "expected a number above 0"),
      (["contentHuggingPriority": "high"], "contentHuggingPriority", "expected a priority"),
      (
        ["contentCompressionResistancePriority": ["vertical": 1001]],
        "contentCompressionResistancePriority/vertical", "up to 1000"
      ),
      (["text": 1], "text", "expected a string"),
    ] as [([String: JSONTree], String, String)])
  func `an invalid attribute of a text is rejected where it is set`(
    members: [String: JSONTree], place: String, words: String
  ) {
    var view = members
    view["type"] = "text"
    expect(refusal(ofTemplate: ["views": ["a": .object(view)]]), "/templates/t/views/a/\(place)", words)
  }

  @Test func `a font names at most sixteen families`() {
    func problem(_ count: Int) -> Problem? {
      let families = JSONTree.array(Array(repeating: "Inter", count: count))
      return refusal(ofTemplate: ["views": ["a": ["type": "text", "font": ["family": families]]]])
    }
    #expect(problem(16) == nil)
    expect(problem(17), "/templates/t/views/a/font/family/16", "at most 16 families")
    #expect(problem(100)?.faults.count == 1)
  }

  @Test(
    arguments: [
      (["size": [-1, 5]], "size/0"), (["size": [1e308, 5]], "size/0"), (["size": [5]], "size"),
      (["size": ["width": 5]], "size"), (["size": [1e8, 5]], "size"), (["aspectRatio": 0], "aspectRatio"),
      (["aspectRatio": -1], "aspectRatio"), (["aspectRatio": 1e4], "aspectRatio"),
    ] as [([String: JSONTree], String)])
  func `a picture whose size is none is refused, in a view, in an image that is sized alone, and in content`(
    members: [String: JSONTree], place: String
  ) {
    var view = members
    view["type"] = "image"
    #expect(
      refusal(ofTemplate: ["views": ["a": .object(view)]])?.pointers == ["/templates/t/views/a/\(place)"])
    #expect(
      refusal(ofTemplate: ["sizeThatFits": ["image": .object(members)]])?.pointers
        == ["/templates/t/sizeThatFits/image/\(place)"])
    let content = measuringRefusal(
      of: measurement(
        [["template": "t", "content": ["a": .object(members)]]],
        templates: ["t": ["views": ["a": ["type": "image"]]]]))
    #expect(content?.pointers == ["/items/0/content/a/\(place)"])
  }

  @Test func `a template is sized in one way`() {
    for (name, value) in ["views": [:], "constraints": [], "metrics": [:], "layoutMargins": [0, 0, 0, 0]]
      as [String: JSONTree]
    {
      expect(
        refusal(ofTemplate: ["sizeThatFits": ["text": [:]], .init(stringLiteral: name): value]),
        "/templates/t/\(name)", "has no \"\(name)\"")
    }
    for value in [[:], ["insets": [1, 1, 1, 1]], ["text": [:], "image": [:]]] as [JSONTree] {
      expect(refusal(ofTemplate: ["sizeThatFits": value]), "/templates/t/sizeThatFits", "exactly one of")
    }
    expect(refusal(ofTemplate: ["sizeThatFits": 1]), "/templates/t/sizeThatFits", "expected an object")
    expect(
      refusal(ofTemplate: ["sizeThatFits": ["text": [:], "insets": [0, 1e15, 0, 0]]]),
      "/templates/t/sizeThatFits/insets", "at most 10000000 points")
  }

  @Test func `the built-in name is taken`() {
    let problem = measuringRefusal(
      of: measurement([["template": "text"]], templates: ["text": ["sizeThatFits": ["text": [:]]]]))
    expect(problem, "/templates/text", "built-in")
    #expect(problem?.faults.count == 1)
  }

  @Test func `templates are an object, with a limit`() {
    expect(
      measuringRefusal(of: measurement([], templates: [])), "/templates", "expected an object of templates")
    func problem(_ count: Int) -> Problem? {
      let templates = (0..<count).map { ("t\($0)", ["sizeThatFits": ["text": [:]]] as JSONTree) }
      return measuringRefusal(
        of: measurement([], templates: .object(Dictionary(uniqueKeysWithValues: templates))))
    }
    #expect(problem(1000) == nil)
    expect(problem(1001), "/templates", "1000 templates; these are 1001")
  }

  @Test func `an invalid view or template is reported once, and its uses are not`() {
    let problem = refusal(ofTemplate: ["views": ["a": ["type": "texxt"]], "constraints": ["H:|[a]|"]])
    #expect(problem?.pointers == ["/templates/t/views/a/type"])
    let items = JSONTree.array(Array(repeating: ["template": "t", "content": "x"], count: 100))
    #expect(measuringRefusal(of: measurement(items, templates: ["t": 1]))?.pointers == ["/templates/t"])
  }

  @Test func `names with slashes and tildes are escaped in the pointer`() {
    let problem = measuringRefusal(
      of: measurement([], templates: ["a/b": ["views": ["c~d": ["type": "x"]]]]))
    #expect(problem?.pointers == ["/templates/a~1b/views/c~0d/type"])
  }

  @Test func `the same name twice is no JSON`() {
    for body in [
      #"{"templates":{"t":{"views":{}},"t":{"views":{}}},"items":[]}"#,
      #"{"templates":{"t":{"views":{"a":{"type":"box"},"a":{"type":"box"}}}},"items":[]}"#,
    ] {
      #expect(measuringRefusal(of: Array(body.utf8))?.code == .malformedJSON)
    }
  }

  @Test func `a template is as large as it may be, and no larger`() {
    func views(_ count: Int) -> JSONTree {
      .object(Dictionary(uniqueKeysWithValues: (0..<count).map { ("v\($0)", ["type": "box"]) }))
    }
    #expect(refusal(ofTemplate: ["views": views(100)]) == nil)
    for count in [101, 5000] {
      let problem = refusal(ofTemplate: ["views": views(count)])
      expect(problem, "/templates/t/views", "100 views; these are \(count)")
      #expect(problem?.faults.count == 1)
    }
    func constraints(_ count: Int) -> JSONTree {
      // The service does not read those beyond the limit, or it would find these.
      let beyond = Array(repeating: "H:|[missing" as JSONTree, count: max(0, count - 500))
      return .array(Array(repeating: "H:|[dot]", count: min(500, count)) + beyond)
    }
    #expect(refusal(ofConstraints: constraints(500)) == nil)
    for count in [501, 10_000] {
      let problem = refusal(ofConstraints: constraints(count))
      expect(problem, "/templates/t/constraints", "500 constraints; these are \(count)")
      #expect(problem?.faults.count == 1)
    }
    // One string is several constraints.
    let long = "H:|" + String(repeating: "[dot]", count: 501)
    expect(
      refusal(ofConstraints: ["V:|[dot]|", .string(long)]), "/templates/t/constraints/1", "make it more")
  }

  @Test func `a template may have a thousand metrics`() {
    func problem(_ count: Int) -> Problem? {
      let metrics = Dictionary(uniqueKeysWithValues: (0..<count).map { ("m\($0)", 1 as JSONTree) })
      return refusal(ofTemplate: ["views": [:], "metrics": .object(metrics)])
    }
    #expect(problem(1000) == nil)
    expect(problem(1001), "/templates/t/metrics", "1000 metrics; these are 1001")
  }
}
