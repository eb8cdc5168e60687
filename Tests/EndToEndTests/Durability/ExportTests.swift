import Foundation
import TestSupport
import Testing

/// Exports and imports over sockets and on the command line, between real stores.
struct ExportTests {
  private static let type = ["Content-Type: application/x-ndjson"]

  /// Creates collections, each with an item more than the one before and a change.
  private func fill(_ service: RunningService, _ ids: [String]) throws {
    for (number, id) in ids.enumerated() {
      let items = (0...number).map { #"{"id":"i\#($0)","size":[320,\#(20 + $0)]}"# }.joined(separator: ",")
      let body =
        #"{"id":"\#(id)","container":{"width":320,"height":100},"layout":{"kind":"list"},"#
        + #""bounds":[0,0,320,100],"sections":[{"id":"s","items":[\#(items)]}]}"#
      let created = try service.ask(
        "POST", "/v1/collections", ["Content-Type: application/json"], body: Array(body.utf8))
      try #require(created.status == 201, "\(created.text)")
      try #require(service.insert("n", into: id).status == 200)
    }
  }

  /// The responses that show a collection.
  private func seen(_ service: RunningService, _ id: String) throws -> [JSONTree?] {
    try ["", "/attributes", "/viewports", "/history?since=1&scope=all"].map {
      try service.ask("GET", "/v1/collections/\(id)\($0)").json
    }
  }

  /// The export of all collections, as curl reads it to its end.
  private func export(_ service: RunningService, _ query: String = "") throws -> [UInt8] {
    let address = "http://\(service.address)/v1/export?history=true\(query)"
    let process = try ChildProcess("/usr/bin/env", ["curl", "-sS", "--fail", address])
    #expect(process.waitForExit() == 0, "\(process.errors)")
    return process.output
  }

  private func lines(_ bytes: [UInt8]) throws -> [JSONTree] {
    try bytes.split(separator: UInt8(ascii: "\n")).map { try JSONTree(parsing: Array($0)) }
  }

  @Test func `a tenant's collections move from a file into memory over sockets, and are the same`() throws {
    let store = StoreFile()
    let source = try store.serve(), target = try RunningService()
    let ids = (0..<30).map { "c\($0 + 10)" }
    try fill(source, ids)
    let bytes = try export(source)
    let all = try lines(bytes)
    #expect(all.filter { $0["type"] == "collection" }.compactMap { $0["id"]?.string } == ids)
    #expect(all.last?["collections"] == 30 && all.last?["lines"]?.int == all.count - 1)
    let report = try target.ask("POST", "/v1/import", Self.type, body: bytes)
    #expect(report.status == 200 && report.json?["collections"]?.elements?.count == 30, "\(report.text)")
    for id in ids { try #expect(seen(target, id) == seen(source, id)) }
    let some = try lines(export(source, "&prefix=c3&after=c37"))
    #expect(some.filter { $0["type"] == "collection" }.compactMap { $0["id"]?.string } == ["c38", "c39"])
    let one = try source.ask("GET", "/v1/collections/c10/export?history=true")
    // A collection has the same lines in both, behind a header.
    #expect(one.status == 200)
    try #expect(Array(lines(one.body)[1...3]) == Array(all[1...3]))
    let none = try source.ask("GET", "/v1/export?after=a/b")
    #expect(none.status == 400)
  }

  @Test func `an empty tenant has an export without collections, which can be imported`() throws {
    let service = try RunningService()
    let bytes = try export(service)
    try #expect(lines(bytes).map { $0["type"] } == ["header", "end"])
    let report = try service.ask("POST", "/v1/import", Self.type, body: bytes)
    #expect(report.status == 200 && report.json?["collections"] == [])
  }

  @Test func `a damaged collection is named in the export, and the others are in it`() throws {
    let store = StoreFile()
    let service = try store.serve()
    try fill(service, ["a", "b", "c"])
    service.stop()
    try store.shell(
      "UPDATE bases SET bytes = zeroblob(40) "
        + "WHERE collection = (SELECT collection FROM collections WHERE id = 'b')")
    let again = try store.serve()
    let all = try lines(export(again))
    #expect(all.filter { $0["type"] == "collection" }.compactMap { $0["id"]?.string } == ["a", "c"])
    #expect(all.filter { $0["type"] == "skipped" }.compactMap { $0["id"]?.string } == ["b"])
  }

  @Test func `the command line exports a store, and imports into another one, twice`() throws {
    let store = StoreFile(), other = StoreFile()
    let service = try store.serve()
    try fill(service, ["a", "b", "c"])
    let before = try ["a", "b", "c"].map { try seen(service, $0) }
    let busy = try tessera("store", "export", "sqlite:\(store.path)", "everyone")
    #expect(busy.exitCode == 1 && busy.errors.contains(store.path))
    service.stop()
    let export = try tessera("store", "export", "sqlite:\(store.path)", "everyone", "--history")
    #expect(
      export.exitCode == 0 && export.errors.hasSuffix("exported collections: 3 of 3\n"), "\(export.errors)")
    try #expect(lines(export.output).last?["collections"] == 3)
    let file = TemporaryFiles.path("export.ndjson")
    try Data(export.output).write(to: URL(filePath: file))
    for printed in ["imported 3 collections; 0 were", "imported 0 collections; 3 were"] {
      let done = try tessera("store", "import", "sqlite:\(other.path)", "acme", file)
      #expect(done.exitCode == 0 && done.outputText.hasPrefix(printed), "\(done.outputText)\(done.errors)")
      #expect(done.errors.hasSuffix("imported collections: 3 of 3\n"))
    }
    let given = try tessera("store", "reassign", "sqlite:\(other.path)", "acme", "everyone")
    #expect(given.exitCode == 0)
    let target = try other.serve()
    try #expect(["a", "b", "c"].map { try seen(target, $0) } == before)
  }

  @Test(.enabled(if: PostgresServer.isInstalled, "PostgreSQL cannot be started here"))
  func `an export of a file is imported into PostgreSQL`() throws {
    let server = try PostgresServer.shared.get()
    let environment = ["TESSERA_STORE_URL": server.url()]
    let location = "postgres:t_" + String(UInt64.random(in: 0..<1 << 40), radix: 36)
    let store = StoreFile()
    let service = try store.serve()
    try fill(service, ["a", "b"])
    let before = try ["a", "b"].map { try seen(service, $0) }
    let file = TemporaryFiles.path("export.ndjson")
    try Data(export(service)).write(to: URL(filePath: file))
    let done = try tessera("store", "import", location, "everyone", file, environment: environment)
    #expect(done.exitCode == 0, "\(done.errors)")
    let target = try RunningService("--store", location, environment: environment)
    try #expect(["a", "b"].map { try seen(target, $0) } == before)
    target.stop()
    let back = try tessera("store", "export", location, "everyone", "--history", environment: environment)
    // Between the first line and the last they are the same: stored forms do not depend on the store.
    try #expect(lines(back.output).dropFirst().dropLast() == lines(export(service)).dropFirst().dropLast())
  }

  @Test func `a file that is cut or changed is not imported, and neither is one that is not there`() throws {
    let store = StoreFile(), other = StoreFile()
    let service = try store.serve()
    try fill(service, ["a", "b"])
    let bytes = try export(service)
    let file = TemporaryFiles.path("export.ndjson")
    let rows = bytes.split(separator: UInt8(ascii: "\n"))
    let cut = Array(rows.dropLast().joined(separator: [UInt8(ascii: "\n")]))
    let changed = Array(
      String(decoding: bytes, as: UTF8.self).replacing(#""id":"b""#, with: #""id":"x""#).utf8)
    for (content, reason) in [
      (cut, "The export is not complete"), (changed, "/sha256"), (Array("no export".utf8), "Line 1, column"),
      ([], "It has no lines"),
    ] {
      try Data(content).write(to: URL(filePath: file))
      let done = try tessera("store", "import", "sqlite:\(other.path)", "everyone", file)
      #expect(done.exitCode == 1 && done.errors.contains(reason), "\(done.errors)")
    }
    let tenants = try tessera("store", "tenants", "sqlite:\(other.path)")
    #expect(tenants.outputText.split(separator: "\n").count == 1)
    let missing = try tessera("store", "import", "sqlite:\(other.path)", "everyone", file + ".none")
    #expect(missing.exitCode == 1 && missing.errors.contains("cannot be read"))
    let nameless = try tessera("store", "import", "sqlite:\(other.path)", "a/b", file)
    #expect(nameless.exitCode == 64 && nameless.errors.contains("TENANT is a/b"))
    service.stop()
    let unknown = try tessera("store", "export", "sqlite:\(store.path)", "acme")
    #expect(unknown.exitCode == 1 && unknown.errors.contains("no collections of the tenant acme"))
    let single = try tessera("store", "export", "sqlite:\(store.path)", "everyone", "--collection", "none")
    #expect(single.exitCode == 1 && single.errors.contains("no collection none"))
  }
}
