import Foundation
import Glibc
import TestSupport
import Testing

/// `tessera store vacuum` and `tessera store backup`.
struct StoreCommandTests {
  private let store = StoreFile()

  private var location: String { "sqlite:\(store.path)" }

  private func tessera(_ arguments: String...) throws -> ChildProcess {
    let process = try ChildProcess(Repository.binary, arguments)
    process.waitForExit()
    return process
  }

  @Test func `store vacuum rewrites a store that no service uses`() throws {
    let service = try store.serve()
    _ = try service.keep("c", ["a"])
    let busy = try tessera("store", "vacuum", location)
    #expect(busy.exitCode == 1 && busy.errors.contains("in use by another process"))
    service.stop()
    try store.shell("INSERT INTO entries VALUES (7, 2, CAST('a lost secret' AS BLOB))")
    let vacuumed = try tessera("store", "vacuum", location)
    #expect(vacuumed.exitCode == 0 && vacuumed.outputText == "vacuumed \(location)\n", "\(vacuumed.errors)")
    #expect(store.bytes.map { Data($0).range(of: Data("a lost secret".utf8)) } == .some(nil))
    try #expect(store.serve().items(of: "c").ids == ["a"])
  }

  @Test func `store backup copies a store in use, with its mode`() throws {
    let service = try store.serve()
    _ = try service.keep("c", ["a"])
    let target = TemporaryFiles.path("backup.sqlite")
    let made = try tessera("store", "backup", location, target)
    #expect(made.exitCode == 0 && made.outputText == "copied \(location) to \(target)\n", "\(made.errors)")
    var status = stat()
    #expect(stat(target, &status) == 0 && status.st_mode & 0o777 == 0o600)
    let again = try tessera("store", "backup", location, target)
    #expect(again.exitCode == 1 && again.errors.contains("File exists"))
    _ = try service.insert("b", into: "c")
    try #expect(StoreFile(target).serve().items(of: "c").ids == ["a"])
  }

  @Test func `the commands refuse stores that are not there or not theirs`() throws {
    let missing = TemporaryFiles.path("none.sqlite"), target = TemporaryFiles.path("backup.sqlite")
    let vacuum = try tessera("store", "vacuum", "sqlite:\(missing)")
    #expect(vacuum.exitCode == 1 && vacuum.errors.contains("There is no store at"))
    let backup = try tessera("store", "backup", "sqlite:\(missing)", target)
    #expect(backup.exitCode == 1 && backup.errors.contains(missing))
    for command in [["vacuum", "memory:"], ["backup", "memory:", target], ["backup", "postgres:", target]] {
      let process = try ChildProcess(Repository.binary, ["store"] + command)
      #expect(process.waitForExit() == 64 && process.errors.contains("STORE is"), "\(command)")
    }
    #expect(!FileManager.default.fileExists(atPath: missing))
    #expect(!FileManager.default.fileExists(atPath: target))
  }
}
