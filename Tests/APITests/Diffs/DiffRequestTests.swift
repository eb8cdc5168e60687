import TestSupport
import Testing

@testable import API

/// How `POST /v1/diffs` reads its body, and the bodies that it rejects.
struct DiffRequestTests {
  static let before: JSONTree = [
    "container": ["width": 100, "height": 60], "layout": ["kind": "list", "rowHeight": 20],
    "sections": [
      ["id": "s", "items": [["id": "a"], ["id": "b"], ["id": "c"]]], ["id": "t", "items": [["id": "d"]]],
    ],
  ]

  static func body(_ updates: JSONTree, _ more: [String: JSONTree] = [:]) -> JSONTree {
    .object(more.merging(["before": before, "updates": updates]) { own, _ in own })
  }

  static func answer(_ body: JSONTree) throws(Problem) -> JSONTree {
    let request = try DiffRequest.decode(
      Array(body.description.utf8), limits: RequestLimits(), isCancelled: { false })
    let bytes = try DiffSolver(limits: RequestLimits()).solve(request).encoded(
      as: .objects, EncodingBudget(bytes: .max)
    ).withUnsafeBytes { Array($0) }
    record(bytes, from: "/v1/diffs")
    return try! JSONTree(parsing: bytes)
  }

  static func refusal(_ body: JSONTree) -> Problem? {
    do throws(Problem) {
      _ = try answer(body)
      return nil
    } catch {
      return error
    }
  }

  private func types(_ diff: JSONTree) -> [String] {
    diff["changes"]?.elements?.map { "\($0["type"]?.string ?? "") \($0["id"]?.string ?? "")" } ?? []
  }

  /// From where to where the items of a diff move across.
  private func xs(_ diff: JSONTree) -> [[Double?]] {
    diff["changes"]?.elements?.map { change in
      ["initial", "final"].map { change[$0]?["frame"]?["x"]?.number }
    } ?? []
  }

  @Test func `a batch leaves items of a waterfall in columns that they keep; two states know none`() throws {
    func state(_ items: [JSONTree]) -> JSONTree {
      [
        "container": ["width": 200, "height": 300],
        "layout": [
          "kind": "waterfall", "columnAssignment": "kept", "minimumColumnSpacing": 0,
          "minimumInteritemSpacing": 0,
        ],
        "sections": [["id": "s", "items": .array(items)]],
      ]
    }
    // The first item has a column by itself, as the others are not higher together.
    let items: [JSONTree] = [
      ["id": "a", "size": [10, 40]], ["id": "b", "size": [10, 10]], ["id": "c", "size": [10, 30]],
    ]
    let before = state(items)
    let batch: JSONTree = ["before": before, "updates": [["op": "deleteItems", "at": [[0, 0]]]]]
    #expect(try types(Self.answer(batch)) == ["delete a", "shift b", "shift c"])
    #expect(try xs(Self.answer(batch)) == [[0, 0], [100, 100], [100, 100]])
    let states: JSONTree = ["before": before, "after": state(Array(items.dropFirst()))]
    #expect(try xs(Self.answer(states)) == [[0, 0], [100, 0], [100, 100]])
  }

  @Test func `every operation is read, and does what it is called`() throws {
    let all: [(JSONTree, [String])] = [
      (["op": "deleteItems", "at": [[0, 0]]], ["delete a", "shift b", "shift c", "shift d"]),
      (["op": "insertItems", "at": [[1, 1]], "items": [["id": "n"]]], ["insert n"]),
      (["op": "moveItem", "from": [0, 0], "to": [0, 1]], ["shift b", "move a"]),
      (["op": "reloadItems", "at": [[0, 1]]], ["reload b"]),
      (["op": "reconfigureItems", "at": [[0, 1]], "items": [["id": "B"]]], ["reconfigure B"]),
      (["op": "deleteSections", "at": [0]], ["delete a", "delete b", "delete c", "shift d"]),
      (["op": "insertSections", "at": [2], "sections": [["items": [["id": "n"]]]]], ["insert n"]),
      (["op": "moveSection", "from": 1, "to": 0], ["move d", "shift a", "shift b", "shift c"]),
      (
        ["op": "reloadSections", "at": [1], "sections": [["items": [["id": "n"]]]]], ["delete d", "insert n"]
      ),
    ]
    for (operation, expected) in all {
      #expect(try types(Self.answer(Self.body([operation]))) == expected, "\(operation)")
    }
  }

  @Test func `ids stand in for places`() throws {
    let byID = try Self.answer(
      Self.body([["op": "deleteItems", "ids": ["b"]], ["op": "reloadItems", "ids": ["d"]]]))
    let byPlace = try Self.answer(
      Self.body([["op": "deleteItems", "at": [[0, 1]]], ["op": "reloadItems", "at": [[1, 0]]]]))
    #expect(byID == byPlace)
    let sections = try Self.answer(Self.body([["op": "deleteSections", "ids": ["s"]]]))
    #expect(try sections == Self.answer(Self.body([["op": "deleteSections", "at": [0]]])))
  }

