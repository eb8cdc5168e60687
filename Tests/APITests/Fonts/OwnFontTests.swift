import TestSupport
import Testing

@testable import API

/// `/v1/fonts` of clients.
struct OwnFontTests {
  private static let boxes = SampleFont().bytes

  /// A label in Boxes of 10 points, as wide as it needs.
  private static func label(_ text: String = "aa b", family: String? = "Boxes") -> JSONTree {
    var font: JSONTree = ["size": 10]
    if let family { font["family"] = .string(family) }
    return [
      "templates": [
        "t": [
          "views": ["a": ["type": "text", "font": font, "lineHeight": 10]],
          "constraints": ["H:|[a]|", "V:|[a]|"],
        ]
      ],
      "items": [["template": "t", "content": ["a": .string(text)]]],
    ]
  }

  private static func bearer(_ key: String) -> [String: String] { ["Authorization": "Bearer \(key)"] }

  private func post(
    _ bytes: [UInt8], to service: TestService, _ headers: [String: String] = [:]
  ) -> TestResponse {
    service.ask(
      .post, "/v1/fonts", headers.merging(["Content-Type": "font/ttf"]) { own, _ in own }, bytes: bytes)
  }

  private func width(
    in service: TestService, _ headers: [String: String] = [:], _ body: JSONTree = label()
  ) -> Double? {
    service.post("/v1/measurements", body, headers).json?.at("/sizes/0/width")?.number
  }

  @Test func `a font is stored once, described, listed and deleted`() throws {
    let service = try TestService()
    let first = post(Self.boxes, to: service)
    #expect(first.status == 201 && first.header("Location") == "/v1/fonts/\(SampleFont.id)")
    #expect(first.json?["id"] == .string(SampleFont.id) && first.json?["bytes"] == 860)
    #expect(first.json?.at("/families/0/name") == "Boxes")
    #expect(first.json?.at("/families/0/faces/0/weights") == [100, 900])
    let again = post(Self.boxes, to: service)
    #expect(again.status == 200 && again.json == first.json)
    let path = "/v1/fonts/\(SampleFont.id)"
    let described = service.get(path)
    #expect(described.status == 200 && described.json == first.json)
    #expect(service.get(path, ["If-None-Match": described.etag ?? ""]).status == 304)
    #expect(service.get("/v1/fonts").json?["own"] == .array([first.json!]))
    #expect(service.delete(path).status == 204)
    for response in [service.delete(path), service.get(path)] {
      #expect(response.status == 404 && response.code == "not_found")
    }
    #expect(service.get("/v1/fonts").json?["own"] == nil)
  }

  @Test func `the list of a client with fonts has another tag`() throws {
    let service = try TestService()
    let before = service.get("/v1/fonts")
    _ = post(Self.boxes, to: service)
    let after = service.get("/v1/fonts")
    #expect(before.etag != after.etag && before.json?["families"] == after.json?["families"])
    #expect(service.get("/v1/fonts", ["If-None-Match": after.etag ?? ""]).status == 304)
  }

