import ArgumentParser
import Collections
import Foundation
import SQLiteJournal

extension Store {
  /// `tessera store vacuum STORE`: rewrites a store.
  struct Vacuum: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Rewrite a store, so that nothing is left in it of what was deleted.",
      discussion: """
        Stop every service that uses the store first. Meanwhile an SQLite store needs free space of up to twice the \
        size of its file: once for the log beside it, and once in the directory of temporary files (SQLITE_TMPDIR, \
        TMPDIR or /var/tmp). The file is as small as possible afterwards.
        """)

    @Argument(help: "The store, such as sqlite:/var/lib/tessera/tessera.sqlite.")
    var store: String

    func run() throws {
      let location = try StoreLocation(argument: store, "STORE")
      let journal = try location.openExisting(.fromEnvironment(), alone: true)
      defer { journal.close() }
      do throws(JournalError) { try journal.vacuum().wait() } catch {
        throw StartError(description: "\(store) fails: \(error.text).")
      }
      print("vacuumed \(store)")
    }
  }

  /// `tessera store backup STORE FILE`: copies an SQLite store, which a service may be using.
  struct Backup: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Copy an SQLite store to a new file, while a service may be changing it.",
      discussion: """
        The copy has every change that was acknowledged before, and the mode of the store's file. Fonts of clients are \
        files beside the store, and are not copied.
        """)

    @Argument(help: "The store, such as sqlite:/var/lib/tessera/tessera.sqlite.")
    var store: String

    @Argument(help: "The file to write; there must be none.")
    var file: String

    func run() throws {
      let location = try StoreLocation(argument: store, "STORE")
      guard let path = location.file(dataDirectory: try ServeConfiguration.fromEnvironment().dataDirectory)
      else {
        throw ValidationError("STORE is \(store), and takes sqlite: or sqlite:PATH; use pg_dump for others.")
      }
      try SQLiteBackup.make(of: path, at: file)
      print("copied \(store) to \(file)")
    }
  }
}

extension ServeConfiguration {
  /// The configuration that the environment sets, for a command without its flags.
  static func fromEnvironment() throws -> ServeConfiguration {
    try ServeConfiguration(Settings.read(flags: [:], environment: ProcessInfo.processInfo.environment))
  }
}
