import Foundation
import TestSupport
import Testing

/// The service with its collections in PostgreSQL.
@Suite(.enabled(if: PostgresServer.isInstalled, "PostgreSQL cannot be started here"))
struct PostgresStoreTests {
  private func schema() -> String { "t_" + String(UInt64.random(in: 0..<1 << 40), radix: 36) }

  /// Starts a service. It gives up where the database does not accept connections in two seconds, as on a busy machine.
  private func serve(_ settings: [String], environment: [String: String] = [:]) throws -> RunningService {
    var service: RunningService?
    #expect(
      eventually {
        service = try? RunningService(settings, environment: environment)
        return service != nil
      })
    return try #require(service)
  }

  @Test func `what one service stores another one serves, also after a restart`() throws {
    let server = try PostgresServer.shared.get()
    let file = TemporaryFiles.path("url")
    try (server.url() + "\n").write(toFile: file, atomically: true, encoding: .utf8)
    let schema = schema()
    let settings = ["--store", "postgres:\(schema)", "--store-url-file", file]
    var service = try serve(settings)
    let other = try serve(settings)
    _ = try service.keep("c", [])
    #expect(try service.insert("a", into: "c").status == 200)
    #expect(try other.items(of: "c").ids == ["a"])
    #expect(try other.insert("b", into: "c").status == 200)
    #expect(try service.items(of: "c").ids == ["b", "a"])
    service = try serve(
      ["--store", "postgres:\(schema)"], environment: ["TESSERA_STORE_URL": server.url()])
    #expect(try service.items(of: "c").ids == ["b", "a"])
    #expect(try service.ask("DELETE", "/v1/collections/c").status == 204)
    #expect(try other.ask("GET", "/v1/collections/c").status == 404)
  }

  @Test func `a viewport that follows the end does so after a restart, and in another service`() throws {
    let server = try PostgresServer.shared.get()
    let schema = schema(), tab = "/v1/collections/c/viewports/tab"
    let open = {
      try serve(["--store", "postgres:\(schema)"], environment: ["TESSERA_STORE_URL": server.url()])
    }
    var service = try open()
    // Forty rows of 44 in 100 points end at 1,760.
    _ = try service.keep("c", (0..<40).map { "i\($0)" })
    let policy: JSONTree = [
      "bounds": [0, 1660, 50, 100], "container": ["width": 50, "height": 100],
      "layout": ["kind": "list", "rowHeight": 44], "follow": "end",
    ]
    #expect(try service.send("PUT", tab, policy).status == 201)
    #expect(service.stop() == 0)
    service = try open()
    let viewport = { (service: RunningService) in
      try service.ask("GET", "/v1/collections/c/viewports").json?["viewports"]?.elements?.last
    }
    var kept = try viewport(service)
    #expect(kept?["follow"] == "end" && kept?.at("/bounds/y") == 1660)
    // A row at the end moves the viewport by its height, in the other service too.
    let other = try open()
    #expect(try other.insert("x", at: 40, into: "c").status == 200)
    for service in [service, other] {
      #expect(
        try eventually {
          kept = try viewport(service)
          return kept?.at("/bounds/y") == 1704
        }, "\(String(describing: kept))")
    }
  }

  @Test func `while PostgreSQL is away the service is alive and not ready, and recovers by itself`() throws {
    let server = try PostgresServer()
    let service = try serve(
      ["--store", "postgres:"], environment: ["TESSERA_STORE_URL": server.url()])
    _ = try service.keep("c", [])
    #expect(try service.ask("GET", "/readyz").status == 200)
    #expect(try service.metrics()["tessera_store_up"] == 1)
    server.kill()
    #expect(try eventually { try service.ask("GET", "/readyz").status == 503 })
    #expect(try service.metrics()["tessera_store_up"] == 0)
    #expect(try service.ask("GET", "/readyz?exclude=store").status == 200)
    #expect(try service.ask("GET", "/readyz?exclude=queue").status == 400)
    #expect(try service.solve(Bodies.small).status == 200)
    #expect(try service.ask("GET", "/livez").status == 200)
    for answer in [
      try service.ask("GET", "/v1/collections/c/attributes"), try service.insert("a", into: "c"),
      try service.ask("DELETE", "/v1/collections/c"),
    ] {
      #expect(answer.status == 503 && answer.text.contains("store_unavailable"), "\(answer.text)")
      #expect(!answer.text.contains("\(server.port)"))
    }
    try server.start()
    #expect(try eventually { try service.ask("GET", "/readyz").status == 200 })
    #expect(try eventually { try service.insert("b", into: "c").status == 200 })
    #expect(try service.items(of: "c").ids == ["b"])
  }

  @Test func `a store that cannot be opened is explained without its password`() throws {
    let server = try PostgresServer.shared.get()
    for (url, words) in [
      ("", "TESSERA_STORE_URL"), ("host", "cannot be read"), (server.url(port: 1), "cannot be reached"),
      (server.url(password: "wr0ng"), "rejects the login"),
      (server.url(database: "nowhere"), "does not exist"),
    ] {
      let process = try tessera(
        "serve", "--listen", "127.0.0.1:0", "--store", "postgres:", environment: ["TESSERA_STORE_URL": url])
      #expect(process.exitCode == 1)
      #expect(process.errors.contains(words), "\(process.errors)")
      #expect(!process.errors.contains("wr0ng") && !process.errors.contains("secret"))
    }
  }

  @Test func `the connection string is masked where the configuration is printed`() throws {
    let process = try tessera(
      "serve", "--print-config", "--store", "postgres:",
      environment: ["TESSERA_STORE_URL": "postgresql://u:secret@h/d"])
    #expect(process.outputText.contains("TESSERA_STORE=postgres:\nTESSERA_STORE_URL=***\n"))
    #expect(!process.outputText.contains("secret"))
  }
}
