import Foundation
import TestSupport
import Testing

/// The page of docs/virtualised-lists.md in one or more tabs of a browser; the test plays its back end.
///
/// A tab reports what it shows in the collection `shown-NAME`, an item for each visible row, and obeys the id of the
/// first item of the collection `wanted-NAME`.
final class ListPage {
  let browser: HeadlessBrowser
  let settings: [String]
  private(set) var service: RunningService

  /// A row that a tab shows: its id, the position in its section, and the distance from the top of the viewport.
  struct Row: Equatable {
    var id: String
    var position: Int
    var top: Double
  }

  /// What a tab shows.
  struct Shown {
    var rows: [Row] = []
    /// Whether the rows cover the viewport without gaps and overlaps.
    var isWhole = false
    /// The command that it has obeyed last.
    var obeyed = ""
    /// How far a row that is visible now has moved in the viewport since the last command, in points.
    var moved = 0.0

    func top(of id: String) -> Double? { rows.first { $0.id == id }?.top }
  }

  private static func reporter(_ tab: String) -> String {
    """
    <script>
      const service = "http://localhost:8080/v1/collections", tab = "\(tab)"
      let obeyed = "", reported = "", extremes = new Map()
      function visible() {
        const list = document.getElementById("list"), edges = list.getBoundingClientRect()
        const rows = [...document.querySelectorAll(".row")].map(row => [row, row.getBoundingClientRect()])
          .filter(([_, rect]) => rect.bottom > edges.top && rect.top < edges.bottom)
        let edge = Math.min(edges.top, rows[0]?.[1].top ?? Infinity), isWhole = true
        for (const [_, rect] of rows) isWhole &&= Math.abs(rect.top - edge) < 1, edge = rect.bottom
        isWhole &&= edge > Math.min(edges.bottom, edges.top + list.scrollHeight - list.scrollTop) - 1
        return {isWhole, rows: rows.map(([row, rect]) =>
          ({id: row.textContent.split(" ")[0], position: row.ariaPosInSet, top: rect.top - edges.top}))}
      }
      requestAnimationFrame(function track() {
        for (const {id, top} of visible().rows) {
          const [low, high] = extremes.get(id) ?? [top, top]
          extremes.set(id, [Math.min(low, top), Math.max(high, top)])
        }
        requestAnimationFrame(track)
      })
      async function report() {
        const answer = await fetch(`${service}/wanted-${tab}/attributes`)
        const wanted = (await answer.json()).attributes?.[0]?.id ?? ""
        if (wanted != obeyed) {
          obeyed = wanted
          extremes.clear()
          if (wanted.startsWith("row-")) location.hash = wanted.slice(4)
          if (wanted.startsWith("by-")) document.getElementById("list").scrollTop += Number(wanted.slice(3))
        }
        const {rows, isWhole} = visible()
        const moved = Math.max(0, ...rows.map(({id}) => extremes.get(id)).map(([low, high]) => high - low))
        const items = rows.map(({id, position, top}) => ["row", id, position, top.toFixed(3)].join(" "))
        items.push("whole " + isWhole, "obeyed " + obeyed, "moved " + moved.toFixed(3))
        if (items.join() == reported) return
        const state = {sections: [{id: "rows", items: items.map(id => ({id}))}]}
        const headers = {"content-type": "application/json"}
        const request = {method: "PUT", headers, body: JSON.stringify(state)}
        const sent = await fetch(`${service}/shown-${tab}/snapshot`, request)
        if (sent.ok) reported = items.join()
      }
      (async () => {
        for (;;) {
          await report().catch(() => {})
          await new Promise(done => setTimeout(done, 30))
        }
      })()
    </script>
    """
  }

  /// Starts the service and the browser, with the page in tabs side by side.
  ///
  /// - Parameter section: the section of the collection `inbox`, which the page shows.
  init(tabs: [String] = ["A"], section: JSONTree) throws {
    browser = try HeadlessBrowser()
    settings = ["--cors-origins", "*", "--store", "sqlite:\(browser.folder.path)/store.sqlite"]
    service = try RunningService(settings)
    let page = try #require(DocumentedPage("docs/virtualised-lists.md").blocks("html").first)
    let made = try service.send(
      "POST", "/v1/collections",
      [
        "id": "inbox", "container": ["width": 360, "height": 400],
        "layout": ["kind": "list", "rowHeight": "automatic"], "bounds": [0, 0, 360, 400],
        "sections": [section],
      ])
    #expect(made.status == 201, "\(made.text)")
    for tab in tabs {
      for collection in ["shown-\(tab)", "wanted-\(tab)"] { _ = try service.keep(collection, []) }
      let html = (page + Self.reporter(tab)).replacing("localhost:8080", with: service.address)
      try browser.write(html, as: "\(tab).html")
    }
    let frames = tabs.map { "<iframe src='\($0).html' width=360 height=400></iframe>" }
    try browser.write("<!doctype html>" + frames.joined(), as: "tabs.html")
    try browser.open("tabs.html")
  }

