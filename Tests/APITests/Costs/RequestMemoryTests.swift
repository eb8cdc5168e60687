import TestSupport
import Testing

@testable import API
@testable import Wire

/// Requests that would take more memory than one request may.
struct RequestMemoryTests {
  private func solver(_ memory: Int) -> LayoutSolver {
    var limits = RequestLimits()
    limits.memory = memory
    return LayoutSolver(limits: limits)
  }

  private static func items(_ count: Int) -> JSONTree {
    .array((0..<count).map { ["id": .string("item \($0)"), "size": [10, 10]] })
  }

  /// The memory that decoding counts for a layout.
  private static func estimate(of body: String) throws -> Int {
    var estimate = 0
    _ = try DecodingContext.read(Array(body.utf8), limits: RequestLimits(), isCancelled: { false }) {
      root, context in
      let description = context.collection(root, of: .layout)
      estimate = context.memory.bytes
      return description
    }
    return estimate
  }

  @Test func `the error has the estimate, the limit and a pointer to the largest part`() throws {
    let sections: JSONTree = [
      ["items": Self.items(10)], ["items": Self.items(1000)], ["items": Self.items(20)],
    ]
    let body = request(sections: sections).description
    let estimate = try Self.estimate(of: body)
    #expect(refusal(of: body, solver: solver(estimate))?.code != .tooMuchMemory)
    let problem = try #require(refusal(of: body, solver: solver(estimate - 1)))
    #expect(problem.code == .tooMuchMemory && problem.code.status == 413)
    #expect(problem.detail.contains("about \(estimate) bytes"))
    #expect(problem.detail.contains("a request may take \(estimate - 1)"))
    #expect(problem.pointers == ["/sections/1"])
  }

  @Test(arguments: [
    String(repeating: "[", count: 60) + String(repeating: "]", count: 60),
    "[" + String(repeating: "1,", count: 20_000) + "1]",
    "[" + String(repeating: "{},", count: 5_000) + "{}]",
    "[" + String(repeating: "\"\",", count: 20_000) + "1]",
  ]) func `JSON takes no more memory for the way in which it is written`(text: String) throws {
    let body = "{\"container\":\(text)}"
    #expect(refusal(of: body, solver: solver(body.utf8.count + 5000))?.code == .invalidRequest)
  }

  @Test func `an object of very many keys is refused while it is read`() {
    let members = (0..<10_000).map { "\"key \($0)\":1" }.joined(separator: ",")
    let body = "{\"container\":{\(members)}}"
    #expect(refusal(of: body, solver: solver(body.utf8.count + 5000))?.code == .payloadTooLarge)
    #expect(refusal(of: body, solver: solver(64 << 20))?.code == .invalidRequest)
  }

  @Test(
    arguments: [
      ["items": items(20_000)],
      ["items": .array(Array(repeating: ["preferredAttributes": ["alpha": 0.5]], count: 20_000))],
      ["itemSizes": .array(Array(repeating: [1, 1], count: 60_000))],
      ["itemSizes": .array(Array(repeating: 1, count: 120_000))],
      [
        "itemSizes": [
          "widths": .array(Array(repeating: 1, count: 60_000)),
          "heights": .array(Array(repeating: 1, count: 60_000)),
        ]
      ],
      ["itemCount": 1, "supplementaries": ["a": .array(Array(repeating: [:], count: 20_000))]],
    ] as [JSONTree]) func `items and views are counted while they are read`(section: JSONTree) throws
  {
    let body = request(sections: [section]).description
    // Less than the section takes, so that its end is never reached.
    let problem = try #require(refusal(of: body, solver: solver(body.utf8.count + 100_000)))
    #expect(problem.code == .tooMuchMemory)
    #expect(problem.pointers.first?.hasPrefix("/sections/0/") == true, "\(problem.pointers)")
    #expect(refusal(of: body, solver: solver(64 << 20)) == nil)
  }

  @Test
  func `many sections, counted items of a pile, groups and templates are counted before they are solved`() {
    let many = request(sections: .array(Array(repeating: ["itemCount": 1], count: 2000)))
    let pile = request(layout: ["kind": "circle"], sections: [["itemCount": 1_000_000]])
    let item: JSONTree = ["size": [1, 1]]
    let inner: JSONTree = ["group": ["size": [1000, 1], "items": [item], "count": 5000]]
    let outer: JSONTree = ["axis": "vertical", "size": [1000, 5000], "items": [inner], "count": 5000]
    let groups = request(layout: ["kind": "compositional", "sections": [["group": outer]]])
    for (body, pointer) in [(many, "/sections/0"), (pile, "/sections/0"), (groups, "/layout")] {
      let problem = refusal(of: body.description, solver: solver(2 << 20))
      #expect(problem?.code == .tooMuchMemory && problem?.pointers == [pointer], "\(pointer)")
    }
    let counted = request(sections: [["itemCount": 10_000_000]], visibleRect: [0, 0, 10, 10])
    #expect(refusal(of: counted.description, solver: solver(4 << 20)) == nil)
  }

  @Test func `a response takes at most a quarter of the memory`() {
    let body = request(sections: [["itemCount": 10_000]]).description
    #expect(refusal(of: body, solver: solver(1 << 20))?.code == .answerTooLarge)
    #expect(refusal(of: body, solver: solver(64 << 20)) == nil)
  }

  @Test func `changes count the state that they make`() throws {
    let service = try TestService { $0.limits.memory = 3 << 20 }
    let body: JSONTree = [
      "id": "c", "container": ["width": 100, "height": 100], "layout": ["kind": "list"],
      "bounds": [0, 0, 100, 100], "sections": [["id": "s", "itemCount": 5000]],
    ]
    #expect(service.post("/v1/collections", body).status == 201)
    let snapshot: JSONTree = ["sections": [["id": "s", "items": Self.items(60_000)]]]
    let refused = service.put("/v1/collections/c/snapshot", snapshot)
    #expect(refused.status == 413)
    let layout: JSONTree = ["layout": ["kind": "circle"]]
    let changed = service.put("/v1/collections/c/layout", layout)
    #expect(changed.status == 413 && changed.code == "too_much_memory")
    #expect(changed.pointers == ["/layout"])
    let container: JSONTree = ["width": 50, "height": 50]
    let viewport: JSONTree = [
      "bounds": [0, 0, 50, 50], "container": container, "layout": ["kind": "circle"],
    ]
    #expect(service.put("/v1/collections/c/viewports/other", viewport).status == 413)
    let update: JSONTree = ["op": "insertItems", "at": [[0, 0]], "items": [["id": "new"]]]
    #expect(service.post("/v1/collections/c/updates", ["updates": [update]]).status == 200)
  }

  @Test func `both states of a diff count`() throws {
    let state = request(sections: [["items": Self.items(500)]])
    let both: JSONTree = ["before": state, "after": state]
    var limits = RequestLimits()
    limits.memory = try Self.estimate(of: state.description) * 3 / 2
    #expect(throws: Never.self) {
      try CollectionDescription.decode(
        Array(state.description.utf8), for: .diffState, limits: limits, isCancelled: { false })
    }
    #expect(throws: Problem.self) {
      try DiffRequest.decode(Array(both.description.utf8), limits: limits, isCancelled: { false })
    }
  }
}
