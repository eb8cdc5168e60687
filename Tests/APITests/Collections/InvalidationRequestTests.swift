import TestSupport
import Testing

@testable import API

/// `POST /v1/collections/{collection}/invalidations` and `GET /v1/collections/{collection}/scroll-target`.
struct InvalidationRequestTests {
  private func measured() throws -> MeasuringCalls {
    let calls = try MeasuringCalls()
    _ = calls.measure([
      ["id": "i1", "size": [200, 80]], ["id": "i2", "size": [200, 60]],
      ["kind": "header", "section": 0, "size": [200, 30]],
    ])
    return calls
  }

  @Test func `only the named elements are invalidated, and the response counts them`() throws {
    let calls = try measured()
    let answer = calls.invalidate(["indexPaths": [[0, 1], [0, 1], [0, 50]]])
    #expect(answer.status == 200)
    #expect(
      answer.json["invalidated"] == ["sections": 1, "items": 1, "supplementaries": 0, "decorations": 0])
    #expect(answer.version == 3)
    #expect(answer.json["contentSizeAdjustment"] == ["width": 0, "height": -30])
    let header = calls.invalidate(["supplementaries": ["header": [[0, 0]]]])
    #expect(
      header.json["invalidated"] == ["sections": 1, "items": 0, "supplementaries": 1, "decorations": 0])
    let nothing = calls.invalidate([:])
    #expect(nothing.version == 4)
    #expect(
      nothing.json["invalidated"] == ["sections": 0, "items": 0, "supplementaries": 0, "decorations": 0])
  }

  @Test func `items are named by id as well, each counted once`() throws {
    let calls = try measured()
    let answer = calls.invalidate(["ids": ["i1", "i2"], "indexPaths": [[0, 1]]])
    #expect(answer.status == 200)
    #expect(
      answer.json["invalidated"] == ["sections": 1, "items": 2, "supplementaries": 0, "decorations": 0])
    let unknown = calls.invalidate(["ids": ["i1", "lost", "i2", "gone"]])
    #expect(unknown.status == 422 && unknown.pointers == ["/ids/1", "/ids/3"])
    #expect(unknown.json["errors"]?[0]?["detail"] == "no item has the id \"lost\"")
    #expect(calls.invalidate([:]).version == answer.version, "the unknown ids changed nothing")
  }

  @Test func `everything is counted where everything is recomputed`() throws {
    let calls = try measured()
    let all: JSONTree = ["sections": 1, "items": 100, "supplementaries": 1, "decorations": 0]
    let counts = calls.invalidate(["dataSourceCounts": true])
    #expect(counts.json["invalidated"] == all)
    #expect(counts.version == 2)
    let everything = calls.invalidate(["everything": true])
    #expect(everything.json["invalidated"] == all)
    #expect(everything.version == 3)
    #expect(everything.json["contentSizeAdjustment"] == ["width": 0, "height": -50])
  }

  @Test func `an adjustment of the content offset scrolls, and keeps the version`() throws {
    let calls = try measured()
    let answer = calls.invalidate([
      "contentOffsetAdjustment": [0, 35], "contentSizeAdjustment": ["width": 0, "height": -5],
    ])
    #expect(answer.json.at("/contentOffset/to/y") == 35)
    #expect(answer.version == 2)
    #expect(calls.ask(.get, "/v1/collections/c").json.at("/bounds/y") == 35)
  }

  @Test func `faults are named by their places`() throws {
    let calls = try measured()
    let faults: [(JSONTree, String)] = [
      (["indexPaths": [[0, 100]]], "/indexPaths/0"), (["indexPaths": 3], "/indexPaths"),
      (["items": [[0, 1]]], "/items"), (["ids": "i1"], "/ids"),
      (["ids": [1]], "/ids/0"), (["ids": [["i1"]]], "/ids/0"),
      (["supplementaries": ["header": [[4, 0]]]], "/supplementaries/header/0"),
      (["decorations": ["separator": [[0, 0]]]], "/decorations/separator/0"),
      (["everything": 1], "/everything"), (["contentOffsetAdjustment": [1]], "/contentOffsetAdjustment"),
      (["contentSizeAdjustment": ["depth": 1]], "/contentSizeAdjustment/depth"), (["rows": []], "/rows"),
    ]
    for (fault, pointer) in faults {
      let answer = calls.invalidate(fault)
      #expect(answer.status == 422, "\(fault)")
      #expect(answer.pointers == [pointer], "\(fault)")
    }
    #expect(calls.invalidate([:], query: "?viewport=lost").status == 404)
  }

  @Test func `a scroll target has an offset, whether it is exact, and elements to measure`() throws {
    let calls = try measured()
    let target = calls.target("id=i3&position=top")
    #expect(target.status == 200)
    // A header of 30, which pins, and rows of 50, 80 and 60 points.
    #expect(target.json["contentOffset"] == ["x": 0, "y": 190])
    #expect(target.json["exact"] == false)
    #expect(target.json["measureFirst"]?.elements?.last == ["indexPath": [0, 0], "id": "i0"])
    _ = calls.measure([["id": "i0", "size": [200, 50]]])
    let exact = calls.target("indexPath=0,3&position=top&viewport=main")
    #expect(exact.json["exact"] == true)
    #expect(exact.json["error"] == 0)
    #expect(calls.target("id=i0").json["contentOffset"] == ["x": 0, "y": 0])
  }

  @Test func `a scroll target is refused that names nothing`() throws {
    let calls = try measured()
    for query in [
      "", "id=i1&section=0", "indexPath=0,2&section=0", "id=i1&indexPath=0,2", "id=i1&position=middle",
      "id=i1&at=top", "indexPath=0,x",
    ] {
      #expect(calls.target(query).status == 400, "\(query)")
    }
    for query in ["id=lost", "indexPath=0,100", "indexPath=4,0", "id=i1&viewport=lost"] {
      #expect(calls.target(query).status == 404, "\(query)")
    }
  }
}
