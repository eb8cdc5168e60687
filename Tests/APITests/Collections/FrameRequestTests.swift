import Collections
import TestSupport
import Testing

@testable import API

/// One request a frame: bounds with measurements, an anchor and an item to scroll to.
struct FrameRequestTests {
  private static let bounds = Kept.path + "/bounds"

  private func kept(_ journal: any Journal = MemoryJournal(), rows: Int = 20) throws -> TestService {
    let service = try TestService(journal: journal)
    let created = service.create(
      "c",
      [
        "container": ["width": 100, "height": 60], "layout": ["kind": "list", "estimatedRowHeight": 20],
        "sections": [Kept.section("s", (0..<rows).map { "i\($0)" })], "bounds": [0, 100, 100, 60],
      ])
    #expect(created.status == 201)
    return service
  }

  private func size(_ id: String, _ height: JSONTree) -> JSONTree {
    ["id": .string(id), "size": [100, height]]
  }

  private func frames(_ service: TestService) -> JSONTree? {
    service.get(Kept.attributes).json?["attributes"]
  }

  @Test func `measurements and bounds in one request make one version, and visible rows stay`() throws {
    let service = try kept()
    let outcome = service.put(
      Self.bounds,
      ["bounds": [0, 110, 100, 60], "measurements": [size("i0", 50), size("i6", 40), size("i7", 20)]])
    #expect(outcome.status == 200 && outcome.json?["fromVersion"] == 1 && outcome.version == 2)
    // Row 5 was 10 points above the top, and still is.
    #expect(outcome.json?["bounds"] == ["x": 0, "y": 140, "width": 100, "height": 60])
    #expect(outcome.json?["contentOffsetAdjustment"] == ["x": 0, "y": 30])
    #expect(outcome.json?["measured"] == ["applied": 3, "unchanged": 0, "ignored": 0])
    #expect(outcome.json?["itemCounts"] == [["section": 0, "count": 20]])
    let event = service.get(Kept.path + "/history?since=1").json?.at("/diffs/0")
    #expect(event?["cause"] == "bounds" && event?["contentOffsetAdjustment"] == ["x": 0, "y": 30])
    let again = service.put(
      Self.bounds, ["bounds": [0, 140, 100, 60], "measurements": [size("i0", 50), size("i6", 40)]])
    #expect(again.version == 2 && again.json?["measured"] == ["applied": 0, "unchanged": 2, "ignored": 0])
  }

  @Test func `an anchor decides which element stays in place`() throws {
    let service = try kept()
    let outcome = service.put(
      Self.bounds,
      ["bounds": [0, 100, 100, 60], "measurements": [size("i5", 50)], "anchor": ["id": "i6"]])
    // Row 6 stays 20 points below the top.
    #expect(outcome.json?.at("/bounds/y") == 130)
  }

  @Test func `measurements of ids that are gone are ignored, and the others applied`() throws {
    let service = try kept()
    let gone: JSONTree = [["id": "gone", "reason": "unknown_id"], ["id": "too", "reason": "unknown_id"]]
    let measurements: JSONTree = [size("gone", 5), size("i1", 35), size("too", 5)]
    let outcome = service.put(Self.bounds, ["bounds": [0, 100, 100, 60], "measurements": measurements])
    #expect(outcome.status == 200 && outcome.json?["ignored"] == gone)
    #expect(outcome.json?.at("/measured/applied") == 1)
    let posted = service.post(
      Kept.path + "/measurements", ["measurements": [size("gone", 5), size("i2", 45), size("too", 5)]])
    #expect(posted.status == 200 && posted.json?["ignored"] == gone && posted.version == 3)
    #expect(posted.json?.at("/measured/applied") == 1)
    let only = service.post(Kept.path + "/measurements", ["measurements": [size("gone", 5)]])
    #expect(only.status == 200 && only.version == 3 && only.json?["ignored"]?.elements?.count == 1)
    let none = service.post(Kept.path + "/measurements", ["measurements": [size("i2", 45)]])
    #expect(none.json?["ignored"] == nil)
  }