  @Test func `ids that nothing has, or two things have, are pointed at`() {
    let unknown = Self.refusal(Self.body([["op": "deleteItems", "ids": ["a", "z"]]]))
    #expect(unknown?.pointers == ["/updates/0/ids/1"])
    var twice = Self.body([["op": "deleteItems", "ids": ["a"]]])
    twice["before"]!["sections"] = [["items": [["id": "a"], ["id": "a"]]]]
    #expect(Self.refusal(twice)?.faults.first?.detail.contains("more than one item") == true)
  }

  @Test func `every conflict is an entry that points at its operation, in UIKit's words`() {
    let problem = Self.refusal(
      Self.body([["op": "deleteItems", "at": [[0, 0]]], ["op": "deleteItems", "at": [[0, 9], [0, 0]]]]))
    #expect(problem?.code == .invalidRequest)
    #expect(Set(problem?.pointers ?? []) == ["/updates/0", "/updates/1"])
    #expect(
      problem?.faults.map(\.detail).contains(
        "attempt to delete item 9 from section 0 which only contains 3 items before the update") == true)
  }

  @Test(
    arguments: [
      ([["op": "deleteItem", "at": [[0, 0]]]], "/updates/0/op"), ([["at": [[0, 0]]]], "/updates/0"),
      ([["op": "deleteItems"]], "/updates/0"),
      ([["op": "deleteItems", "at": [[0, 0]], "ids": ["a"]]], "/updates/0"),
      ([["op": "deleteItems", "at": [0]]], "/updates/0/at/0"),
      ([["op": "deleteItems", "at": [[0, 0, 0]]]], "/updates/0/at/0"),
      ([["op": "deleteItems", "at": [[0, -1]]]], "/updates/0/at/0/1"),
      ([["op": "deleteItems", "at": [[0, 1e300]]]], "/updates/0/at/0/1"),
      ([["op": "deleteSections", "at": [[0, 0]]]], "/updates/0/at/0"),
      ([["op": "insertItems", "at": [[0, 0]]]], "/updates/0"),
      ([["op": "insertItems", "at": [[0, 0]], "items": []]], "/updates/0/items"),
      ([["op": "insertItems", "ids": ["a"], "items": [[:]]]], "/updates/0/ids"),
      ([["op": "insertSections", "at": [0], "sections": [[:], [:]]]], "/updates/0/sections/0"),
      ([["op": "moveItem", "from": [0, 0]]], "/updates/0"),
      ([["op": "moveItem", "from": [0, 0], "to": 1]], "/updates/0/to"),
      ([["op": "moveSection", "from": [0, 0], "to": 1]], "/updates/0/from"),
      ([["op": "deleteItems", "at": [[0, 0]], "animation": "fad"]], "/updates/0/animation"),
      ([["op": "deleteItems", "at": [[0, 0]], "items": []]], "/updates/0/items"), ([7], "/updates/0"),
      (["op": "deleteItems"], "/updates"),
    ] as [(JSONTree, String)])
  func `a member that an operation does not take has a pointer to it`(updates: JSONTree, pointer: String) {
    let problem = Self.refusal(Self.body(updates))
    #expect(problem?.code == .invalidRequest)
    #expect(problem?.pointers.contains(pointer) == true, "\(problem?.pointers ?? [])")
  }

  @Test func `a body has a state and one way to the next`() {
    #expect(Self.refusal(["updates": []])?.pointers == [""])
    #expect(Self.refusal(["before": Self.before])?.pointers == [""])
    #expect(Self.refusal(Self.body([], ["after": Self.before]))?.pointers == [""])
    #expect(Self.refusal(Self.body([], ["scope": "some"]))?.pointers == ["/scope"])
    #expect(Self.refusal(Self.body([], ["runs": true]))?.pointers == ["/runs"])
    #expect(Self.refusal(Self.body([], ["anchor": "top"]))?.pointers == ["/anchor"])
    #expect(Self.refusal(Self.body([], ["anchor": ["id": "z"]]))?.pointers == ["/anchor/id"])
    #expect(
      Self.refusal(["before": Self.before, "after": ["sections": []]])?.pointers == ["/after", "/after"])
    var visible = Self.body([])
    visible["before"]!["visibleRect"] = [0, 0, 9, 9]
    #expect(Self.refusal(visible) == nil)
    visible["before"]!["bounds"] = [0, 0, 9, 9]
    #expect(Self.refusal(visible)?.pointers == ["/before"])
  }

  @Test func `states that have items without ids, or an id twice, are rejected`() {
    var after = Self.before
    after["sections"] = [["id": "s", "items": [["id": "a"], [:], ["id": "a"]]]]
    let problem = Self.refusal(["before": Self.before, "after": after])
    #expect(problem?.pointers == ["/after/sections/0/items/1", "/after/sections/0/items/0"])
    #expect(problem?.detail.contains("has no identifier") == true)
    #expect(
      problem?.faults.contains { $0.detail.hasSuffix("are not unique. Duplicate identifiers: a") } == true)
  }
}
