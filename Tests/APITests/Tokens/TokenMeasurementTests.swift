import TestSupport
import Testing

@testable import API

/// Measurements of a page that may only scroll.
struct TokenMeasurementTests {
  @Test func `a token that may scroll reports a row that grows, and may not invalidate it`() throws {
    let tokens = try TokenService()
    let token = TokenService.bearer(try tokens.token(.read, .scroll, collection: "grows"))
    var body = Kept.rows(["a", "b"])
    body["layout"] = ["kind": "list", "rowHeight": "automatic"]
    #expect(tokens.service.create("grows", body, TokenService.bearer("alpha")).status == 201)
    let path = "/v1/collections/grows"
    let container: JSONTree = ["width": 100, "height": 60]
    for (height, isNew) in [(30, true), (80, false), (20, false)] {
      var move: JSONTree = [
        "bounds": [0, 0, 100, 60], "measurements": [["id": "a", "size": [100, .number(Double(height))]]],
      ]
      if isNew { move["container"] = container }
      let moved = tokens.service.put(path + "/viewports/v", move, token)
      #expect(moved.status == (isNew ? 201 : 200))
      let attributes = tokens.service.get(path + "/attributes?viewport=v", token).json
      #expect(attributes?.at("/attributes/1/frame/y")?.int == height)
    }
    let batch: JSONTree = [
      "measurements": [["id": "a", "size": [100, 50]], ["id": "gone", "size": [100, 9]]]
    ]
    let measured = tokens.service.post(path + "/measurements?viewport=v", batch, token)
    #expect(measured.status == 200)
    #expect(measured.json?.at("/ignored/0/reason")?.string == "unknown_id")
    #expect(tokens.service.post(path + "/invalidations", ["ids": ["a"]], token).status == 403)
  }
}
