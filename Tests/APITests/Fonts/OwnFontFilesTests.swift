import Foundation
import TestSupport
import Testing

@testable import API

/// Fonts of clients in files.
struct OwnFontFilesTests {
  private let folder = TemporaryFiles.path("fonts")

  private func service(
    keys: [String] = [], _ configure: (inout ServiceConfiguration) -> Void = { _ in }
  ) throws -> TestService {
    try TestService {
      $0.keys = keys
      $0.ownFontFolder = folder
      configure(&$0)
    }
  }

  private func add(_ font: SampleFont, to service: TestService, key: String? = nil) -> Int {
    let headers = key.map { ["Authorization": "Bearer \($0)"] } ?? [:]
    return service.ask(
      .post, "/v1/fonts", headers.merging(["Content-Type": "font/ttf"]) { $1 }, bytes: font.bytes
    ).status
  }

  private func ids(_ service: TestService, key: String? = nil) -> [String] {
    let headers = key.map { ["Authorization": "Bearer \($0)"] } ?? [:]
    let own = service.get("/v1/fonts", headers).json?["own"]?.elements ?? []
    return own.compactMap { $0["id"]?.string }
  }

  @Test func `a restart has the fonts of each owner`() throws {
    let keys = ["alpha", "beta"]
    do {
      let service = try service(keys: keys)
      #expect(add(SampleFont(), to: service, key: "alpha") == 201)
      #expect(add(.named("Cubes"), to: service, key: "alpha") == 201)
      #expect(add(.letter(width: 9), to: service, key: "beta") == 201)
    }
    let again = try service(keys: keys)
    #expect(ids(again, key: "alpha").count == 2 && ids(again, key: "alpha").contains(SampleFont.id))
    #expect(ids(again, key: "beta").count == 1 && !ids(again, key: "beta").contains(SampleFont.id))
    #expect(again.service.ownFontWarnings == [])
    let deleted = again.delete("/v1/fonts/\(SampleFont.id)", ["Authorization": "Bearer alpha"])
    #expect(deleted.status == 204)
    #expect(ids(try service(keys: keys), key: "alpha").count == 1)
    #expect(ids(try service(keys: ["gamma"]), key: "gamma") == [])
  }

  @Test func `a damaged file and one with another name are skipped with warnings`() throws {
    do {
      let service = try service()
      #expect(add(SampleFont(), to: service) == 201 && add(.named("Cubes"), to: service) == 201)
    }
    let file = folder + "/everyone/" + SampleFont.id
    var bytes = SampleFont().bytes
    bytes[500] ^= 1
    try Data(bytes).write(to: URL(filePath: file))
    try Data(bytes).write(to: URL(filePath: folder + "/everyone/notes"))
    let again = try service()
    #expect(ids(again).count == 1)
    let warnings = again.service.ownFontWarnings
    #expect(warnings.count == 2)
    #expect(warnings.allSatisfy { $0.contains("/everyone/") && $0.contains("skipped") })
    // Sent again, it replaces the damaged file.
    #expect(add(SampleFont(), to: again) == 201)
    #expect(ids(try service()).count == 2)
  }

  @Test func `fonts that lower limits leave no room for are skipped`() throws {
    do { #expect(add(SampleFont(), to: try service()) == 201) }
    let warnings = try service { $0.ownFonts.memory = 100 }.service.ownFontWarnings
    #expect(warnings.count == 1 && warnings[0].contains("too much memory"))
    #expect(try service { $0.ownFonts.fileBytes = 100 }.service.ownFontWarnings.count == 1)
    #expect(ids(try service()) == [SampleFont.id])
  }

  @Test func `a font that cannot be stored is refused, and not used`() throws {
    let parent = TemporaryFiles.path("file")
    _ = FileManager.default.createFile(atPath: parent, contents: nil)
    let service = try TestService { $0.ownFontFolder = parent + "/fonts" }
    #expect(add(SampleFont(), to: service) == 503)
    #expect(ids(service) == [])
  }
}
