import Foundation
import TestSupport
import Testing

/// Keys and other origins.
struct AccessTests {
  private func secret(_ text: String) throws -> URL {
    let url = FileManager.default.temporaryDirectory.appending(path: "tessera-keys-\(UUID().uuidString)")
    try Data(text.utf8).write(to: url)
    return url
  }

  @Test func `with keys a layout takes one of them, and probes, metrics and documents none`() throws {
    let service = try RunningService(environment: ["TESSERA_KEYS": "alpha, beta-2"])
    for key in ["alpha", "beta-2"] {
      #expect(try service.solve(Bodies.small, ["Authorization: Bearer \(key)"]).status == 200)
    }
    let bare = try service.solve(Bodies.small)
    for field in ["Bearer alph", "Bearer alpha2", "Basic alpha", "Bearer ", "alpha", "Bearer alpha, beta-2"] {
      let answer = try service.solve(Bodies.small, ["Authorization: \(field)", "X-Request-Id: same"])
      #expect(answer.status == 401 && answer.code == "unauthorized", "\(field)")
      #expect(answer.header("WWW-Authenticate") == "Bearer")
      #expect(answer.json?["detail"] == bare.json?["detail"])
    }
    // The service rejects the request before it reads the body as a layout.
    #expect(try service.ask("POST", "/v1/layouts", body: Array("{".utf8)).status == 401)
    for path in ["/healthz", "/livez", "/readyz", "/metrics", "/openapi.yaml", "/", "/client/tessera.js"] {
      #expect(try service.ask("GET", path).status == 200)
    }
    #expect(try service.ask("OPTIONS", "/v1/layouts").status == 204)
    #expect(try service.ask("GET", "/v1/layouts").status == 405)
    service.stop()
    #expect(!service.process.outputText.contains("alpha") && !service.process.errors.contains("alpha"))
  }

  @Test func `keys come from a file too, one a line, and a flag wins over the variables`() throws {
    let file = try secret("first\nsecond\r\n")
    defer { try? FileManager.default.removeItem(at: file) }
    let service = try RunningService(environment: ["TESSERA_KEYS_FILE": file.path])
    for key in ["first", "second"] {
      #expect(try service.solve(Bodies.small, ["Authorization: Bearer \(key)"]).status == 200)
    }
    #expect(try service.solve(Bodies.small).status == 401)
    let flagged = try RunningService(
      "--keys-file", file.path, environment: ["TESSERA_KEYS": "variable"])
    #expect(try flagged.solve(Bodies.small, ["Authorization: Bearer first"]).status == 200)
    #expect(try flagged.solve(Bodies.small, ["Authorization: Bearer variable"]).status == 401)
  }

  @Test func `lines with # and empty lines of a file of keys are none`() throws {
    let file = try secret(
      "# prod keys, rotated monthly\n\n  # one more, and\n  first key\n\t#\nsecond,third\n")
    defer { try? FileManager.default.removeItem(at: file) }
    let service = try RunningService("--keys-file", file.path)
    for key in ["first key", "second", "third"] {
      #expect(try service.solve(Bodies.small, ["Authorization: Bearer \(key)"]).status == 200)
    }
    for key in ["# prod keys", "rotated monthly", "# one more", "and", "#", ""] {
      #expect(try service.solve(Bodies.small, ["Authorization: Bearer \(key)"]).status == 401, "\(key)")
    }
  }

  @Test func `a key of fewer than 16 bytes prevents the start, unless short keys are allowed`() throws {
    let file = try secret("a-key-of-17-bytes\n0123456789abcde\n")
    defer { try? FileManager.default.removeItem(at: file) }
    for (arguments, name) in [
      (["--keys", "a-key-of-17-bytes,sesame"], "--keys"), (["--keys-file", file.path], "--keys-file"),
    ] {
      let process = try ChildProcess(Repository.binary, ["serve", "--print-config"] + arguments)
      #expect(process.waitForExit() != 0)
      #expect(process.errors.contains("\(name) (") && process.errors.contains("at least 16 bytes"))
      #expect(process.errors.contains("--short-keys on") && !process.errors.contains("sesame"))
      let allowed = try ChildProcess(
        Repository.binary, ["serve", "--print-config", "--short-keys", "on"] + arguments)
      #expect(allowed.waitForExit() == 0, "\(allowed.errors)")
    }
    let long = try ChildProcess(
      Repository.binary, ["serve", "--print-config", "--keys", "0123456789abcdef"])
    #expect(long.waitForExit() == 0, "\(long.errors)")
  }

  @Test func `a key names its tenant before a colon, and one that names none prevents the start`() throws {
    let file = try secret("# acme, old and new\nacme:first\nacme:second\nbeta:third\n")
    defer { try? FileManager.default.removeItem(at: file) }
    let service = try RunningService("--keys-file", file.path)
    let made = try service.ask(
      "POST", "/v1/collections", ["Authorization: Bearer first", "Content-Type: application/json"],
      body: Array("{\"id\":\"c\",".utf8) + Bodies.small.utf8.dropFirst())
    #expect(made.status == 201)
    for (key, status) in [("first", 200), ("second", 200), ("third", 404), ("acme:first", 401)] {
      let answer = try service.ask("GET", "/v1/collections/c", ["Authorization: Bearer \(key)"])
      #expect(answer.status == status, "\(key)")
    }
    try Data("acme:first\nbeta:first\n".utf8).write(to: file)
    for (arguments, name) in [
      (["--keys", "some one:sesame"], "--keys"), (["--keys", "everyone:sesame"], "--keys"),
      (["--keys-file", file.path], "--keys-file"),
    ] {
      let process = try ChildProcess(
        Repository.binary, ["serve", "--print-config", "--short-keys", "on"] + arguments)
      #expect(process.waitForExit() != 0)
      #expect(process.errors.contains("\(name) (") && process.errors.contains("TENANT:SECRET"))
      #expect(!process.errors.contains("sesame"))
    }
  }