  /// What a tab has reported last.
  func shown(in tab: String = "A") -> Shown {
    var shown = Shown()
    for item in (try? service.items(of: "shown-\(tab)"))?.ids ?? [] {
      let words = item.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
      switch (words[0], words.count) {
      case ("row", 4):
        shown.rows.append(Row(id: words[1], position: Int(words[2]) ?? 0, top: Double(words[3]) ?? .nan))
      case ("whole", 2): shown.isWhole = words[1] == "true"
      case ("obeyed", 2): shown.obeyed = words[1]
      case ("moved", 2): shown.moved = Double(words[1]) ?? .nan
      default: break
      }
    }
    return shown
  }

  /// Lets a tab scroll to a row (`row-ID`) or by a distance (`by-POINTS`), or forget how far rows have moved.
  func command(_ command: String, in tab: String = "A") throws {
    let response = try service.snapshot([command], of: "wanted-\(tab)")
    #expect(response.status == 200, "\(response.text)")
    expect("obeys \(command)", in: tab) { $0.obeyed == command }
  }

  /// Waits until a tab shows what it should.
  func expect(_ what: String, in tab: String = "A", _ isSo: (Shown) -> Bool) {
    var last = Shown()
    let came = eventually(within: 300) {
      last = shown(in: tab)
      return isSo(last)
    }
    #expect(came, "\(what): \(last)\n\(browser.log)")
  }

  /// Waits until a tab shows exactly the rows that the server has in the bounds of its viewport, all measured.
  func expectAgreement(_ what: String, in tab: String = "A") {
    expect(what, in: tab) { shown in
      guard shown.isWhole else { return false }
      let viewports = (try? service.ask("GET", "/v1/collections/inbox/viewports").json)?["viewports"]
      return (viewports?.elements ?? []).contains { viewport in
        guard let name = viewport["name"]?.string, name != "main" else { return false }
        return viewport["bounds"].flatMap { try? rows(in: $0, of: name) }?.agree(with: shown.rows) ?? false
      }
    }
  }

  /// The rows that the server has in a rect of a viewport; nil if one is still an estimate.
  private func rows(in bounds: JSONTree, of viewport: String) throws -> [Row]? {
    let edges = ["x", "y", "width", "height"].compactMap { bounds[$0]?.number }
    let query = "viewport=\(viewport)&rect=\(edges.map { "\($0)" }.joined(separator: ","))"
    let response = try service.ask("GET", "/v1/collections/inbox/attributes?\(query)")
    let elements = try #require(response.json?["attributes"]?.elements)
    guard elements.allSatisfy({ $0["estimated"] == nil }) else { return nil }
    return elements.map { element in
      Row(
        id: element["id"]?.string ?? "", position: (element["indexPath"]?[1]?.int ?? -2) + 1,
        top: (element["frame"]?["y"]?.number ?? .nan) - edges[1])
    }
  }

  /// Changes the collection as the back end does.
  func update(_ operation: JSONTree) throws {
    let response = try service.send("POST", "/v1/collections/inbox/updates", ["updates": [operation]])
    #expect(response.status == 200, "\(response.text)")
  }

  /// Stops the service, and starts it at the same address with the same store.
  func restartService() throws {
    let port = service.port
    service.stop()
    service = try RunningService(settings + ["--listen", "127.0.0.1:\(port)"])
  }
}

extension [ListPage.Row] {
  /// Whether these are the same rows at the same places, to the digits that a page reports.
  fileprivate func agree(with others: Self) -> Bool {
    count == others.count
      && zip(self, others).allSatisfy { own, other in
        own.id == other.id && own.position == other.position && abs(own.top - other.top) < 0.001
      }
  }
}
