import Foundation
import TestSupport
import Testing

/// `/v1/fonts` of clients over a socket.
struct OwnFontServiceTests {
  private static let path = "/v1/fonts/\(SampleFont.id)"

  private func add(
    _ bytes: [UInt8], to service: RunningService, key: String? = nil, type: String = "font/ttf"
  ) throws -> HTTPResponse {
    let headers = ["Content-Type: \(type)"] + authorization(key)
    return try service.ask("POST", "/v1/fonts", headers, body: bytes)
  }

  private func authorization(_ key: String?) -> [String] { key.map { ["Authorization: Bearer \($0)"] } ?? [] }

  /// The width of a text in Boxes at 10 points, and the codes of the warnings.
  private func measured(
    by service: RunningService, key: String? = nil
  ) throws -> (width: Double?, warnings: [String]) {
    let template =
      #"{"views":{"a":{"type":"text","font":{"family":"Boxes","size":10}}},"constraints":["H:|[a]|","V:|[a]|"]}"#
    let item = #"{"template":"t","content":{"a":"aa b"}}"#
    let body = "{\"templates\":{\"t\":\(template)},\"items\":[\(item)]}"
    let answer = try service.ask(
      "POST", "/v1/measurements", ["Content-Type: application/json"] + authorization(key),
      body: Array(body.utf8))
    #expect(answer.status == 200, "\(answer.text)")
    let warnings = answer.json?["warnings"]?.elements ?? []
    return (answer.json?.at("/sizes/0/width")?.number, warnings.compactMap { $0["code"]?.string })
  }

  @Test func `a font is used from the next request on, after a restart too, until it is deleted`() throws {
    let folder = TemporaryFiles.path("data")
    let arguments = ["--store", "sqlite:", "--data-directory", folder]
    var service = try RunningService(arguments)
    let before = try measured(by: service)
    #expect(before.width != 18.5 && before.warnings == ["font_family_missing"])
    #expect(try add(SampleFont().bytes, to: service).status == 201)
    #expect(try measured(by: service) == (18.5, []))
    #expect(try add(SampleFont().bytes, to: service).status == 200)
    service.stop()

    service = try RunningService(arguments)
    #expect(try measured(by: service) == (18.5, []))
    #expect(try service.ask("GET", Self.path).json?["bytes"] == 860)
    #expect(try service.ask("DELETE", Self.path).status == 204)
    #expect(try measured(by: service) == before)
    service.stop()

    service = try RunningService(arguments)
    #expect(try measured(by: service) == before)
    #expect(try service.ask("GET", Self.path).status == 404)
  }

  @Test func `a damaged file is named in the log and skipped`() throws {
    let folder = TemporaryFiles.path("data")
    let arguments = ["--store", "sqlite:\(folder).sqlite"]
    var service = try RunningService(arguments)
    #expect(try add(SampleFont().bytes, to: service).status == 201)
    service.stop()
    let file = "\(folder).sqlite-fonts/everyone/\(SampleFont.id)"
    try Data(SampleFont().bytes.dropLast()).write(to: URL(filePath: file))
    service = try RunningService(arguments)
    #expect(try measured(by: service).warnings == ["font_family_missing"])
    #expect(eventually { service.process.errors.contains("\(SampleFont.id) is skipped") })
  }

  @Test func `a key neither sees nor uses the fonts of another`() throws {
    let service = try RunningService(environment: ["TESSERA_KEYS": "alpha,beta"])
    #expect(try add(SampleFont().bytes, to: service).status == 401)
    #expect(try add(SampleFont().bytes, to: service, key: "alpha").status == 201)
    #expect(try measured(by: service, key: "alpha").width == 18.5)
    #expect(try measured(by: service, key: "beta").warnings == ["font_family_missing"])
    for method in ["GET", "DELETE"] {
      #expect(try service.ask(method, Self.path, authorization("beta")).status == 404)
    }
    #expect(try service.ask("GET", "/v1/fonts", authorization("beta")).json?["own"] == nil)
    let own = try service.ask("GET", "/v1/fonts", authorization("alpha")).json?["own"]
    #expect(own?.at("/0/id") == .string(SampleFont.id))
  }

