import Collections
import TestSupport
import Testing
import Wire

@testable import API

/// `GET …/export` and `POST /v1/import`: a collection is the same on another server.
struct ImportTests {
  /// The responses that show all of a collection.
  private func seen(_ service: TestService, history: Bool) -> [JSONTree] {
    var targets = [Kept.path, Kept.attributes, "\(Kept.attributes)?viewport=wall", "\(Kept.path)/viewports"]
    if history { targets.append("\(Kept.path)/history?since=1&scope=all") }
    return targets.map { service.get($0).json ?? .null }
  }

  @Test(arguments: [true, false])
  func `an imported collection has the items, layout, sizes, viewports and version of the exported one`(
    history: Bool
  ) throws {
    let source = try TestService(), target = try TestService()
    try #require(source.fill())
    let export = source.get("\(Kept.path)/export?history=\(history)")
    #expect(export.status == 200 && export.etag?.hasPrefix("\"4.") == true)
    #expect(export.header("Content-Type") == "application/x-ndjson")
    let report = target.importing(export.bytes)
    #expect(report.status == 200, "\(report.detail ?? "")")
    let expected: JSONTree = [["id": "c", "version": 4, "itemCount": 4, "outcome": "imported"]]
    #expect(report.json?["collections"] == expected && report.json?["skipped"] == [])
    for (there, here) in zip(seen(target, history: history), seen(source, history: history)) {
      #expect(there.difference(from: here) == nil)
    }
    // Only an export with the changes has a history.
    #expect(target.get("\(Kept.path)/history?since=1&scope=all").status == (history ? 200 : 410))
    #expect(target.update(Kept.anonymous).version == 5)
  }

  @Test func `an export has a header, the collection with its parts, and an end with the digest of them`()
    throws
  {
    let service = try TestService()
    try #require(service.fill())
    let export = service.exported(history: true)
    #expect(export.types == ["header", "collection", "base", "entry", "entry", "entry", "viewport", "end"])
    #expect(export.values[0]["format"] == 1 && export.values[0]["history"] == true)
    let collection: JSONTree = ["type": "collection", "id": "c", "version": 4, "itemCount": 4]
    #expect(export.values[1] == collection)
    #expect(export.values[2...5].map { $0["version"]?.int } == [1, 2, 3, 4])
    #expect(export.values[6]["name"] == "wall")
    #expect(export.bytes == export.sealed)
    #expect(service.exported(history: false).types == ["header", "collection", "base", "viewport", "end"])
  }

  @Test func `a long stored form takes several lines`() throws {
    let source = try TestService(), target = try TestService()
    // Each id has more than 100 bytes, so the base has more than 2 × 48 KiB.
    let ids = (0..<1000).map { "\($0) " + String(repeating: "x", count: 100) }
    try #require(source.create("c", Kept.rows(ids)).status == 201)
    let export = source.exported(history: false)
    #expect(export.types.count { $0 == "base" } >= 3)
    #expect(export.values.filter { $0["type"] == "base" }.dropLast().allSatisfy { $0["more"] == true })
    #expect(export.lines.allSatisfy { $0.utf8.count < 70_000 })
    #expect(target.importing(export.bytes).status == 200)
    #expect(target.ids == ids)
  }

  @Test func `an import that is sent again changes nothing, and one of another collection is refused`() throws
  {
    let source = try TestService(), target = try TestService()
    try #require(source.fill())
    let export = source.exported(history: true)
    #expect(target.importing(export.bytes).status == 200)
    let again = target.importing(export.bytes)
    #expect(again.status == 200 && again.json?.at("/collections/0/outcome") == "unchanged")
    #expect(target.version == 4 && target.service.collections.usage.collections == 1)
    try #require(target.update(Kept.anonymous).status == 200)
    let refused = target.importing(export.bytes)
    #expect(refused.status == 409 && refused.code == "collection_exists" && refused.json?["line"] == 2)
    #expect(target.version == 5)
    #expect(target.delete(Kept.path).status == 204)
    #expect(target.importing(export.bytes).status == 200)
    #expect(target.version == 4)
  }

  @Test func `If-Match names the version to export`() throws {
    let service = try TestService()
    try #require(service.fill())
    #expect(service.get("\(Kept.path)/export", ["If-Match": "\"4\""]).status == 200)
    #expect(service.get("\(Kept.path)/export", ["If-Match": "\"3\""]).status == 412)
    #expect(service.get("\(Kept.path)/export", ["Accept": "application/json"]).status == 406)
    #expect(service.get("\(Kept.path)/export?history=1").status == 400)
    #expect(service.get("/v1/collections/none/export").status == 404)
  }

