import API
import TestSupport
import Testing

/// Texts of several runs, and the styles of their paragraphs.
struct TextRunTests {
  /// Ten points a letter, on lines of 20 points.
  private static func view(_ more: [String: JSONTree] = [:]) -> JSONTree {
    .object(squared.merging(["type": "text", "lines": 0]) { $1 }.merging(more) { $1 })
  }

  private func measuredText(
    _ content: JSONTree, view: JSONTree = view(), width: JSONTree? = 100
  ) throws -> JSONTree {
    let template: JSONTree = ["views": ["a": view], "constraints": ["H:|[a]|", "V:|[a]|"]]
    return try measured(
      measurement(
        [["template": "t", "content": ["a": content]]], templates: ["t": template], width: width,
        ["views": true]))
  }

  private func texts(_ response: JSONTree) -> [String] {
    (response.at("/views/0/a/lines")?.elements ?? []).compactMap { $0["text"]?.string }
  }

  @Test func `runs are one text, whose lines have pieces`() throws {
    let found = try measuredText(["runs": [["text": "ab cd"], ["text": "ef gh", "weight": "bold"], " ij"]])
    #expect(texts(found) == ["ab cdef gh", "ij"])
    let pieces = found.at("/views/0/a/lines/0/pieces")?.elements ?? []
    #expect(pieces.map { $0["text"] } == ["ab cd", "ef gh"] && pieces.map { $0["run"] } == [0, 1])
    #expect(pieces.map { $0["x"] } == [0, 50])
    #expect(found.at("/sizes/0/height") == 40)
  }

  @Test func `a run has a size of its own, and an attachment a box above or below the baseline`() throws {
    let large = try measuredText(["runs": [["text": "a"], ["text": "b", "size": 40, "lineHeight": 50]]])
    #expect((large.at("/sizes/0/height")?.number ?? 0) > 40)
    let plain = try measuredText(["runs": ["ab"]])
    let baseline = plain.at("/views/0/a/lines/0/baseline")?.number ?? 0
    // The heights of fonts are whole points among runs, as in a browser.
    #expect(baseline == 15)
    let raised = try measuredText(["runs": ["ab", ["attachment": ["size": [16, 30]]]]])
    #expect(texts(raised) == ["ab\u{FFFC}"])
    #expect(isNear([raised.at("/sizes/0/height")?.number ?? 0], [30 + 20 - baseline]))
    let lowered = try measuredText([
      "runs": ["ab", ["attachment": ["size": [16, 30], "baselineOffset": -10]]]
    ])
    #expect(isNear([lowered.at("/sizes/0/height")?.number ?? 0], [30]))
    #expect(lowered.at("/views/0/a/lines/0/pieces/1/width") == 16)
  }

  @Test func `a text style of a run follows the category if its text does`() throws {
    func height(_ follows: Bool, _ category: String) throws -> Double {
      let view: JSONTree = [
        "type": "text", "lines": 0, "adjustsFontForContentSizeCategory": .bool(follows),
      ]
      let template: JSONTree = ["views": ["a": view], "constraints": ["H:|[a]|", "V:|[a]|"]]
      let found = try sizes(
        measurement(
          [["template": "t", "content": ["a": ["runs": [["text": "x", "textStyle": "largeTitle"]]]]]],
          templates: ["t": template], width: 100, ["contentSizeCategory": .string(category)]))
      return found[0][1]
    }
    #expect(try height(true, "large") == 41 && height(true, "accessibilityLarge") == 57)
    #expect(try height(false, "accessibilityLarge") == 41)
  }

  @Test func `a template has runs of its own, which content replaces`() throws {
    let view = Self.view(["runs": [["text": "abc", "italic": true]]])
    #expect(try texts(measuredText([:], view: view)) == ["abc"])
    #expect(try texts(measuredText("x", view: view)) == ["x"])
    #expect(try texts(measuredText(["runs": ["y"]], view: view)) == ["y"])
    #expect(try texts(measuredText(["runs": ["y"]], view: Self.view(["text": "abc"]))) == ["y"])
    #expect(try measuredText(["runs": []], view: view).at("/sizes/0/height") == 0)
  }

  @Test func `in a text cell, runs stand beside the setting`() throws {
    let items: JSONTree = [
      ["template": "text", "content": ["runs": ["Hello ", ["text": "world", "weight": 700]]]],
      ["template": "text", "content": ["runs": ["Hello"], "textStyle": "title2"]],
    ]
    #expect(try sizes(measurement(items, width: 300)).map { $0[1] } == [22, 28])
  }

