import TestSupport
import Testing

@testable import API

/// `POST /v1/collections/{collection}/measurements`.
struct MeasurementRequestTests {
  @Test func `measured sizes are laid out, and the response has the changes`() throws {
    let calls = try MeasuringCalls()
    let answer = calls.measure([
      ["id": "i1", "size": [200, 80]], ["indexPath": [0, 2], "size": ["width": 200, "height": 60]],
      ["kind": "header", "section": 0, "size": [200, 30]],
    ])
    #expect(answer.status == 200)
    #expect(answer.json["fromVersion"] == 1)
    #expect(answer.version == 2)
    #expect(answer.json["measured"] == ["applied": 3, "unchanged": 0, "ignored": 0])
    #expect(answer.json["contentSizeAdjustment"] == ["width": 0, "height": 50])
    #expect(answer.json["contentOffsetAdjustment"] == ["x": 0, "y": 0])
    let changes = try #require(answer.json["changes"]?.elements)
    #expect(changes.allSatisfy { $0["type"] == "shift" })
    let second = try #require(changes.first { $0["id"] == "i1" })
    #expect(second.at("/initial/frame/height") == 50)
    #expect(second.at("/initial/estimated") == true)
    #expect(second.at("/final/frame/height") == 80)
    #expect(second.at("/final/estimated") == nil)
  }

  @Test func `a measurement above the screen moves the content offset along`() throws {
    let calls = try MeasuringCalls(["bounds": [0, 1020, 200, 300]])
    let answer = calls.measure([["id": "i1", "size": [200, 80]]])
    #expect(answer.json.at("/contentOffset/to/y") == 1050)
    #expect(answer.json["contentOffsetAdjustment"] == ["x": 0, "y": 30])
    let kept = calls.measure([["id": "i2", "size": [200, 80]]], ["anchor": "start"])
    #expect(kept.json.at("/contentOffset/to/y") == 1050)
  }

  @Test func `a size that an item has keeps the version, and fixed sizes ignore measurements`() throws {
    let calls = try MeasuringCalls()
    _ = calls.measure([["id": "i1", "size": [200, 80]]])
    let same = calls.measure([["id": "i1", "size": [200, 80]]])
    #expect(same.version == 2)
    #expect(same.json["changes"] == [])
    #expect(same.json["measured"] == ["applied": 0, "unchanged": 1, "ignored": 0])
    let fixed = try MeasuringCalls(["layout": ["kind": "list"]])
    let ignored = fixed.measure([["id": "i1", "size": [200, 80]]])
    #expect(ignored.version == 1)
    #expect(ignored.json["measured"] == ["applied": 0, "unchanged": 0, "ignored": 1])
    #expect(ignored.json["ignored"] == [["id": "i1", "indexPath": [0, 1], "reason": "not_estimated"]])
    #expect(fixed.measure([]).json["measured"] == ["applied": 0, "unchanged": 0, "ignored": 0])
  }

  @Test func `estimates follow the measured sizes once scrolling has ended`() throws {
    let layout: JSONTree = ["kind": "list", "rowHeight": "automatic"]
    for (learning, held) in [(nil, 44), ("rest", 44), ("always", 80), ("never", 44)]
      as [(JSONTree?, JSONTree)]
    {
      var more: [String: JSONTree] = ["layout": layout]
      more["learning"] = learning
      let calls = try MeasuringCalls(more)
      let described = calls.ask(.get, "/v1/collections/c").json["learning"]
      #expect(described == (learning == "rest" ? nil : learning))
      let path = "/v1/collections/c/bounds"
      func height() -> JSONTree? {
        calls.ask(.get, "/v1/collections/c/attributes?id=i99").json.at("/attributes/0/frame/height")
      }
      let scrolled = calls.ask(
        .put, path,
        [
          "bounds": [0, 1000, 200, 300], "velocity": [0, 1],
          "measurements": [["id": "i1", "size": [200, 80]]],
        ])
      #expect(scrolled.status == 200)
      #expect(height() == held)
      let ended = calls.ask(.put, path, ["velocity": [0, 0]])
      #expect(height() == (learning == "never" ? 44 : 80))
      let isNews = learning == nil || learning == "rest"
      #expect(ended.version == (isNews ? 3 : 2))
      #expect((ended.json["contentOffsetAdjustment"] != nil) == isNews)
    }
    let calls = try MeasuringCalls()
    let wrong = calls.create("d", ["learning": "often"])
    #expect(wrong.status == 422 || wrong.status == 400)
    #expect(wrong.pointers == ["/learning"])
  }

