import Foundation
import Glibc
import TestSupport
import Testing

/// Viewports over restarts of the service, and the pages that watch them.
struct RestoredViewportTests {
  private let store = StoreFile()

  private static let tab: JSONTree = [
    "bounds": [0, 0, 50, 60], "container": ["width": 50, "height": 60], "overscan": ["bottom": 20],
    "layout": ["kind": "grid", "columns": 2, "rowHeight": 20], "followDistance": 3,
    "contentAlignment": "end", "roomBelow": ["id": "i7"],
  ]

  private func viewports(of service: RunningService) throws -> [JSONTree]? {
    try service.ask("GET", "/v1/collections/c/viewports").json?["viewports"]?.elements
  }

  @Test(arguments: [SIGTERM, SIGKILL])
  func `a viewport comes back with everything that was acknowledged, and its position`(signal: Int32) throws {
    var service = try store.serve("--position-interval", "100ms")
    _ = try service.keep("c", (0..<40).map { "i\($0)" })
    let path = "/v1/collections/c/viewports/"
    for name in ["tab", "gone"] { #expect(try service.send("PUT", path + name, Self.tab).status == 201) }
    #expect(try service.ask("DELETE", path + "gone").status == 204)
    #expect(try service.send("PUT", path + "tab", ["bounds": [0, 30, 50, 60]]).status == 200)
    // The position is in the file soon after.
    let saved = try eventually {
      try store.shell(".timeout 10000", "SELECT instr(hex(bytes), '3E40') > 0 FROM viewports")
        .hasPrefix("1")
    }
    #expect(saved)
    let before = try viewports(of: service)
    service.process.signal(signal)
    service.process.waitForExit()
    service = try store.serve()
    #expect(try viewports(of: service) == before && before?.last?.at("/bounds/y") == 30)
    #expect(before?.last?["contentAlignment"] == "end" && before?.last?["roomBelow"] == ["id": "i7"])
    let outcome = try service.send("PUT", path + "tab", ["bounds": [0, 30, 50, 60]])
    #expect(outcome.status == 200 && outcome.json?["resync"] == true)
    #expect(outcome.json?.at("/contentSize/width") == 50)
    #expect(outcome.json?["appeared"]?.elements?.isEmpty == false)
    #expect(try service.send("PUT", path + "gone", ["bounds": [0, 0, 50, 60]]).status == 404)
  }

  @Test func `an orderly stop saves positions, however rarely they are written otherwise`() throws {
    var service = try store.serve("--position-interval", "1h")
    _ = try service.keep("c", (0..<40).map { "i\($0)" })
    #expect(try service.send("PUT", "/v1/collections/c/viewports/tab", Self.tab).status == 201)
    for y in 1...150 {
      let moved: JSONTree = ["bounds": [0, .number(Double(y)), 50, 60]]
      #expect(try service.send("PUT", "/v1/collections/c/viewports/tab", moved).status == 200)
    }
    #expect(service.stop() == 0)
    service = try store.serve()
    #expect(try viewports(of: service)?.last?.at("/bounds/y") == 150)
    // The history describes it where it is now.
    _ = try service.insert("x", into: "c")
    let history = try service.ask("GET", "/v1/collections/c/history?since=1&viewport=tab")
    #expect(history.json?.at("/diffs/0/contentSize/to/width") == 50)
  }

  @Test func `sections that were scrolled across are where they were after a restart`() throws {
    var service = try store.serve("--position-interval", "1h")
    let layout: JSONTree = [
      "kind": "compositional",
      "sections": [
        ["group": ["size": [100, 60], "items": [[:]]], "orthogonalScrollingBehavior": "continuous"]
      ],
    ]
    let items = JSONTree.array((0..<40).map { ["id": .string("i\($0)")] })
    let body: JSONTree = [
      "id": "c", "container": ["width": 200, "height": 60], "layout": layout, "bounds": [0, 0, 200, 60],
      "sections": [["items": items]],
    ]
    #expect(try service.send("POST", "/v1/collections", body).status == 201)
    let scrolled: JSONTree = ["orthogonalOffsets": [["section": 0, "offset": 1500]]]
    var tab = scrolled
    tab["bounds"] = [0, 0, 200, 60]
    tab["container"] = ["width": 200, "height": 60]
    #expect(try service.send("PUT", "/v1/collections/c/viewports/tab", tab).status == 201)
    #expect(try service.send("PUT", "/v1/collections/c/bounds", scrolled).status == 200)
    let before = try viewports(of: service)
    #expect(service.stop() == 0)
    service = try store.serve()
    #expect(try viewports(of: service) == before)
    #expect(
      before?.map { $0["orthogonalOffsets"] } == [
        [["section": 0, "offset": 1500]], [["section": 0, "offset": 1500]],
      ])
    let outcome = try service.send("PUT", "/v1/collections/c/viewports/tab", ["bounds": [0, 0, 200, 60]])
    #expect(outcome.json?["appeared"]?.elements?.map { $0["id"] } == ["i15", "i16"])
    #expect(outcome.json?.at("/orthogonalOffsets/0/offset") == 1500)
  }

