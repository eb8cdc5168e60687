import API
import TestSupport
import Testing

/// Moving an item through the endpoints: rows of 20 points in a viewport of 100 by 60.
@Suite("Movements over the API")
struct MovementRequestTests {
  private static let movement = Kept.path + "/movement"
  private static let end = movement + "/end"
  private static let side = Kept.path + "/viewports/side"
  private static let screen: JSONTree = [
    "bounds": [0, 0, 100, 60], "container": ["width": 100, "height": 60],
  ]

  private func service(
    _ body: JSONTree = Kept.rows(["a", "b", "c", "d", "e"], bounds: [0, 0, 100, 60]),
    timeout: Duration = .seconds(30)
  ) throws -> TestService {
    let service = try TestService { $0.movementTimeout = timeout }
    #expect(service.create("c", body).status == 201)
    return service
  }

  @discardableResult
  private func begin(_ service: TestService, _ body: JSONTree = ["indexPath": [0, 0]], query: String = "")
    -> TestResponse
  {
    service.post(Self.movement + query, body)
  }

  private func update(_ service: TestService, _ x: JSONTree, _ y: JSONTree) -> TestResponse {
    patch(service, ["targetPosition": ["x": x, "y": y]])
  }

  private func patch(_ service: TestService, _ body: JSONTree, query: String = "") -> TestResponse {
    service.ask(.patch, Self.movement + query, bytes: Array(body.description.utf8))
  }

