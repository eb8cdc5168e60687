import API
import TestSupport
import Testing

/// Collections at, under and over their limits.
struct CollectionLimitTests {
  private static func solver(items: Int = 10, sections: Int = 10, answer: Int = .max) -> LayoutSolver {
    var limits = RequestLimits()
    limits.items = items
    limits.sections = sections
    return LayoutSolver(limits: limits, answerLimit: answer)
  }

  private static let ways: [(String, @Sendable (Int) -> JSONTree)] = [
    ("itemCount", { ["itemCount": .number(Double($0))] }),
    ("items", { ["items": .array(Array(repeating: [:], count: $0))] }),
    ("itemSizes", { ["itemSizes": .array(Array(repeating: [1, 1], count: $0))] }),
    ("itemSizes", { ["itemSizes": .array(Array(repeating: 1, count: $0 * 2))] }),
    (
      "itemSizes",
      { count in
        let column = JSONTree.array(Array(repeating: 1, count: count))
        return ["itemSizes": ["widths": column, "heights": column]]
      }
    ),
  ]

  @Test(arguments: 0..<5)
  func `items are taken to their limit, in whichever way they are given`(way: Int) {
    let (name, section) = Self.ways[way]
    for (count, isTaken) in [(9, true), (10, true), (11, false)] {
      let body = request(sections: [section(count - 1), ["itemCount": 1]])
      let problem = refusal(of: body.description, solver: Self.solver())
      #expect((problem == nil) == isTaken, "\(name) \(count)")
      if !isTaken { #expect(problem?.code == .tooManyItems) }
    }
    let alone = refusal(
      of: request(sections: [section(11)]).description, solver: Self.solver())
    #expect(alone?.pointers.first?.hasPrefix("/sections/0/\(name)") == true)
  }

  @Test func `counts beyond all bounds are refused before anything is made of them`() {
    let problem = refusal(of: request(sections: [["itemCount": 1e15]]))
    #expect(problem?.code == .tooManyItems)
    #expect(problem?.pointers == ["/sections/0/itemCount"])
    let sections = Array(repeating: "{\"itemCount\":1000000}", count: 200_000).joined(separator: ",")
    let body =
      "{\"container\":{\"width\":1,\"height\":1},\"layout\":{\"kind\":\"list\"},\"sections\":[\(sections)]}"
    #expect(refusal(of: body)?.code == .tooManyItems)
    #expect(refusal(of: body)?.pointers == ["/sections/10/itemCount"])
  }

  @Test func `sections are taken to their limit`() {
    func body(_ count: Int) -> String {
      request(sections: .array(Array(repeating: ["itemCount": 0], count: count))).description
    }
    #expect(refusal(of: body(10), solver: Self.solver()) == nil)
    let problem = refusal(of: body(11), solver: Self.solver())
    #expect(problem?.code == .tooManyItems)
    #expect(problem?.pointers == ["/sections"])
  }

  @Test func `content is taken to 2^53 points and refused beyond them`() throws {
    func body(_ rows: JSONTree) -> JSONTree {
      request(layout: ["kind": "list", "rowHeight": 4_503_599_627_370_496], sections: [["itemCount": rows]])
    }
    #expect(refusal(of: body(2)) == nil)
    #expect(refusal(of: body(3))?.code == .contentTooLarge)
  }

  @Test func `content whose extent is beyond every number is refused`() {
    let sections: JSONTree = [["items": [["aspectRatio": 1e-300]]]]
    let body = request(
      container: ["width": 4_503_599_627_370_496, "height": 1], layout: ["kind": "list"], sections: sections)
    #expect(refusal(of: body)?.code == .contentTooLarge)
  }

  @Test(arguments: ResponseFormat.allCases)
  func `a response up to the limit is returned, and a longer one is rejected`(form: ResponseFormat) throws {
    let body = request(sections: [["itemCount": 40]]).description
    let length = try answerBytes(body, as: form).count
    #expect(refusal(of: body, as: form, solver: Self.solver(items: 100, answer: length)) == nil)
    let problem = refusal(of: body, as: form, solver: Self.solver(items: 100, answer: length - 1))
    #expect(problem?.code == .answerTooLarge)
    #expect(problem?.detail.contains("visibleRect") == true)
  }

  @Test func `the visible part of a large collection fits into a small response limit`() throws {
    let body = request(
      layout: ["kind": "list"], sections: [["itemCount": 10_000_000]],
      visibleRect: [0, 44_000_000, 320, 480])
    let bytes = try answerBytes(body.description, solver: LayoutSolver(answerLimit: 4096))
    let answer = try JSONTree(parsing: bytes)
    #expect(answer.at("/contentSize/height") == 440_000_000)
    #expect(answer.at("/attributes")?.elements?.count == 11)
    #expect(answer.at("/attributes/0/indexPath") == [0, 1_000_000])
  }

  @Test func `a cancelled request ends while it is decoded and while its response is encoded`() {
    let items = request(sections: [["items": .array(Array(repeating: [:], count: 9000))]]).description
    let reading = LayoutSolver(isCancelled: { true })
    #expect(refusal(of: items, solver: reading)?.code == .deadlineExceeded)
    var asked = 0
    let writing = LayoutSolver(isCancelled: {
      asked += 1
      return asked > 1
    })
    let counted = request(sections: [["itemCount": 20_000]]).description
    #expect(refusal(of: counted, solver: writing)?.code == .deadlineExceeded)
  }
}