  @Test func `every measurement that is ignored has its reason, in either request`() throws {
    let service = try TestService()
    let layout: JSONTree = ["kind": "list", "rowHeight": "automatic", "estimatedRowHeight": 20]
    let items: JSONTree = [["id": "a", "size": [100, 30]], ["id": "b"], ["aspectRatio": 2]]
    let body: JSONTree = [
      "container": ["width": 100, "height": 60], "bounds": [0, 0, 100, 60], "layout": layout,
      "sections": [["id": "s", "items": items, "header": ["size": [100, 10]]]],
    ]
    #expect(service.create("c", body).status == 201)
    let measurements: JSONTree = [
      size("a", 35), size("gone", 35), size("b", 35), ["indexPath": [0, 2], "size": [100, 80]],
      ["kind": "header", "section": 0, "size": [100, 20]],
    ]
    let ignored: JSONTree = [
      ["id": "gone", "reason": "unknown_id"], ["id": "a", "indexPath": [0, 0], "reason": "fixed_size"],
      ["indexPath": [0, 2], "reason": "fixed_size"],
      ["kind": "header", "indexPath": [0, 0], "reason": "fixed_size"],
    ]
    let moved = service.put(Self.bounds, ["bounds": [0, 0, 100, 60], "measurements": measurements])
    #expect(moved.status == 200 && moved.json?["ignored"] == ignored, "\(moved.json?["ignored"] as Any)")
    #expect(moved.json?["measured"] == ["applied": 1, "unchanged": 0, "ignored": 3])
    let posted = service.post(Kept.path + "/measurements", ["measurements": measurements])
    #expect(posted.json?["ignored"] == ignored)
    #expect(posted.json?["measured"] == ["applied": 0, "unchanged": 1, "ignored": 3])
  }

  @Test func `a jump in one request ends where the item is, by the sizes known so far`() throws {
    let service = try kept()
    let jump = service.put(Self.bounds, ["scrollTo": ["id": "i15", "position": "top"]])
    #expect(jump.json?.at("/bounds/y") == 300 && jump.json?.at("/scrollTarget/exact") == false)
    #expect(jump.json?["appeared"]?.elements?.map { $0["id"] } == ["i15", "i16", "i17"])
    let measured = service.put(
      Self.bounds,
      [
        "measurements": .array((0..<20).map { size("i\($0)", 25) }),
        "scrollTo": ["indexPath": [0, 15], "position": "top"],
      ])
    #expect(measured.version == 2 && measured.json?.at("/bounds/y") == 375)
    #expect(measured.json?.at("/scrollTarget/exact") == true)
    #expect(measured.json?.at("/scrollTarget/contentOffset/y") == 375)
    let event = service.get(Kept.path + "/history?since=1").json?.at("/diffs/0")
    #expect(event?["contentOffsetAdjustment"] == ["x": 0, "y": 0])
  }

  @Test func `bounds may be left out once a viewport has some`() throws {
    let service = try kept()
    #expect(service.put(Self.bounds, [:]).json?.at("/bounds/y") == 100)
    #expect(service.put(Self.bounds, ["overscan": ["top": 20]]).json?.at("/window/y") == 80)
    let new = service.put(Kept.path + "/viewports/b", [:])
    #expect(new.status == 404)
  }

  @Test func `a frame is read back from the journal to the same bits`() throws {
    let journal = MemoryJournal()
    let service = try kept(journal)
    _ = service.put(
      Self.bounds,
      [
        "bounds": [0, 110, 100, 60], "measurements": [size("i0", 50.25), size("i6", 33.5), size("x", 1)],
        "overscan": ["bottom": 1, "unit": "screens"],
      ])
    _ = service.put(Self.bounds, ["measurements": [size("i8", 12)], "scrollTo": ["id": "i3"]])
    _ = service.update(Kept.insertion)
    let restarted = try TestService(journal: journal)
    #expect(frames(restarted) == frames(service))
    #expect(restarted.get(Kept.path).json == service.get(Kept.path).json)
    let history = Kept.path + "/history?since=1"
    #expect(restarted.get(history).json == service.get(history).json)
    #expect(service.get(history).json?["diffs"]?.elements?.count == 3)
  }

  @Test func `every fault of a frame is named with its pointer`() throws {
    let service = try kept()
    let cases: [(JSONTree, [String])] = [
      (["scrollTo": [:]], ["/scrollTo"]), (["scrollTo": ["id": "gone"]], ["/scrollTo/id"]),
      (["scrollTo": ["indexPath": [0, 99]]], ["/scrollTo/indexPath"]),
      (["scrollTo": ["id": "i1", "position": "above"]], ["/scrollTo/position"]),
      (["scrollTo": ["id": "i1", "indexPath": [0, 1]]], ["/scrollTo"]),
      (["scrollTo": ["edge": "end", "id": "i1"]], ["/scrollTo"]),
      (["scrollTo": ["edge": "top"]], ["/scrollTo/edge"]),
      (["scrollTo": ["edge": .null]], ["/scrollTo/edge"]),
      (["scrollTo": ["edge": "end", "position": "top"]], ["/scrollTo/position"]),
      (["anchor": ["id": "gone"], "measurements": [["id": "i1"]]], ["/anchor/id", "/measurements/0"]),
      (["measurements": [["indexPath": [3, 1], "size": [1, 1]]]], ["/measurements/0/indexPath"]),
    ]
    for (body, pointers) in cases {
      let answer = service.put(Self.bounds, body)
      #expect(answer.status == 422 && answer.pointers.sorted() == pointers, "\(body)")
    }
  }
}