  @Test func `a bare item of a waterfall takes a measurement`() throws {
    let calls = try MeasuringCalls(["layout": ["kind": "waterfall"]])
    let answer = calls.measure([["id": "i1", "size": [95, 40]]])
    #expect(answer.json["measured"] == ["applied": 1, "unchanged": 0, "ignored": 0])
  }

  private static let faults: [(JSONTree, String)] = [
    (["indexPath": [0, 100], "size": [1, 1]], "/measurements/0/indexPath"),
    (["indexPath": [1, 0], "size": [1, 1]], "/measurements/0/indexPath"),
    (["indexPath": [0, -1], "size": [1, 1]], "/measurements/0/indexPath/1"),
    (["id": 4, "size": [1, 1]], "/measurements/0/id"),
    (["id": "i1"], "/measurements/0"),
    (["size": [1, 1]], "/measurements/0"),
    (["id": "i1", "indexPath": [0, 1], "size": [1, 1]], "/measurements/0"),
    (["id": "i1", "section": 0, "size": [1, 1]], "/measurements/0/section"),
    (["id": "i1", "size": [1, -1]], "/measurements/0/size/1"),
    (["id": "i1", "size": [1, 1], "alpha": 2], "/measurements/0/alpha"),
    (["id": "i1", "size": [1, 1], "transform": [1, 0]], "/measurements/0/transform"),
    (["id": "i1", "size": [1, 1], "hidden": true], "/measurements/0/hidden"),
    (["kind": "header", "size": [1, 1]], "/measurements/0"),
    (["kind": "footer", "section": 0, "size": [1, 1]], "/measurements/0"),
    (["kind": "header", "section": 3, "size": [1, 1]], "/measurements/0"),
    (["kind": "header", "section": 0, "size": [1, 1], "alpha": 1], "/measurements/0/alpha"),
    (7, "/measurements/0"),
  ]

  @Test(arguments: faults.indices)
  func `a fault is named by its place, and changes nothing`(number: Int) throws {
    let (fault, pointer) = Self.faults[number]
    let calls = try MeasuringCalls()
    let answer = calls.measure([fault, ["id": "i5", "size": [200, 70]]])
    #expect(answer.status == 422, "\(fault)")
    #expect(answer.pointers == [pointer], "\(fault)")
    #expect(calls.ask(.get, "/v1/collections/c").version == 1)
  }

  @Test func `no element is measured twice in one request`() throws {
    let calls = try MeasuringCalls()
    let answer = calls.measure([
      ["id": "i1", "size": [200, 80]], ["id": "i2", "size": [200, 80]],
      ["indexPath": [0, 1], "size": [200, 80]],
    ])
    #expect(answer.status == 422)
    #expect(answer.pointers == ["/measurements/2"])
  }

  @Test func `an unknown viewport, another version and an unknown query are refused`() throws {
    let calls = try MeasuringCalls()
    let measurement: JSONTree = [["id": "i1", "size": [200, 80]]]
    #expect(calls.measure(measurement, query: "?viewport=lost").status == 404)
    #expect(calls.measure(measurement, query: "?screen=main").status == 400)
    #expect(calls.measure(measurement, ["version": 7]).status == 412)
    #expect(calls.measure(measurement, ["version": 1], query: "?viewport=main").status == 200)
  }

  @Test func `a collection starts from what others of its space have measured`() throws {
    let calls = try MeasuringCalls(["measurementSpace": "articles"])
    _ = calls.measure([["id": "i1", "size": [200, 80]]])
    let same = calls.create("d", ["measurementSpace": "articles"])
    #expect(same.json.at("/attributes/2/frame/height") == 80)
    #expect(calls.create("e").json.at("/attributes/2/frame/height") == 50)
    #expect(calls.ask(.get, "/v1/collections/d").json["measurementSpace"] == "articles")
    #expect(calls.create("f", ["measurementSpace": ""]).pointers == ["/measurementSpace"])
  }
}
