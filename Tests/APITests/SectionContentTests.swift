import API
import TestSupport
import Testing

/// How a section may say which items it has.
struct SectionContentTests {
  @Test(
    arguments: [
      ([:], "none"),
      (["itemCount": 1, "items": []], "items"),
      (["itemCount": 1, "itemSizes": []], "itemSizes"),
      (["items": [], "itemSizes": []], "items"),
      (["items": [], "itemSizes": [], "itemCount": 0], "items"),
    ] as [(JSONTree, String)])
  func `a section with none or several of items, itemCount and itemSizes is refused with what it has`(
    section: JSONTree, named: String
  ) {
    let problem = refusal(of: request(sections: [["itemCount": 1], section]))
    #expect(problem?.code == .invalidRequest)
    #expect(problem?.pointers == ["/sections/1"])
    #expect(problem?.detail.contains("this one has") == true)
    #expect(problem?.detail.contains(named) == true)
  }

  @Test func `sizes as pairs, as objects, flat and in columns are the same items`() throws {
    let forms: [JSONTree] = [
      [[50, 80], [60, 40]],
      [["width": 50, "height": 80], [60, 40]],
      [50, 80, 60, 40],
      ["widths": [50, 60], "heights": [80, 40]],
    ]
    let answers = try forms.map { try answer(request(sections: [["itemSizes": $0]])) }
    #expect(answers[0].at("/attributes/1/frame/width") == 60)
    #expect(Set(answers).count == 1)
    let items = try answer(request(sections: [["items": [["size": [50, 80]], ["size": [60, 40]]]]]))
    #expect(items == answers[0])
  }

  @Test func `an odd number of flat sizes, and columns of unequal length, are refused`() {
    #expect(
      refusal(of: request(sections: [["itemSizes": [1, 2, 3]]]))?.pointers == ["/sections/0/itemSizes"])
    let unequal = refusal(of: request(sections: [["itemSizes": ["widths": [1, 2], "heights": [1]]]]))
    #expect(unequal?.pointers == ["/sections/0/itemSizes"])
    #expect(unequal?.detail.contains("2 widths and 1 heights") == true)
  }

  @Test func `one bad size among many is pointed at`() {
    let pairs = refusal(of: request(sections: [["itemSizes": [[1, 1], [1, -1], [1, 1]]]]))
    #expect(pairs?.pointers == ["/sections/0/itemSizes/1/1"])
    let flat = refusal(of: request(sections: [["itemSizes": [1, 1, 1, "1"]]]))
    #expect(flat?.pointers == ["/sections/0/itemSizes/3"])
    let columns = refusal(
      of: request(sections: [["itemSizes": ["widths": [1, nil], "heights": [1, 1]]]]))
    #expect(columns?.pointers == ["/sections/0/itemSizes/widths/1"])
  }

  @Test func `all errors of a request are returned at once, each with its pointer`() {
    let problem = refusal(
      of: request(
        container: ["width": -1, "height": 1], layout: ["kind": "flow", "itemSize": [1]],
        sections: [["itemCount": -1], ["items": [["size": [1, -1]], ["sice": 1]]]]))
    #expect(
      problem?.pointers == [
        "/container/width", "/layout/itemSize", "/sections/0/itemCount", "/sections/1/items/0/size/1",
        "/sections/1/items/1/sice",
      ])
    #expect(problem?.detail.hasSuffix("(and 4 more)") == true)
  }

  @Test func `errors beyond fifty are not listed, and the detail says so`() {
    func problem(_ count: Int) -> Problem? {
      refusal(of: request(sections: [["itemSizes": .array(Array(repeating: [-1, 1], count: count))]]))
    }
    #expect(problem(49)?.faults.count == 49)
    #expect(problem(49)?.detail.contains("stopped") == false)
    #expect(problem(51)?.faults.count == 50)
    #expect(problem(51)?.detail.contains("decoding stopped after 50 errors") == true)
  }

  @Test func `an empty set of templates is valid, and a template without views is rejected`() {
    var body = request()
    body["templates"] = [:]
    #expect(refusal(of: body) == nil)
    body["templates"] = ["card": [:]]
    #expect(refusal(of: body)?.pointers == ["/templates/card"])
  }

  @Test func `ids with NUL, quotes and any script come back as they were`() throws {
    for id in ["a\u{0}b", "\"\\\n\u{1F}", "العربية", "👩‍👩‍👧", "", String(repeating: "x", count: 100_000)] {
      let body = request(sections: [["items": [["id": .string(id)]]]])
      #expect(try answer(body).at("/attributes/0/id") == .string(id))
    }
  }
}