  @Test func `sizes are those of the fonts at the time, from the first request after a change`() throws {
    let service = try TestService()
    let without = try #require(width(in: service))
    for _ in 0..<2 {
      _ = post(Self.boxes, to: service)
      #expect(width(in: service) == 18.5 && width(in: service) == 18.5)
      #expect(service.post("/v1/measurements", Self.label()).json?["warnings"] == nil)
      #expect(service.delete("/v1/fonts/\(SampleFont.id)").status == 204)
      #expect(width(in: service) == without)
      #expect(
        service.post("/v1/measurements", Self.label()).json?.at("/warnings/0/code") == "font_family_missing")
    }
  }

  @Test func `text that does not name the font keeps its size`() throws {
    let service = try TestService()
    let before = width(in: service, [:], Self.label(family: nil))
    _ = post(Self.boxes, to: service)
    #expect(width(in: service, [:], Self.label(family: nil)) == before)
  }

  @Test func `a size is remembered as long as the fonts are the same`() throws {
    let service = try TestService()
    _ = post(Self.boxes, to: service)
    _ = width(in: service)
    let before = try #require(service.service.cells.loaded?.counts)
    _ = width(in: service)
    let after = try #require(service.service.cells.loaded?.counts)
    #expect(after.measured == before.measured && after.recalled == before.recalled + 1)
  }

  @Test func `an owner neither sees nor measures with the fonts of another`() throws {
    let service = try TestService { $0.keys = ["alpha", "beta"] }
    let (alpha, beta) = (Self.bearer("alpha"), Self.bearer("beta"))
    #expect(post(Self.boxes, to: service).status == 401)
    #expect(post(Self.boxes, to: service, alpha).status == 201)
    #expect(width(in: service, alpha) == 18.5)
    #expect(width(in: service, beta) != 18.5)
    #expect(service.get("/v1/fonts", beta).json?["own"] == nil)
    let path = "/v1/fonts/\(SampleFont.id)"
    #expect(service.get(path, beta).status == 404 && service.delete(path, beta).status == 404)
    // Each has the same file as a font of its own.
    #expect(post(Self.boxes, to: service, beta).status == 201)
    #expect(service.delete(path, alpha).status == 204)
    #expect(width(in: service, beta) == 18.5 && width(in: service, alpha) != 18.5)
  }

  @Test func `a collection has the fonts of its owner, and old sizes until they are invalidated`() throws {
    let service = try TestService()
    func collection(_ id: String) -> JSONTree {
      var body = Self.label()
      body["id"] = .string(id)
      body["container"] = ["width": 100, "height": 60]
      body["layout"] = ["kind": "list", "rowHeight": "automatic"]
      body["sections"] = [["items": body["items"]!]]
      body["items"] = nil
      // Without a line height a line is as high as its font, which is 10 points high in Boxes.
      body["templates"]?["t"]?["views"]?["a"]?["lineHeight"] = nil
      return body
    }
    func height(_ id: String) -> Double? {
      service.get("/v1/collections/\(id)/attributes").json?.at("/attributes/0/frame/height")?.number
    }
    let created = service.post("/v1/collections", collection("before"))
    #expect(created.status == 201, "\(created.json?.description ?? "")")
    let without = height("before")
    #expect(without != nil && without != 10)
    _ = post(Self.boxes, to: service)
    #expect(height("before") == without)
    _ = service.post("/v1/collections", collection("after"))
    #expect(height("after") == 10)
    let invalidated = service.post("/v1/collections/before/invalidations", ["everything": true])
    #expect(invalidated.status == 200, "\(invalidated.json?.description ?? "")")
    #expect(height("before") == 10)
  }

  @Test func `a key has so many fonts, and all keys together so many bytes`() throws {
    let service = try TestService {
      $0.keys = ["alpha", "beta"]
      $0.ownFonts.perOwner = 2
    }
    let fonts = (1...3).map { SampleFont.letter(width: $0).bytes }
    #expect(fonts.prefix(2).map { post($0, to: service, Self.bearer("alpha")).status } == [201, 201])
    let refused = post(fonts[2], to: service, Self.bearer("alpha"))
    #expect(refused.status == 429 && refused.code == "too_many_fonts")
    #expect(post(fonts[0], to: service, Self.bearer("alpha")).status == 200)
    #expect(post(fonts[2], to: service, Self.bearer("beta")).status == 201)
    let (count, bytes) = service.service.ownFonts.usage
    #expect(count == 3 && bytes > 3 * 860)

    let small = try TestService { $0.ownFonts.memory = bytes / 3 }
    #expect(post(fonts[0], to: small).status == 201)
    #expect(post(fonts[1], to: small).code == "too_many_fonts")
    _ = small.delete("/v1/fonts/\(OwnFont.id(of: fonts[0]))")
    #expect(small.service.ownFonts.usage == (0, 0) && post(fonts[1], to: small).status == 201)
  }

  @Test func `a file may have so many bytes`() throws {
    let service = try TestService { $0.ownFonts.fileBytes = 860 }
    #expect(post(Self.boxes, to: service).status == 201)
    let refused = post(Self.boxes + [0], to: service)
    #expect(refused.status == 413 && refused.code == "font_too_large")
    let off = try TestService { $0.ownFonts.perOwner = 0 }
    #expect(post(Self.boxes, to: off).code == "too_many_fonts")
  }

  @Test(arguments: [
    "font/ttf", "font/otf", "font/woff2", "font/collection", "FONT/TTF", "application/octet-stream",
  ])
  func `the types of fonts are taken`(type: String) throws {
    #expect(post(Self.boxes, to: try TestService(), ["Content-Type": type]).status == 201)
  }

  @Test(arguments: ["application/json", "text/plain", "font/woff", "font"])
  func `other types are not`(type: String) throws {
    let refused = post(Self.boxes, to: try TestService(), ["Content-Type": type])
    #expect(refused.status == 415 && refused.header("Accept-Post")?.contains("font/woff2") == true)
  }

  @Test func `a broken font is rejected with the reason`() throws {
    let service = try TestService()
    for (bytes, reason) in [
      (Array("{}".utf8), "no TrueType"), (SampleFont.zeroing("cmap").bytes, "cmap"),
      (SampleFont.zeroing("name").bytes, "name"), (Array(SampleFont.compressed.dropLast(9)), "damaged"),
    ] {
      let refused = post(bytes, to: service)
      #expect(refused.status == 422 && refused.code == "invalid_font")
      #expect(refused.detail?.contains(reason) == true, "\(refused.detail ?? "")")
    }
    #expect(service.service.ownFonts.usage == (0, 0))
  }

  @Test func `the measurers of some owners are in memory, and the others are made anew`() throws {
    let keys = (0..<40).map { "key \($0)" }
    let service = try TestService { $0.keys = keys }
    for _ in 0..<2 {
      for key in keys {
        if post(Self.boxes, to: service, Self.bearer(key)).status == 201 { continue }
        #expect(width(in: service, Self.bearer(key)) == 18.5)
      }
    }
  }
}
