import Foundation
import TestSupport
import Testing

/// The output that docs/watching.md shows: a terminal's, and the page in a browser.
struct WatchingPageTests {
  private let page: DocumentedPage

  init() throws { page = try DocumentedPage("docs/watching.md") }

  private func post(_ command: String, to service: RunningService, _ target: String) throws -> HTTPResponse {
    let body = try #require(command.split(separator: "-d '").last?.split(separator: "'").first)
    return try service.ask("POST", target, ["Content-Type: application/json"], body: Array(body.utf8))
  }

  @Test func `a terminal prints what the page shows`() throws {
    let service = try RunningService()
    let commands = page.commands.filter { $0.contains(" -d '") }
    #expect(try post(commands[0], to: service, "/v1/collections").status == 201)
    let stream = try EventStream(service, "/v1/collections/shopping/events")
    _ = stream.next()
    #expect(String(decoding: stream.received, as: UTF8.self) == page.blocks("text").first)
    var answered = try #require(
      try post(commands[1], to: service, "/v1/collections/shopping/updates").json?.members)
    let event = try #require(stream.next())
    let promised = try JSONTree(parsing: try #require(page.blocks("json").first))
    #expect(event.id == "2" && event.json == promised)
    // The response, with two members more.
    answered["cause"] = promised["cause"]
    answered["updates"] = promised["updates"]
    #expect(.object(answered) == promised)
    _ = try post(commands[2], to: service, "/v1/collections/shopping/updates")
    for (target, headers) in [("", ["Last-Event-ID: 2"]), ("?since=2", [])] {
      let again = try EventStream(service, "/v1/collections/shopping/events" + target, headers)
      #expect(again.next()?.id == "3")
    }
  }

  /// Serves the content of the page as a collection to any client: one item for each row, with its position.
  private static let reporter = """
    <script>
      const service = collection.replace(/collections.*/, "collections")
      let reported = ""
      setInterval(async () => {
        const rows = [...document.querySelectorAll("li")].map(row =>
          row.textContent + "@" + row.style.transform.replace(/^.*, |px.*$/g, ""))
        const items = [...rows, "version " + version, "state " + events.readyState]
        if (items.join() == reported) return
        const state = {sections: [{id: "rows", items: items.map(id => ({id}))}]}
        const headers = {"content-type": "application/json"}
        const answer = await fetch(service + "/report/snapshot", {method: "PUT", headers, body: JSON.stringify(state)})
        if (answer.ok) reported = items.join()
      }, 50)
    </script>
    """

  @Test func `a browser that shows the page gets the changes of all clients, over a restart too`() throws {
    let browser = try HeadlessBrowser()
    let settings = ["--cors-origins", "*", "--store", "sqlite:\(browser.folder.path)/store.sqlite"]
    var service = try RunningService(settings)
    let html = try #require(page.blocks("html").first).replacing("localhost:8080", with: service.address)
    try browser.write(html + Self.reporter, as: "shopping.html")
    let made = try post(page.commands[0], to: service, "/v1/collections")
    #expect(made.status == 201)
    _ = try service.keep("report", [])
    try browser.open("shopping.html")
    func expectRows(_ rows: [String], _ version: Int, state: Int = 1) {
      var shown: [String] = []
      let wanted = (rows + ["version \(version)", "state \(state)"]).sorted()
      let isShown = eventually(within: 60) {
        shown = ((try? service.items(of: "report"))?.ids ?? []).sorted()
        return shown == wanted
      }
      #expect(isShown, "\(shown) in place of \(wanted)\\n\(browser.log)")
    }
    expectRows(["Bread@0", "Milk@44"], 1)
    _ = try service.insert("Eggs", at: 1, into: "shopping")
    expectRows(["Bread@0", "Eggs@44", "Milk@88"], 2)
    _ = try service.snapshot(["Milk", "Eggs", "Tea"], of: "shopping")
    expectRows(["Milk@0", "Eggs@44", "Tea@88"], 3)

    // Started again at the same address, and changed before the browser is back.
    let port = service.port
    service.stop()
    service = try RunningService(settings + ["--listen", "127.0.0.1:\(port)"])
    _ = try service.insert("Salt", into: "shopping")
    expectRows(["Salt@0", "Milk@44", "Eggs@88", "Tea@132"], 4)
    #expect(try service.ask("DELETE", "/v1/collections/shopping").status == 204)
    expectRows(["Salt@0", "Milk@44", "Eggs@88", "Tea@132"], 4, state: 2)
  }
}