  @Test("beginning returns the item's position under the finger and in the collection")
  func beginning() throws {
    let answer = begin(try service(), ["id": "b", "targetPosition": [40, 35]])
    #expect(answer.status == 201 && answer.version == 1 && answer.etag == "\"1\"")
    let json = try #require(answer.json)
    #expect(json["indexPath"] == [0, 1] && json["proposedIndexPath"] == [0, 1] && json["changes"] == [])
    #expect(
      json["item"] == [
        "category": "cell", "indexPath": [0, 1], "id": "b", "zIndex": 2_147_483_647,
        "frame": ["x": -10, "y": 25, "width": 100, "height": 20],
      ])
    #expect(json["placeholder"]?["frame"] == ["x": 0, "y": 20, "width": 100, "height": 20])
    #expect(json["autoScroll"] == ["x": 0, "y": 0] && json["page"] == nil)
  }

  @Test("updating proposes a place and makes room; ending moves the item, as a change of the collection")
  func moving() throws {
    let service = try service()
    begin(service)
    let answer = update(service, 50, 45)
    #expect(answer.status == 200 && answer.version == 1)
    let json = try #require(answer.json)
    #expect(json["indexPath"] == [0, 0] && json["proposedIndexPath"] == [0, 2])
    #expect(json["placeholder"]?["frame"]?["y"] == 40)
    #expect(json["changes"]?.elements?.compactMap { $0["id"]?.string } == ["b", "c"])
    #expect(json["changes"]?[0]?["from"] == [0, 1] && json["changes"]?[0]?["to"] == [0, 0])
    #expect(service.ids == ["a", "b", "c", "d", "e"], "readers see the collection without the movement")
    #expect(update(service, 50, 45).json?["changes"] == [])

    let end = service.ask(.post, Self.end)
    #expect(end.status == 200 && end.json?["fromVersion"] == 1 && end.version == 2 && end.etag == "\"2\"")
    #expect(end.json?["changes"]?.elements?.count == 1)
    #expect(end.json?["changes"]?[0]?["initial"]?["frame"]?["y"] == 35)
    #expect(end.json?["changes"]?[0]?["final"]?["frame"]?["y"] == 40)
    #expect(service.ids == ["b", "c", "a", "d", "e"])
    #expect(update(service, 0, 0).status == 404)
  }

  @Test("cancelling puts everything back and leaves the version")
  func cancelling() throws {
    let service = try service()
    begin(service)
    _ = update(service, 50, 45)
    let answer = service.delete(Self.movement)
    #expect(answer.status == 200 && answer.version == 1)
    #expect(answer.json?["changes"]?.elements?.compactMap { $0["id"]?.string } == ["a", "b", "c"])
    #expect(service.ids == ["a", "b", "c", "d", "e"] && service.delete(Self.movement).status == 404)
  }

  @Test("ending in its own place makes no version")
  func ownPlace() throws {
    let service = try service()
    begin(service)
    let answer = service.post(Self.end, ["version": 1])
    #expect(answer.status == 200 && answer.version == 1 && service.version == 1)
    #expect(answer.json?["changes"]?.elements?.count == 1)
  }

  @Test("at the edges it hints at scrolling and turning the page; without bounds it does not")
  func hints() throws {
    let service = try service()
    begin(service)
    let below = try #require(update(service, 50, 59.5).json)
    #expect(below["page"] == "down" && (below["autoScroll"]?["y"]?.number ?? 0) > 0.9)
    #expect(update(service, 50, 0).json?["autoScroll"] == ["x": 0, "y": 0], "the content begins there")
    #expect(
      update(service, 100, 30).json?["autoScroll"] == ["x": 0, "y": 0], "the content is as wide as the screen"
    )
    let unseen = try self.service(Kept.rows(["a", "b"]))
    #expect(begin(unseen).json?["autoScroll"] == nil)
  }

  @Test("a second movement is refused, and so is one that is not there")
  func one() throws {
    let service = try service()
    #expect(update(service, 0, 0).status == 404)
    #expect(service.ask(.post, Self.end).status == 404 && service.delete(Self.movement).status == 404)
    begin(service)
    let second = begin(service, ["id": "b"])
    #expect(second.status == 409 && second.code == "movement_in_progress")
  }

  @Test("another client's changes are followed; a movement of an item that is deleted is refused once")
  func otherClients() throws {
    let service = try service()
    begin(service, ["id": "b"])
    _ = update(service, 50, 45)
    #expect(service.update([["op": "insertItems", "at": [[0, 0]], "items": [["id": "n"]]]]).version == 2)
    let followed = update(service, 50, 65)
    #expect(followed.version == 2 && followed.json?["indexPath"] == [0, 2])
    #expect(followed.json?["item"]?["id"] == "b" && followed.json?["proposedIndexPath"] == [0, 3])
    #expect(service.update([["op": "deleteItems", "ids": ["b"]]]).version == 3)
    let refused = update(service, 50, 45)
    #expect(refused.status == 409 && refused.code == "movement_cancelled")
    #expect(refused.detail == "Another change deleted the item, which ended the movement.")
    #expect(update(service, 50, 45).status == 404 && begin(service, ["id": "c"]).status == 201)
  }

  @Test("a movement that times out is refused once")
  func timeout() throws {
    let service = try service(timeout: .zero)
    begin(service)
    let refused = service.delete(Self.movement)
    #expect(refused.status == 409 && refused.code == "movement_cancelled")
    #expect(refused.detail?.contains("received no request") == true)
    #expect(service.delete(Self.movement).status == 404)
  }

  @Test("another viewport's movement is its own")
  func viewports() throws {
    let service = try service()
    #expect(service.put(Self.side, Self.screen).status == 201)
    #expect(begin(service, query: "?viewport=side").status == 201)
    #expect(patch(service, ["targetPosition": [50, 45]], query: "?viewport=main").status == 404)
    #expect(patch(service, ["targetPosition": [50, 45]], query: "?viewport=side").status == 200)
    let unnamed = patch(service, ["targetPosition": [50, 45]])
    #expect(unnamed.status == 404 && unnamed.detail == "No item is being moved in the viewport \"main\".")
    #expect(begin(try self.service(), query: "?viewport=none").status == 404)
  }

  @Test("several viewports move items at once, each its own; an item that one holds is refused with its name")
  func several() throws {
    let service = try service()
    #expect(service.put(Self.side, Self.screen).status == 201)
    #expect(begin(service, ["id": "b"], query: "?viewport=side").status == 201)
    for (body, pointer) in [(["id": "b"], "/id"), (["indexPath": [0, 1]], "/indexPath")]
      as [(JSONTree, String)]
    {
      let held = begin(service, body)
      #expect(held.status == 409 && held.code == "item_held" && held.json?["viewport"] == "side")
      #expect(held.pointers == [pointer])
    }
    #expect(begin(service, ["id": "a"]).status == 201)
    let second = begin(service, ["id": "c"], query: "?viewport=side")
    #expect(
      second.status == 409 && second.code == "movement_in_progress" && second.json?["viewport"] == "side")
    #expect(patch(service, ["after": "c"]).json?["proposedIndexPath"] == [0, 2])
    #expect(patch(service, ["after": "e"], query: "?viewport=side").json?["proposedIndexPath"] == [0, 4])
    #expect(service.ask(.post, Self.end + "?viewport=side").version == 2)
    #expect(service.ids == ["a", "c", "d", "e", "b"])
    let followed = patch(service, ["after": "c"])
    #expect(followed.json?["indexPath"] == [0, 0] && followed.json?["proposedIndexPath"] == [0, 1])
    #expect(service.ask(.post, Self.end).version == 3)
    #expect(service.ids == ["c", "a", "d", "e", "b"])
  }

  @Test("a movement ends with its viewport, and its item is free")
  func deletedViewport() throws {
    let service = try service()
    #expect(service.put(Self.side, Self.screen).status == 201)
    #expect(begin(service, ["id": "b"], query: "?viewport=side").status == 201)
    #expect(service.delete(Self.side).status == 204)
    #expect(patch(service, ["after": "c"], query: "?viewport=side").status == 404)
    #expect(service.put(Self.side, Self.screen).status == 201)
    #expect(patch(service, ["after": "c"], query: "?viewport=side").status == 404)
    #expect(begin(service, ["id": "b"]).status == 201)
  }

  @Test("a keyboard moves an item to an index path, or next to another item")
  func targets() throws {
    let service = try service()
    begin(service, ["id": "b"])
    let down = try #require(patch(service, ["targetIndexPath": [0, 2]]).json)
    #expect(down["proposedIndexPath"] == [0, 2] && down["item"]?["id"] == "b")
    #expect(down["changes"]?.elements?.compactMap { $0["id"]?.string } == ["c"])
    #expect(down["item"]?["frame"] == ["x": 0, "y": 40, "width": 100, "height": 20])
    #expect(down["placeholder"]?["frame"] == down["item"]?["frame"])
    #expect(patch(service, ["before": "a"]).json?["proposedIndexPath"] == [0, 0])
    #expect(patch(service, ["after": "d"]).json?["proposedIndexPath"] == [0, 3])
    #expect(service.ask(.post, Self.end).version == 2 && service.ids == ["a", "c", "d", "b", "e"])
  }

  @Test("the versions that a client has seen are conditions here too")
  func versions() throws {
    let service = try service()
    #expect(begin(service, ["indexPath": [0, 0], "version": 7]).status == 412)
    begin(service)
    #expect(patch(service, ["targetPosition": [50, 45], "version": 9]).status == 412)
    #expect(service.ask(.post, Self.end, ["If-Match": "\"3\""]).status == 412)
    #expect(patch(service, ["targetPosition": [50, 45], "version": 1]).status == 200)
    #expect(service.ask(.post, Self.end, ["If-Match": "\"1\"", "Idempotency-Key": "k"]).version == 2)
    #expect(service.ask(.post, Self.end, ["If-Match": "\"1\"", "Idempotency-Key": "k"]).version == 2)
  }

  @Test(
    "an invalid beginning is rejected with a pointer to the error",
    arguments: [
      ("{\"indexPath\": [0, 9]}", "/indexPath"), ("{\"indexPath\": [3, 0]}", "/indexPath"),
      ("{\"indexPath\": [0]}", "/indexPath"), ("{\"indexPath\": [0, -1]}", "/indexPath/1"),
      ("{\"indexPath\": \"a\"}", "/indexPath"), ("{\"id\": \"z\"}", "/id"), ("{\"id\": 4}", "/id"),
      ("{}", ""), ("{\"id\": \"a\", \"indexPath\": [0, 0]}", ""), ("[]", ""),
      ("{\"id\": \"a\", \"targetPosition\": [1]}", "/targetPosition"),
      ("{\"id\": \"a\", \"targetPosition\": {\"x\": 1}}", "/targetPosition"),
      ("{\"id\": \"a\", \"targetPosition\": [1e300, 0]}", "/targetPosition/0"),
      ("{\"id\": \"a\", \"position\": [1, 1]}", "/position"),
    ])
  func badBeginnings(body: String, pointer: String) throws {
    let answer = try service().ask(.post, Self.movement, bytes: Array(body.utf8))
    #expect(answer.status == 422 && answer.pointers == [pointer], "\(answer.detail ?? "")")
  }

  @Test(
    "an invalid position is rejected with a pointer to the error, and the movement goes on",
    arguments: [
      ("{}", 422, [""]), ("{\"targetPosition\": null}", 422, ["/targetPosition"]),
      ("{\"before\": \"z\"}", 422, ["/before"]), ("{\"after\": \"z\"}", 422, ["/after"]),
      ("{\"before\": \"a\"}", 422, ["/before"]), ("{\"after\": \"a\"}", 422, ["/after"]),
      ("{\"after\": 3}", 422, ["/after"]), ("{\"before\": [0, 1]}", 422, ["/before"]),
      ("{\"targetIndexPath\": [0, 5]}", 422, ["/targetIndexPath"]),
      ("{\"targetIndexPath\": [1, 0]}", 422, ["/targetIndexPath"]),
      ("{\"targetIndexPath\": [0, -1]}", 422, ["/targetIndexPath/1"]),
      ("{\"targetIndexPath\": \"b\"}", 422, ["/targetIndexPath"]),
      ("{\"targetPosition\": [1, 1], \"before\": \"b\"}", 422, [""]),
      ("{\"before\": \"b\", \"after\": \"b\"}", 422, [""]),
      ("{\"targetPosition\": [1, \"2\"]}", 422, ["/targetPosition/1"]),
      ("{\"targetPosition\": {\"x\": 1e17, \"y\": 0}}", 422, ["/targetPosition/x"]),
      ("{\"targetPosition\": [NaN, 0]}", 400, []),
      ("{\"targetPosition\": [0, 0], \"scope\": 1}", 422, ["/scope"]),
      ("", 400, []),
    ])
  func badPositions(body: String, status: Int, pointers: [String]) throws {
    let service = try service()
    begin(service)
    let answer = service.ask(.patch, Self.movement, bytes: Array(body.utf8))
    #expect(answer.status == status && answer.pointers == pointers, "\(answer.detail ?? "")")
    #expect(update(service, 50, 45).status == 200)
  }

  @Test("the farthest positions are valid")
  func farPositions() throws {
    let service = try service()
    begin(service)
    let answer = update(service, 9_007_199_254_740_000, -9_007_199_254_740_000)
    #expect(answer.status == 200 && answer.json?["proposedIndexPath"] == [0, 0])
    #expect(update(service, 0, 9_007_199_254_740_000).json?["proposedIndexPath"] == [0, 4])
  }

  @Test func `a position at which the item would reach beyond the coordinates is refused`() throws {
    let service = try service()
    begin(service)
    let answer = update(service, -9_007_199_254_740_992, 0)
    #expect(answer.status == 422 && answer.json?["code"] == "content_too_large")
    #expect(update(service, 50, 45).status == 200)
  }
}
