import API
import TestSupport
import Testing

/// What a program says of the engine for browser pages, which `tools/page-engine` compiles before it is built.
struct PageEngineTests {
  @Test func `a program without the engine says so in its log and in its metrics`() throws {
    let service = try RunningService()
    let isCarried = PageEngineFiles.areCarried
    #expect(try service.metrics()["tessera_page_engine"] == (isCarried ? 1 : 0))
    let start = try service.ask("GET", "/client/tessera.js").text
    let version = try #require(start.firstMatch(of: /"\.\/([0-9a-f]+)\//)?.1)
    #expect(try service.ask("GET", "/client/\(version)/engine/first.wasm").status == (isCarried ? 200 : 404))
    _ = service.stop()
    #expect(service.process.errors.contains("carries no engine") == !isCarried)
  }

  @Test(.enabled(if: PageEngineFiles.areCarried))
  func `a browser gets the engine in Brotli, much shorter than in gzip`() throws {
    let service = try RunningService()
    defer { _ = service.stop() }
    let start = try service.ask("GET", "/client/tessera.js").text
    let version = try #require(start.firstMatch(of: /"\.\/([0-9a-f]+)\//)?.1)
    let path = "/client/\(version)/engine/first.wasm"
    let gzip = try service.ask("GET", path, ["Accept-Encoding: gzip"])
    let brotli = try service.ask("GET", path, ["Accept-Encoding: gzip, deflate, br"])
    #expect(gzip.header("Content-Encoding") == "gzip" && brotli.header("Content-Encoding") == "br")
    #expect(brotli.body.count * 5 < gzip.body.count * 4)
    #expect(brotli.header("Vary") == gzip.header("Vary"))
    let tag = try #require(brotli.header("ETag"))
    #expect(tag != gzip.header("ETag"))
    let again = try service.ask("GET", path, ["Accept-Encoding: br", "If-None-Match: \(tag)"])
    #expect(again.status == 304 && again.header("ETag") == tag)
  }
}