  @Test func `paragraphs have indents, spacing, line heights, alignment and cases`() throws {
    let indented = try measuredText(
      "aaaa bbbb cccc", view: Self.view(["firstLineHeadIndent": 50, "headIndent": 10, "tailIndent": -10]))
    #expect(texts(indented) == ["aaaa", "bbbb ccc", "c"])
    #expect(indented.at("/views/0/a/lines/0/x") == 50 && indented.at("/views/0/a/lines/1/x") == 10)
    let spaced = try measuredText("a\nb", view: Self.view(["paragraphSpacing": 7]))
    #expect(spaced.at("/sizes/0/height") == 47)
    #expect(try measuredText("a", view: Self.view(["lineHeightMultiple": 1.5])).at("/sizes/0/height") == 30)
    #expect(try measuredText("a", view: Self.view(["minimumLineHeight": 33])).at("/sizes/0/height") == 33)
    #expect(try measuredText("a", view: Self.view(["maximumLineHeight": 12])).at("/sizes/0/height") == 12)
    let right = try measuredText("ab", view: Self.view(["alignment": "right"]))
    #expect(isNear([right.at("/views/0/a/lines/0/x")?.number ?? 0], [80]))
    let words = Self.view(["wordBreak": "breakAll", "lineBreakMode": "wordWrapping"])
    #expect(try texts(measuredText("aaaa bbbbbbbb", view: words)) == ["aaaa bbbbb", "bbb"])
    let balanced = Self.view(["textWrap": "balance", "lineBreakMode": "wordWrapping"])
    #expect(try texts(measuredText("aaaa bb cc", view: balanced, width: 90)) == ["aaaa", "bb cc"])
    var squares: [String: JSONTree] = [
      "font": ["family": "Noto Sans CJK JP", "size": 20], "lineBreakMode": "wordWrapping",
    ]
    // Four squares of 20 points, of which one mark gives up half of its own; without that, the last has no room.
    #expect(try texts(measuredText("中」「中", view: Self.view(squares), width: 70)) == ["中」「中"])
    squares["textSpacingTrim"] = "spaceAll"
    #expect(try texts(measuredText("中」「中", view: Self.view(squares), width: 70)) == ["中」", "「中"])
    let upper = try measuredText("straße i", view: Self.view(["textCase": "uppercase", "language": "tr"]))
    #expect(texts(upper) == ["STRASSE İ"])
  }

  @Test(
    arguments: [
      (1, "", "an array of runs"), ([1], "/0", "expected a run"), ([[:]], "/0", "\"text\" is missing"),
      ([["text": 1]], "/0/text", "expected a string"),
      ([["text": "a", "colour": "red"]], "/0/colour", "unknown field"),
      ([["text": "a", "weight": "heavyy"]], "/0/weight", "did you mean \"heavy\"?"),
      ([["text": "a", "size": -1]], "/0/size", "expected a number from 0"),
      ([["attachment": [:]]], "/0/attachment", "\"size\" is missing"),
      ([["attachment": ["size": [1e9, 1]]]], "/0/attachment/size", "at most 10000000"),
      (
        [["attachment": ["size": [1, 1], "baselineOffset": 1e9]]], "/0/attachment/baselineOffset",
        "expected a number"
      ),
      ([["attachment": ["size": [1, 1]], "text": "a"]], "/0", "no other members"),
    ] as [(JSONTree, String, String)])
  func `invalid runs are refused with a pointer`(runs: JSONTree, place: String, words: String) {
    let template: JSONTree = ["views": ["a": Self.view()]]
    let problem = measuringRefusal(
      of: measurement([["template": "t", "content": ["a": ["runs": runs]]]], templates: ["t": template]))
    #expect(problem?.pointers.first == "/items/0/content/a/runs\(place)", "\(problem?.pointers ?? [])")
    #expect(problem?.faults.first?.detail.contains(words) == true, "\(problem?.detail ?? "")")
    let own = refusal(ofTemplate: ["views": ["a": Self.view(["runs": runs])]])
    #expect(own?.pointers.first == "/templates/t/views/a/runs\(place)", "\(own?.pointers ?? [])")
  }

  @Test func `a text has runs or a plain text, and not too many runs`() throws {
    func problem(_ content: JSONTree) -> Problem? {
      measuringRefusal(
        of: measurement(
          [["template": "t", "content": ["a": content]]], templates: ["t": ["views": ["a": Self.view()]]]))
    }
    #expect(problem(["text": "a", "runs": []])?.pointers == ["/items/0/content/a"])
    let many = problem(["runs": .array(Array(repeating: ["text": "a"], count: 100_000))])
    #expect(many?.pointers == ["/items/0/content/a/runs"] && many?.detail.contains("10000 runs") == true)
    let most = try measuredText([
      "runs": .array(Array(repeating: ["text": "a", "weight": 700], count: 10_000))
    ])
    #expect(most.at("/sizes/0/height") == .number(20 * 1000))
  }

  @Test func `a language is a name of BCP 47`() {
    for name in ["", "1", "de_AT", "de AT", "ü", String(repeating: "a", count: 36)] {
      let problem = refusal(ofTemplate: ["views": ["a": Self.view(["language": .string(name)])]])
      #expect(problem?.pointers == ["/templates/t/views/a/language"], "\(name)")
    }
    #expect(refusal(ofTemplate: ["views": ["a": Self.view(["language": "nl-BE"])]]) == nil)
  }
}
