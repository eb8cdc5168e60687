import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

/// Reading the configuration again while the service runs.
struct ReloadTests {
  private let folder = TemporaryFiles.path("reload")
  private var keys: String { folder + "/keys" }
  private var secrets: String { folder + "/secrets" }
  private var settings: String { folder + "/tessera.conf" }

  init() throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try write("TESSERA_KEYS_FILE=\(folder)/keys\nTESSERA_TOKEN_SECRET_FILE=\(folder)/secrets\n", to: settings)
    try write("a secret of at least thirty-two bytes\n", to: secrets)
  }

  private func write(_ text: String, to path: String) throws {
    try text.write(toFile: path, atomically: true, encoding: .utf8)
  }

  private func serve(_ lines: String, _ arguments: String...) throws -> RunningService {
    try write("@admin:operator\n" + lines, to: keys)
    return try RunningService(["--config", settings] + arguments)
  }

  private func bearer(_ key: String) -> [String] {
    ["Authorization: Bearer \(key)", "Content-Type: application/json"]
  }

  private func reload(_ service: RunningService) throws -> HTTPResponse {
    try service.ask("POST", "/v1/admin/reload", ["Authorization: Bearer operator"])
  }

  private func keep(_ id: String, _ service: RunningService, _ key: String) throws {
    let body = Array("{\"id\":\"\(id)\",".utf8) + Bodies.small.utf8.dropFirst()
    #expect(try service.ask("POST", "/v1/collections", bearer(key), body: body).status == 201)
  }

  private func status(_ service: RunningService, _ key: String, _ id: String = "c") throws -> Int {
    try service.ask("GET", "/v1/collections/\(id)", bearer(key)).status
  }

  @Test(arguments: ["signal", "request"])
  func `other keys are in force after a reload, on connections that stay open`(way: String) throws {
    let service = try serve("acme:first\n")
    try keep("c", service, "first")
    let kept = try service.client()
    #expect(kept.request("GET", "/v1/collections/c", bearer("first"))?.status == 200)
    try write("@admin:operator\nacme:second\nbeta:third\n", to: keys)
    if way == "signal" {
      service.process.signal(SIGHUP)
      #expect(eventually { service.process.errors.contains("reloaded the configuration: changed keys") })
    } else {
      let answer = try reload(service)
      #expect(answer.status == 200 && answer.json == ["changed": ["keys"], "afterRestart": []])
    }
    #expect(kept.request("GET", "/v1/collections/c", bearer("first"))?.status == 401)
    #expect(kept.request("GET", "/v1/collections/c", bearer("second"))?.status == 200)
    #expect(kept.request("GET", "/v1/collections/c", bearer("third"))?.status == 404)
    service.stop()
    for key in ["first", "third"] { #expect(!service.process.errors.contains(key)) }
  }

  @Test func `a key is replaced under load, and no change is refused or lost`() throws {
    let store = StoreFile()
    let service = try serve("acme:first\n", "--store", "sqlite:\(store.path)")
    try keep("c", service, "first")
    let load = ChangingLoad(port: service.port, key: "first")
    let end = startConcurrently(4) { load.run() }
    var old = "first"
    for round in 1...5 {
      let new = "key \(round)"
      try write("@admin:operator\nacme:\(old)\nacme:\(new)\n", to: keys)
      #expect(try reload(service).status == 200)
      load.change(key: new)
      // The old key goes once no client has a request on its way with it.
      #expect(eventually { load.clients(using: new) == 4 || !load.failures.isEmpty })
      old = new
    }
    load.stop()
    end()
    #expect(load.failures.isEmpty)
    try write("@admin:operator\nacme:\(old)\n", to: keys)
    #expect(try reload(service).status == 200)
    #expect(try status(service, "first") == 401)
    let count = load.changes
    #expect(count >= 24)
    let list = try service.ask("GET", "/v1/collections/c", bearer(old))
    #expect(list.json?["version"]?.int == count + 1, "\(list.text)")
    service.stop()
    let again = try RunningService(["--config", settings, "--store", "sqlite:\(store.path)"])
    #expect(try again.ask("GET", "/v1/collections/c", bearer(old)).json?["version"]?.int == count + 1)
  }

  @Test func `streams go on while their key is valid, and end with it`() throws {
    let service = try serve("acme:first\nacme:second\nbeta:third\n")
    for key in ["first", "third"] { try keep("c", service, key) }
    func stream(_ key: String) throws -> EventStream {
      let stream = try EventStream(service, "/v1/collections/c/events", ["Authorization: Bearer \(key)"])
      #expect(stream.next()?.name == "open")
      return stream
    }
    let issued = try service.ask(
      "POST", "/v1/tokens", bearer("first"),
      body: Array(#"{"collection":"c","rights":["read"],"lifetime":600}"#.utf8))
    let token = try #require(issued.json?["token"]?.string)
    let first = try stream("first"), second = try stream("second"), third = try stream("third")
    let page = try stream(token)
    try write("@admin:operator\nacme:second\n", to: keys)
    #expect(try reload(service).status == 200)
    for ended in [first, third] {
      #expect(ended.next()?.json == ["reason": "token_expired"])
      #expect(ended.hasEnded)
    }
    let change = #"{"updates":[{"op":"deleteItems","at":[[0,0]]}]}"#
    #expect(
      try service.ask("POST", "/v1/collections/c/updates", bearer("second"), body: Array(change.utf8)).status
        == 200)
    for kept in [second, page] { #expect(kept.next()?.version == 2) }
    // Without its secret a token is not valid any more.
    try write("another secret of at least thirty-two bytes\n", to: secrets)
    #expect(try reload(service).json?["changed"] == ["token-secret"])
    #expect(page.next()?.json == ["reason": "token_expired"])
    #expect(try status(service, token) == 401)
  }

  @Test func `origins and the level of messages are reloaded, other settings wait for a restart`() throws {
    let service = try serve("acme:first\n")
    let base = try String(contentsOfFile: settings, encoding: .utf8)
    func allowed() throws -> String? {
      try service.ask("GET", "/readyz", ["Origin: https://app.example"]).header("Access-Control-Allow-Origin")
    }
    #expect(try allowed() == nil)
    try write(
      base + "TESSERA_CORS_ORIGINS=https://app.example\nTESSERA_LOG_LEVEL=warning\nTESSERA_QUEUE=7\n",
      to: settings)
    let answer = try reload(service)
    #expect(answer.json == ["changed": ["cors-origins", "log-level"], "afterRestart": ["queue"]])
    #expect(try allowed() == "https://app.example")
    try write(base, to: settings)
    #expect(try reload(service).json == ["changed": ["cors-origins", "log-level"], "afterRestart": []])
    #expect(try allowed() == nil)
  }

  @Test func `a configuration that is not valid changes nothing, and the response says why`() throws {
    let service = try serve("acme:first\n")
    try keep("c", service, "first")
    let base = try String(contentsOfFile: settings, encoding: .utf8)
    for (text, reason) in [
      (base + "TESSERA_WORKRES=3\n", "TESSERA_WORKRES"),
      (base + "TESSERA_CORS_ORIGINS=app.example\n", "origins"),
      (base.replacing("keys", with: "nothing"), "TESSERA_KEYS_FILE"), ("", "would let everyone in"),
    ] {
      try write(text, to: settings)
      let answer = try reload(service)
      #expect(answer.status == 422 && answer.code == "invalid_request", "\(answer.text)")
      #expect(answer.json?["detail"]?.string?.contains(reason) == true, "\(answer.text)")
      #expect(try status(service, "first") == 200)
      #expect(try service.ask("GET", "/v1/collections/c").status == 401)
    }
    #expect(service.process.errors.contains("the configuration was not reloaded"))
  }

  @Test func `a key that has collections without a name gets one by a restart, or by the old name`() throws {
    let service = try serve("sesame\n")
    try keep("c", service, "sesame")
    try write("@admin:operator\nacme:sesame\n", to: keys)
    let refused = try reload(service)
    let name = "d0c04f4b1951e4aeaaec8223ed2039e5"
    #expect(refused.status == 422 && refused.text.contains("\(name) has collections"), "\(refused.text)")
    #expect(try status(service, "sesame") == 200)
    try write("@admin:operator\n\(name):another\n", to: keys)
    #expect(try reload(service).status == 200)
    #expect(try status(service, "another") == 200)
    #expect(try status(service, "sesame") == 401)
  }

  @Test func `a reload takes a key of the operator`() throws {
    let service = try serve("acme:first\n")
    #expect(try service.ask("POST", "/v1/admin/reload", bearer("first")).status == 403)
    #expect(try service.ask("POST", "/v1/admin/reload").status == 401)
    #expect(try service.ask("GET", "/v1/admin/reload", bearer("operator")).status == 405)
  }

  @Test func `a tenant that comes with a reload has its fonts of before`() throws {
    let fonts = ["--store", "sqlite:\(StoreFile().path)"]
    let path = "/v1/fonts/\(SampleFont.id)"
    let service = try serve("acme:first\nbeta:second\n", fonts[0], fonts[1])
    let headers = ["Authorization: Bearer first", "Content-Type: font/ttf"]
    let sent = try service.ask("POST", "/v1/fonts", headers, body: SampleFont().bytes)
    #expect(sent.status == 201)
    service.stop()
    let again = try serve("beta:second\n", fonts[0], fonts[1])
    try write("@admin:operator\nbeta:second\nacme:third\n", to: keys)
    #expect(try reload(again).status == 200)
    #expect(try again.ask("GET", path, ["Authorization: Bearer third"]).status == 200)
    #expect(try again.ask("GET", path, ["Authorization: Bearer second"]).status == 404)
  }
}

extension ReloadTests {
  /// The body of a collection with one item of text in Boxes at 10 points.
  private func text(_ id: String) -> [UInt8] {
    let template =
      #"{"views":{"a":{"type":"text","lines":0,"font":{"family":"Boxes","size":10}}},"constraints":["H:|[a]|","V:|[a]|"]}"#
    let item = #"{"id":"i","template":"t","content":{"a":"a a a a a a a a a a a a a a a a"}}"#
    return Array(
      ##"{"id":"\##(id)","bounds":[0,0,60,90],"container":{"width":60,"height":90},"layout":{"kind":"list","estimatedRowHeight":20},"templates":{"t":\##(template)},"sections":[{"id":"s","items":[\##(item)]}]}"##
        .utf8)
  }

  @Test func `fonts that were added, replaced or removed are found by a reload, and stored sizes stay`()
    throws
  {
    let fonts = folder + "/fonts"
    try FileManager.default.createDirectory(atPath: fonts, withIntermediateDirectories: true)
    func add(_ font: SampleFont, as name: String) throws {
      try Data(font.bytes).write(to: URL(filePath: "\(fonts)/\(name).ttf"), options: .atomic)
    }
    try add(.named("Other"), as: "other")
    let service = try serve("acme:first\n", "--fonts", "\(fonts)/*.ttf")
    let kept = try service.client()
    func ask(_ method: String, _ path: String, _ body: [UInt8]? = nil) throws -> HTTPResponse {
      try #require(kept.request(method, path, bearer("first"), body: body))
    }
    func families() throws -> [String] {
      let families = try ask("GET", "/v1/fonts").json?["families"]?.elements ?? []
      return families.compactMap { $0["name"]?.string }
    }
    func width() throws -> Double? {
      let body =
        #"{"templates":{"t":{"views":{"a":{"type":"text","font":{"family":"Boxes","size":10}}},"constraints":["H:|[a]|","V:|[a]|"]}},"items":[{"template":"t","content":{"a":"aa b"}}]}"#
      return try ask("POST", "/v1/measurements", Array(body.utf8)).json?.at("/sizes/0/width")?.number
    }
    func height(of id: String) throws -> Double? {
      try ask("GET", "/v1/collections/\(id)").json?.at("/contentSize/height")?.number
    }
    #expect(try families() == ["Other"])
    let tag = try ask("GET", "/v1/fonts").header("ETag")
    #expect(try reload(service).json == ["changed": [], "afterRestart": []])

    try add(.letter(width: 100), as: "boxes")
    #expect(try reload(service).json == ["changed": ["fonts"], "afterRestart": []])
    #expect(try families() == ["Boxes", "Other"])
    #expect(try ask("GET", "/v1/fonts").header("ETag") != tag)
    let narrow = try #require(try width())
    #expect(try ask("POST", "/v1/collections", text("before")).status == 201)
    let before = try height(of: "before")

    try add(SampleFont(), as: "boxes")
    service.process.signal(SIGHUP)
    #expect(eventually { service.process.errors.ranges(of: "changed fonts").count == 2 })
    #expect(try width() == 18.5 && narrow < 18.5)
    #expect(try ask("POST", "/v1/collections", text("after")).status == 201)
    #expect(try height(of: "before") == before)
    #expect(try height(of: "after") != before)
    let invalidated = try ask("POST", "/v1/collections/before/invalidations", Array(#"{"ids":["i"]}"#.utf8))
    #expect(invalidated.status == 200, "\(invalidated.text)")
    #expect(try height(of: "before") == height(of: "after"))

    try FileManager.default.removeItem(atPath: fonts + "/other.ttf")
    #expect(try reload(service).json?["changed"] == ["fonts"])
    #expect(try families() == ["Boxes"])
    #expect(try width() == 18.5)
  }

  @Test func `a reload that finds no font at all is refused, and texts go on being measured`() throws {
    let fonts = folder + "/fonts"
    try FileManager.default.createDirectory(atPath: fonts, withIntermediateDirectories: true)
    let font = "\(fonts)/boxes.ttf"
    try Data(SampleFont().bytes).write(to: URL(filePath: font))
    let service = try serve("acme:first\n", "--fonts", "\(fonts)/*.ttf")
    try FileManager.default.moveItem(atPath: font, toPath: font + ".away")
    try write("@admin:operator\nacme:second\n", to: keys)
    let refused = try reload(service)
    #expect(
      refused.status == 422 && refused.text.contains("None of the fonts can be used"), "\(refused.text)")
    let list = try service.ask("GET", "/v1/fonts", bearer("first"))
    #expect(list.status == 200 && list.json?.at("/families/0/name") == "Boxes")
    try FileManager.default.moveItem(atPath: font + ".away", toPath: font)
    #expect(try reload(service).json?["changed"] == ["fonts", "keys"])
    #expect(try service.ask("GET", "/v1/fonts", bearer("second")).status == 200)
  }

  @Test func `fonts of the file of settings are reloaded, and those of tenants stay beside them`() throws {
    let base = try String(contentsOfFile: settings, encoding: .utf8)
    let example = Repository.root.appending(path: "examples/fonts/Boxes.ttf").path
    let (own, other) = (folder + "/own.ttf", folder + "/other.ttf")
    for (path, family) in [(own, "First"), (other, "Later")] {
      try Data(SampleFont.named(family).bytes).write(to: URL(filePath: path))
    }
    try write(base + "TESSERA_FONTS=\(own)\n", to: settings)
    let service = try serve("acme:first\n")
    let headers = ["Authorization: Bearer first", "Content-Type: font/ttf"]
    let sent = try Array(Data(contentsOf: URL(filePath: example)))
    #expect(try service.ask("POST", "/v1/fonts", headers, body: sent).status == 201)
    func names(_ list: String) throws -> [String] {
      let fonts = try service.ask("GET", "/v1/fonts", bearer("first")).json?[list]?.elements ?? []
      return fonts.compactMap { ($0["name"] ?? $0.at("/families/0/name"))?.string }
    }
    #expect(try names("families") == ["First"] && names("own") == ["Boxes"])
    try write(base + "TESSERA_FONTS=\(other),\(folder)/missing.ttf\n", to: settings)
    #expect(try reload(service).json == ["changed": ["fonts"], "afterRestart": []])
    #expect(try names("families") == ["Later"] && names("own") == ["Boxes"])
    #expect(service.process.errors.contains("missing.ttf: unreadable"))
    let body =
      #"{"templates":{"t":{"views":{"a":{"type":"text","font":{"family":"Boxes","size":10}}},"constraints":["H:|[a]|","V:|[a]|"]}},"items":[{"template":"t","content":{"a":"aa b"}}]}"#
    let measured = try service.ask("POST", "/v1/measurements", bearer("first"), body: Array(body.utf8))
    #expect(measured.json?.at("/sizes/0/width")?.number == 18.5, "\(measured.text)")
  }
}

/// Clients that insert items into the collection `c`, one request after the other, with the key of the moment.
private final class ChangingLoad: Sendable {
  private struct State {
    var key: String
    /// The key of the last response of each client.
    var lastKeys: [Int: String] = [:]
    var clients = 0
    var changes = 0
    var failures: [String] = []
    var isOver = false
  }

  private let port: UInt16
  private let state: Mutex<State>

  init(port: UInt16, key: String) {
    self.port = port
    state = Mutex(State(key: key))
  }

  /// The number of changes that were acknowledged.
  var changes: Int { state.withLock { $0.changes } }

  var failures: [String] { state.withLock { $0.failures } }

  func change(key: String) { state.withLock { $0.key = key } }

  func stop() { state.withLock { $0.isOver = true } }

  /// The number of clients whose last response was to a key: they use no earlier one any more.
  func clients(using key: String) -> Int {
    state.withLock { state in state.lastKeys.values.count { $0 == key } }
  }

  /// Changes the collection until the load stops or a request fails.
  func run() {
    let number = state.withLock { state in
      state.clients += 1
      return state.clients
    }
    guard let client = HTTPClient(port: port) else {
      return state.withLock { $0.failures.append("no connection") }
    }
    let change = Array(#"{"updates":[{"op":"insertItems","at":[[0,0]],"items":[{}]}]}"#.utf8)
    while let key = state.withLock({ $0.isOver ? nil : $0.key }) {
      let headers = ["Authorization: Bearer \(key)", "Content-Type: application/json"]
      let answer = client.request("POST", "/v1/collections/c/updates", headers, body: change)
      let goesOn = state.withLock { state in
        guard answer?.status == 200 else {
          state.failures.append("\(key): \(answer?.text ?? "no response")")
          return false
        }
        state.lastKeys[number] = key
        state.changes += 1
        return true
      }
      if !goesOn { return }
    }
  }
}