  /// A page that watches a viewport of its own and creates it when the stream says that there is none. It puts what
  /// happened to it into the collection `report`.
  private static let page = """
    <!doctype html>
    <meta charset="utf-8">
    <script>
      const service = "http://ADDRESS/v1/collections"
      const headers = {"content-type": "application/json"}
      const seen = []
      const events = new EventSource(service + "/c/events?viewport=tab")
      events.addEventListener("unavailable", event => {
        seen.push("unavailable " + JSON.parse(event.data).reason)
        fetch(service + "/c/viewports/tab", {method: "PUT", headers, body: JSON.stringify(TAB)})
      })
      events.addEventListener("open", event => event.data && seen.push("open " + JSON.parse(event.data).version))
      events.addEventListener("message", event => {
        const diff = JSON.parse(event.data)
        seen.push("diff " + diff.version + " width " + diff.contentSize.to.width)
      })
      for (const name of ["reset", "closed"]) events.addEventListener(name, () => seen.push(name))
      let reported = ""
      setInterval(async () => {
        const items = [...seen, "state " + events.readyState].map((text, index) => ({id: index + " " + text}))
        const body = JSON.stringify({sections: [{id: "rows", items}]})
        if (body == reported) return
        try {
          const answer = await fetch(service + "/report/snapshot", {method: "PUT", headers, body})
          if (answer.ok) reported = body
        } catch {}  // The service is not there at the moment.
      }, 50)
    </script>
    """

  @Test func `a page goes on over two restarts with its stream and its viewport, and over a deletion`() throws
  {
    let arguments = ["--cors-origins", "*"]
    var service = try store.serve(arguments)
    _ = try service.keep("c", (0..<40).map { "i\($0)" })
    _ = try service.keep("report", [])
    let html = Self.page.replacing("ADDRESS", with: service.address).replacing("TAB", with: "\(Self.tab)")
    let browser = try HeadlessBrowser()
    try browser.write(html, as: "tab.html")
    try browser.open("tab.html")
    var expected: [String] = []
    func expectSeen(_ more: String...) {
      expected += more
      let wanted = (expected + ["state 1"]).enumerated().map { "\($0.offset) \($0.element)" }
      var shown: [String] = []
      let isShown = eventually(within: 60) {
        shown = (try? service.items(of: "report"))?.ids ?? []
        return shown == wanted
      }
      #expect(isShown, "\(shown) in place of \(wanted)\n\(browser.log)")
    }
    func restart(_ signal: Int32) throws {
      let port = service.port
      service.process.signal(signal)
      service.process.waitForExit()
      service = try store.serve(arguments + ["--listen", "127.0.0.1:\(port)"])
    }
    expectSeen("unavailable viewport_missing", "open 1")
    _ = try service.insert("x2", into: "c")
    expectSeen("diff 2 width 50")
    try restart(SIGTERM)
    _ = try service.insert("x3", into: "c")
    expectSeen("diff 3 width 50")
    try restart(SIGKILL)
    _ = try service.insert("x4", into: "c")
    expectSeen("diff 4 width 50")
    #expect(try service.ask("DELETE", "/v1/collections/c/viewports/tab").status == 204)
    expectSeen("unavailable viewport_deleted", "open 4")
    _ = try service.insert("x5", into: "c")
    expectSeen("diff 5 width 50")
  }
}
