import Foundation
import TestSupport
import Testing

/// The service refuses to start on a store that it cannot use, and leaves the store as it is.
struct StoreRefusalTests {
  /// Starts on a path, and returns the sentence of the error.
  private func refusal(_ path: String) throws -> String {
    let process = try tessera("serve", "--listen", "127.0.0.1:0", "--store", "sqlite:\(path)")
    #expect(process.exitCode != nil && process.exitCode != 0)
    #expect(process.errors.contains(path) && !process.errors.contains("listens on"))
    return process.errors
  }

  /// A store with a collection in it.
  private func madeStore() throws -> StoreFile {
    let store = StoreFile()
    let service = try store.serve()
    _ = try service.keep("c", (0..<3000).map { "a row with a long name \($0)" })
    #expect(service.stop() == 0)
    return store
  }

  @Test func `a directory is no store`() throws {
    let path = TemporaryFiles.path("directory")
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    #expect(try refusal(path).contains("Give a file"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: path) == [])
  }

  @Test func `where nothing can be written is no store`() throws {
    #expect(try refusal("/proc/store.sqlite").contains("may write"))
    #expect(try refusal("/proc/no/such/directory/store.sqlite").contains("may write"))
  }

  @Test(arguments: [1, 500, 5000, 100_000]) func `a file that is not a database is left as it is`(size: Int)
    throws
  {
    let store = StoreFile()
    var random = SeededGenerator(seed: UInt64(size))
    let bytes = (0..<size).map { _ in UInt8(random.integer(0...255)) }
    try store.write(bytes)
    #expect(try refusal(store.path).contains("is damaged or is no SQLite database"))
    #expect(store.bytes == bytes)
  }

  @Test(arguments: [4096, 20_000, 60_000]) func `a store of which the end is missing is left as it is`(
    size: Int
  ) throws {
    let store = try madeStore()
    let bytes = Array(try #require(store.bytes).prefix(size))
    try store.write(bytes)
    #expect(try refusal(store.path).contains("Put a backup in its place"))
    #expect(store.bytes == bytes)
  }

  @Test func `a store of a later version is left as it is`() throws {
    let store = try madeStore()
    try store.shell("PRAGMA user_version = 900")
    let bytes = store.bytes
    #expect(try refusal(store.path).contains("schema 900"))
    #expect(store.bytes == bytes)
  }

  @Test(arguments: ["CREATE TABLE notes (words TEXT)", "PRAGMA application_id = 77"])
  func `another program's database is left as it is`(statement: String) throws {
    let store = StoreFile()
    try store.shell(statement)
    let bytes = store.bytes
    #expect(try refusal(store.path).contains("another program"))
    #expect(store.bytes == bytes)
  }

  @Test func `a second server over the same file is refused, by whatever name`() throws {
    let store = StoreFile()
    let service = try store.serve()
    _ = try service.keep("c", ["a"])
    #expect(try refusal(store.path).contains("in use"))
    let link = TemporaryFiles.path("link.sqlite")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: store.path)
    #expect(try refusal(link).contains("in use"))
    #expect(try service.insert("b", into: "c").status == 200)
    service.process.signal(9)
    service.process.waitForExit()
    #expect(try StoreFile(link).serve().items(of: "c").ids == ["b", "a"])
  }
}