  @Test func `a font in WOFF2 that a tool made measures like its original, with any content type`() throws {
    let folder = URL(filePath: TemporaryFiles.path("font")).deletingLastPathComponent()
    let file = folder.appending(path: "Boxes.ttf")
    try Data(SampleFont().bytes).write(to: file)
    let tool = try ChildProcess("/usr/bin/woff2_compress", [file.path])
    #expect(tool.waitForExit() == 0, "\(tool.errors)")
    let compressed = Array(try Data(contentsOf: folder.appending(path: "Boxes.woff2")))
    for type in ["font/woff2", "application/octet-stream"] {
      let service = try RunningService()
      #expect(try add(compressed, to: service, type: type).status == 201)
      #expect(try measured(by: service) == (18.5, []))
    }
  }

  @Test func `the limits are those that were set`() throws {
    let service = try RunningService("--font-bytes", "1KB", "--fonts-per-key", "1")
    let large = try add(SampleFont().bytes + [UInt8](repeating: 0, count: 165), to: service)
    #expect(large.status == 413 && large.code == "font_too_large")
    #expect(try add(SampleFont().bytes + [UInt8](repeating: 0, count: 164), to: service).status == 201)
    let second = try add(SampleFont().bytes, to: service)
    #expect(second.status == 429 && second.code == "too_many_fonts")
    let full = try RunningService("--font-memory", "100B")
    #expect(try add(SampleFont().bytes, to: full).code == "too_many_fonts")
    let off = try RunningService("--fonts-per-key", "0")
    #expect(try add(SampleFont().bytes, to: off).code == "too_many_fonts")
  }

  @Test func `broken files are refused with a reason, and the service goes on`() throws {
    let service = try RunningService()
    let folder = Repository.root.appending(path: "Fuzz/Regressions/fonts")
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    #expect(files.count >= 9)
    for file in files {
      let answer = try add(Array(Data(contentsOf: file)), to: service)
      #expect([201, 413, 422].contains(answer.status), "\(file.lastPathComponent): \(answer.text)")
      if answer.status == 201 { #expect(try measured(by: service).width != nil) }
    }
    for table in ["head", "maxp", "cmap", "name"] {
      let answer = try add(SampleFont.zeroing(table).bytes, to: service)
      #expect(answer.status == 422 && answer.code == "invalid_font", "\(table)")
    }
    #expect(service.serves)
  }

  @Test func `the examples of the document are what the service returns`() throws {
    let document = try OpenAPIDocument()
    let service = try RunningService("--fonts-per-key", "64")
    let id = "X-Request-Id: openapi-example"
    func send(_ bytes: [UInt8], _ type: String = "font/ttf") throws -> HTTPResponse {
      try service.ask("POST", "/v1/fonts", [id, "Content-Type: \(type)"], body: bytes)
    }
    var answers: [String: [String: HTTPResponse]] = [
      "addFont": [
        "boxes": try send(SampleFont().bytes), "again": try send(SampleFont().bytes),
        "notAFont": try send(Array("{}".utf8)), "noCharacters": try send(SampleFont.zeroing("cmap").bytes),
        "notAFontType": try send(SampleFont().bytes, "application/json"),
        "fontTooLarge": try send([UInt8](repeating: 0, count: 8_388_609)),
      ]
    ]
    answers["describeFont"] = ["boxes": try service.ask("GET", Self.path, [id])]
    #expect(try service.ask("DELETE", Self.path, [id]).status == 204)
    answers["describeFont"]?["fontNotFound"] = try service.ask("GET", Self.path, [id])
    answers["deleteFont"] = ["fontNotFound": try service.ask("DELETE", Self.path, [id])]
    for width in 1...64 { #expect(try send(SampleFont.letter(width: UInt8(width)).bytes).status == 201) }
    answers["addFont"]?["tooManyFonts"] = try send(SampleFont.letter(width: 65).bytes)

    for operation in document.operations where operation.path.hasPrefix("/v1/fonts") {
      for example in document.examples(of: operation)
      where document.isOwn(example, of: operation) || example.name == "fontNotFound" {
        let answer = try #require(answers[operation.id]?[example.name], "\(operation.id) \(example.name)")
        #expect(answer.status == example.status, "\(example.name)")
        #expect(answer.json == example.value, "\(example.name)")
        #expect(answer.header("Content-Type") == example.mediaType)
      }
    }
  }
}
