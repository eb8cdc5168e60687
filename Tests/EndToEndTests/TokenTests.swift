import Foundation
import TestSupport
import Testing

/// Tokens in the service that runs.
struct TokenTests {
  private static let secret = "a secret of at least thirty-two bytes"
  private static let other = "another one of at least thirty-two bytes"
  private static let alpha = "Authorization: Bearer alpha"

  /// Starts a service with a key and a collection `c`.
  private func service(_ arguments: String..., secrets: String = secret) throws -> RunningService {
    let service = try RunningService(
      arguments, environment: ["TESSERA_KEYS": "alpha", "TESSERA_TOKEN_SECRET": secrets])
    let body =
      "{\"id\":\"c\",\"container\":{\"width\":320,\"height\":480},\"layout\":{\"kind\":\"list\"},\"sections\":[{\"itemCount\":3}]}"
    let created = try service.ask(
      "POST", "/v1/collections", [Self.alpha, "Content-Type: application/json"], body: Array(body.utf8))
    #expect(created.status == 201)
    return service
  }

  private func token(
    _ service: RunningService, rights: String = "\"read\"", lifetime: Int = 60
  ) throws -> String {
    let answer = try service.ask(
      "POST", "/v1/tokens", [Self.alpha, "Content-Type: application/json"],
      body: Array("{\"collection\":\"c\",\"rights\":[\(rights)],\"lifetime\":\(lifetime)}".utf8))
    return try #require(answer.json?["token"]?.string, "\(answer.text)")
  }

  @Test func `a line of the log has the subject of the token`() throws {
    let service = try service("--log-format", "json")
    let body = #"{"collection":"c","rights":["read"],"sub":"user-7"}"#
    let issued = try service.ask(
      "POST", "/v1/tokens", [Self.alpha, "Content-Type: application/json"], body: Array(body.utf8))
    let token = try #require(issued.json?["token"]?.string)
    #expect(try service.ask("GET", "/v1/collections/c", ["Authorization: Bearer \(token)"]).status == 200)
    #expect(try service.ask("GET", "/v1/collections/c", [Self.alpha]).status == 200)
    service.stop()
    let lines = try service.process.outputText.split(separator: "\n").map {
      try JSONTree(parsing: String($0))
    }
    #expect(lines.filter { $0["method"] == "GET" }.map { $0["sub"]?.string } == ["user-7", nil])
    #expect(lines.allSatisfy { ($0["sub"] == nil) || ($0["key"] == nil) })
  }

