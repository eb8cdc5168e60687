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
}