  @Test func `an export is not sent again until the collection or a stored viewport changes`() throws {
    let service = try TestService()
    try #require(service.fill())
    let path = "\(Kept.path)/export?history=true"
    let first = try #require(service.get(path).header("ETag"))
    let known = service.get(path, ["If-None-Match": first])
    #expect(known.status == 304 && known.bytes.isEmpty && known.header("ETag") == first)
    // A viewport is stored without a version.
    let viewport: JSONTree = ["container": ["width": 100, "height": 60], "bounds": [0, 0, 100, 60]]
    #expect(service.put("\(Kept.path)/viewports/other", viewport).status == 201)
    let second = service.get(path, ["If-None-Match": first])
    #expect(second.status == 200 && second.header("ETag") != first)
    #expect(first.hasPrefix("\"4.") && second.header("ETag")?.hasPrefix("\"4.") == true)
  }

  @Test func `the limits of a tenant hold for an import, which leaves nothing then`() throws {
    let source = try TestService()
    try #require(source.fill())
    let export = source.exported(history: true)
    let few = try TestService { $0.quotas[.items] = .amount(3) }
    #expect(few.importing(export.bytes).code == "too_many_collections")
    #expect(few.get(Kept.path).status == 404)
    #expect(few.service.collections.usage == CollectionUsage())
    let small = try TestService { $0.limits.items = 3 }
    #expect(small.importing(export.bytes).code == "too_many_items")
    let short = try TestService { $0.collections.collectionBytes = 64 }
    #expect(short.importing(export.bytes).code == "collection_too_large")
    let narrow = try TestService { $0.limits.viewports = 1 }
    #expect(narrow.importing(export.bytes).status == 429)
    for service in [small, short, narrow] { #expect(service.get(Kept.path).status == 404) }
  }

  @Test func `the collections of one import take memory together`() throws {
    let source = try TestService(), ids = (0..<400).map { "\($0)" }
    var all = Exported([])
    for name in ["a", "b", "c", "d"] {
      try #require(source.create(name, Kept.rows(ids)).status == 201)
      let one = Exported(source.get("/v1/collections/\(name)/export").bytes)
      all.lines = (all.lines.isEmpty ? [one.lines[0]] : all.lines.dropLast()) + one.lines.dropFirst()
    }
    let base = try CollectionState(stored: all.stored(2), reading: StoredLayouts())
    let bytes = RequestCost(layingOut: base.sections, as: base.layout.kind).bytes
    let target = try TestService { $0.limits.memory = 4 * all.sealed.count + 3 * bytes }
    let one = source.get("/v1/collections/a/export")
    let alone = target.importing(one.bytes)
    #expect(alone.status == 200, "\(alone.detail ?? "")")
    let refused = target.importing(all.sealed)
    #expect(refused.status == 413 && refused.code == "too_much_memory", "\(refused.detail ?? "")")
    #expect(target.service.collections.usage.collections == 1)
  }

  @Test func `a tenant exports and imports its own collections alone, and takes a key for that`() throws {
    let service = try TestService {
      $0.keys = ["acme:one", "beta:two"]
      $0.tokenSecrets = [TokenService.secret]
    }
    func key(_ text: String) -> [String: String] { ["Authorization": "Bearer \(text)"] }
    try #require(service.create("c", Kept.rows(["a"]), key("one")).status == 201)
    let export = service.get("\(Kept.path)/export", key("one"))
    #expect(export.status == 200)
    #expect(service.get("\(Kept.path)/export", key("two")).status == 404)
    let issued = service.post(
      "/v1/tokens", ["collection": "c", "rights": ["read", "scroll", "change"]], key("one"))
    let token = try #require(issued.json?["token"]?.string)
    #expect(service.get("\(Kept.path)/export", key(token)).status == 403)
    let type = ["Content-Type": "application/x-ndjson"]
    #expect(service.importing(export.bytes, type.merging(key(token)) { $1 }).status == 403)
    #expect(service.importing(export.bytes, type.merging(key("two")) { $1 }).status == 200)
    #expect(service.get(Kept.path, key("two")).version == 1)
    #expect(
      service.importing(export.bytes, key("two").merging(["Content-Type": "text/plain"]) { $1 }).status == 415
    )
  }
}