  @Test(arguments: ["json", "text"])
  func `a token is in no log and no metric, wherever a client sends it`(format: String) throws {
    let service = try service("--log-format", format)
    let token = try token(service)
    let stream = try EventStream(service, "/v1/collections/c/events?scope=all&token=\(token)")
    #expect(stream.answer.status == 200 && stream.next()?.name == "open")
    stream.close()
    for target in [
      "/v1/collections/c?token=\(token)", "/v1/collections/c?\(token)", "/nowhere?token=\(token)",
      "/v1/collections/c/events?%74oken=\(token)", "/v1/collections/c/events?token=\(token)&token=\(token)",
      "/v1/collections/c/events?TOKEN=\(token)", "/v1/collections/c/events?token=\(token)A",
      "/v1/collections/c/events?token=\(token)#\(token)",
      "/v1/collections/c/events?token=\(token)&x=" + String(repeating: "x", count: 9000),
    ] {
      let answer = try service.ask("GET", target)
      #expect(!answer.text.contains(token) || answer.status == 200, "\(target)")
      for header in answer.headers { #expect(!header.value.contains(token)) }
    }
    for header in ["Authorization: Bearer \(token)A", "Cookie: tessera_token=\(token)A"] {
      #expect(try service.ask("GET", "/v1/collections/c", [header]).status == 401)
    }
    #expect(!(try service.ask("GET", "/metrics").text.contains(token)))
    service.stop()
    let log = service.process.outputText + service.process.errors
    #expect(log.contains("/v1/collections/c/events?scope=all&***"))
    #expect(!log.contains(token) && !log.contains(token.dropFirst(8)))
    for secret in [Self.secret, "alpha"] { #expect(!log.contains(secret)) }
  }

  @Test func `a stream ends when its token expires, and says so`() throws {
    let service = try service()
    let short = try EventStream(
      service, "/v1/collections/c/events?token=\(try token(service, lifetime: 1))")
    let cookie = try EventStream(
      service, "/v1/collections/c/events",
      ["Cookie: tessera_token=\(try token(service, lifetime: 1))"])
    let long = try EventStream(service, "/v1/collections/c/events?token=\(try token(service))")
    let keyed = try EventStream(service, "/v1/collections/c/events", [Self.alpha])
    for stream in [short, cookie] {
      let events = stream.next(3)
      #expect(events.map(\.name) == ["open", "closed"])
      #expect(events.last?.json == ["reason": "token_expired"])
      #expect(stream.hasEnded)
    }
    // The others go on.
    let changed = try service.ask(
      "POST", "/v1/collections/c/updates", [Self.alpha, "Content-Type: application/json"],
      body: Array("{\"updates\":[{\"op\":\"deleteItems\",\"at\":[[0,0]]}]}".utf8))
    #expect(changed.status == 200)
    for stream in [long, keyed] {
      #expect(stream.next()?.name == "open")
      #expect(stream.next()?.version == 2)
    }
  }

  @Test func `tokens outlive a restart and a rotation, until their secret is removed`() throws {
    let first = try service()
    let token = try token(first)
    func status(_ secrets: String) throws -> Int {
      try service(secrets: secrets).ask("GET", "/v1/collections/c", ["Authorization: Bearer \(token)"]).status
    }
    #expect(try status(Self.secret) == 200)
    #expect(try status("\(Self.other), \(Self.secret)") == 200)
    #expect(try status(Self.other) == 401)
  }

  @Test func `a secret comes from a file too, and one that is weak, or a third, prevents the start`() throws {
    let file = TemporaryFiles.path("secrets")
    try Data("\(Self.other)\n\(Self.secret)\n".utf8).write(to: URL(filePath: file))
    let signing = try service()
    let token = try token(signing)
    let service = try RunningService("--token-secret-file", file, environment: ["TESSERA_KEYS": "alpha"])
    let answer = try service.ask("GET", "/v1/collections/c", ["Authorization: Bearer \(token)"])
    #expect(answer.status == 404)  // The token is valid, and this service has no such collection.
    for secrets in ["short", String(repeating: "s", count: 31), "\(Self.secret),short", "a,b,c"] {
      let process = try tessera("serve", environment: ["TESSERA_TOKEN_SECRET": secrets])
      #expect(process.exitCode != 0 && process.errors.contains("TESSERA_TOKEN_SECRET"))
      #expect(process.errors.contains("at least 32 bytes") && !process.errors.contains(secrets))
      try Data(secrets.utf8).write(to: URL(filePath: file))
      let byFile = try tessera("serve", environment: ["TESSERA_TOKEN_SECRET_FILE": file])
      #expect(byFile.exitCode != 0 && byFile.errors.contains("TESSERA_TOKEN_SECRET_FILE"))
    }
    let printed = try tessera("serve", "--print-config", environment: ["TESSERA_TOKEN_SECRET": Self.secret])
    #expect(printed.outputText.contains("TESSERA_TOKEN_SECRET=***"))
    #expect(!printed.outputText.contains(Self.secret))
  }

  @Test func `a page of a configured origin sends a cookie, and reads the response`() throws {
    let service = try service("--cors-origins", "https://app.example")
    let cookie = "Cookie: tessera_token=\(try token(service, rights: "\"read\",\"scroll\""))"
    let fields = [cookie, "Content-Type: application/json"]
    let body = Array("{\"bounds\":[0,0,320,480]}".utf8)
    let own = try service.ask(
      "PUT", "/v1/collections/c/bounds", fields + ["Origin: https://app.example"], body: body)
    #expect(own.status == 200 && own.header("Access-Control-Allow-Credentials") == "true")
    let other = try service.ask(
      "PUT", "/v1/collections/c/bounds", fields + ["Origin: https://evil.example"], body: body)
    #expect(other.status == 403 && other.header("Access-Control-Allow-Origin") == nil)
  }
}