  @Test func `a file of keys that other users can read is a warning with its mode`() throws {
    let file = try secret("a-key-of-17-bytes")
    defer { try? FileManager.default.removeItem(at: file) }
    for (mode, isShared) in [(0o644, true), (0o604, true), (0o640, false), (0o600, false)] {
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file.path)
      let service = try RunningService("--keys-file", file.path)
      service.stop()
      let warning = "has mode 0\(String(mode, radix: 8))"
      #expect(service.process.errors.contains(warning) == isShared, "\(warning)")
    }
  }

  @Test func `a file of keys that is empty or missing refuses to start rather than leave the service open`()
    throws
  {
    let empty = try secret("\n , \n")
    defer { try? FileManager.default.removeItem(at: empty) }
    for path in [empty.path, "/no/such/file"] {
      let process = try tessera("serve", environment: ["TESSERA_KEYS_FILE": path])
      #expect(process.exitCode != 0)
      #expect(process.errors.contains("TESSERA_KEYS_FILE") && process.errors.contains(path))
    }
  }

  @Test(arguments: [
    "app.example", "app.example:3000", "https://app.example/", "https://app.example/path",
    "https://App.example", "https://", "//app.example", "https://a b", "https://app.example,app.example",
    "https://user@app.example",
  ])
  func `an origin that no page can have prevents the start`(origin: String) throws {
    let process = try tessera("serve", "--print-config", "--cors-origins", origin)
    #expect(process.exitCode == 1 && process.errors.contains("--cors-origins (TESSERA_CORS_ORIGINS)"))
    #expect(process.errors.contains("such as https://app.example"), "\(process.errors)")
  }

  @Test func `configured origins may read responses and errors, others may not`() throws {
    let service = try RunningService("--cors-origins", "https://app.example, http://localhost:3000")
    for origin in ["https://app.example", "http://localhost:3000"] {
      let answer = try service.solve(Bodies.small, ["Origin: \(origin)"])
      #expect(answer.status == 200)
      #expect(answer.header("Access-Control-Allow-Origin") == origin)
      #expect(answer.header("Vary")?.contains("Origin") == true)
      let exposed = answer.header("Access-Control-Expose-Headers") ?? ""
      #expect(exposed.contains("ETag") && exposed.contains("X-Request-Id"))
      #expect(answer.header("Timing-Allow-Origin") == origin)
      for refused in [
        try service.solve("{", ["Origin: \(origin)"]), try service.ask("GET", "/no", ["Origin: \(origin)"]),
        try service.ask("PUT", "/v1/layouts", ["Origin: \(origin)"], body: []),
        try service.solve(Bodies.small, ["Origin: \(origin)", "Content-Encoding: br"]),
        try service.ask("GET", "/healthz?" + String(repeating: "a", count: 9000), ["Origin: \(origin)"]),
      ] {
        #expect(refused.status >= 400)
        #expect(refused.header("Access-Control-Allow-Origin") == origin, "\(refused.status)")
      }
    }
    for origin in ["https://app.example.evil", "http://app.example", "null", "https://APP.example", ""] {
      let answer = try service.solve(Bodies.small, ["Origin: \(origin)"])
      #expect(answer.header("Access-Control-Allow-Origin") == nil, "\(origin)")
      #expect(answer.header("Timing-Allow-Origin") == nil, "\(origin)")
      #expect(answer.header("Vary")?.contains("Origin") == true)
    }
    #expect(try service.solve(Bodies.small).header("Vary")?.contains("Origin") == true)
  }

  @Test func `the response to a preflight lists the allowed methods and headers, without a key`() throws {
    let service = try RunningService(
      "--cors-origins", "https://app.example", environment: ["TESSERA_KEYS": "alpha"])
    let preflight = try service.ask(
      "OPTIONS", "/v1/layouts",
      [
        "Origin: https://app.example", "Access-Control-Request-Method: POST",
        "Access-Control-Request-Headers: authorization, content-type",
      ])
    #expect(preflight.status == 204)
    #expect(preflight.header("Access-Control-Allow-Origin") == "https://app.example")
    #expect(preflight.header("Access-Control-Allow-Methods")?.contains("POST") == true)
    let allowed = preflight.header("Access-Control-Allow-Headers") ?? ""
    for name in ["Authorization", "Content-Type", "X-Request-Id"] { #expect(allowed.contains(name)) }
    #expect(preflight.header("Access-Control-Max-Age") == "7200")
    let other = try service.ask("OPTIONS", "/v1/layouts", ["Origin: https://evil.example"])
    #expect(other.header("Access-Control-Allow-Origin") == nil)
    #expect(other.header("Access-Control-Allow-Methods") == nil)
    // The page can read the error for a request without a key.
    let refused = try service.solve(Bodies.small, ["Origin: https://app.example"])
    #expect(refused.status == 401)
    #expect(refused.header("Access-Control-Allow-Origin") == "https://app.example")
  }

  @Test func `any origin is one header and no more to vary by; none set is none`() throws {
    let any = try RunningService("--cors-origins", "*")
    let answer = try any.solve(Bodies.small, ["Origin: https://some.where"])
    #expect(answer.header("Access-Control-Allow-Origin") == "*")
    #expect(answer.header("Timing-Allow-Origin") == "*")
    #expect(answer.header("Access-Control-Allow-Credentials") == nil)
    let off = try RunningService.shared.value.solve(Bodies.small, ["Origin: https://some.where"])
    #expect(off.header("Access-Control-Allow-Origin") == nil)
  }
}
