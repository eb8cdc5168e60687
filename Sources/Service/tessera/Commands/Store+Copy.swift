import ArgumentParser
import Collections
import Foundation
import PostgresJournal

extension Store {
  /// `tessera store copy FROM TO`: copies all collections into an empty store.
  struct Copy: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Copy all collections into an empty store, and compare both.",
      discussion: """
        FROM and TO are stores as in --store. Stop every service that uses them first. The copy has the same \
        collections with their versions, histories and viewports; idempotency keys are not copied.
        """)

    @Argument(help: "The store to copy, such as sqlite:/var/lib/tessera/tessera.sqlite.")
    var from: String

    @Argument(help: "The store to fill. It is created if there is none.")
    var to: String

    @Flag(help: "Read all collections and check that TO has none, and copy nothing.")
    var dryRun = false

    @Flag(help: "Compare both stores, and copy nothing.")
    var verify = false

    func validate() throws {
      if dryRun, verify { throw ValidationError("--dry-run and --verify exclude each other.") }
    }

    func run() throws {
      let settings = try Settings.read(flags: [:], environment: ProcessInfo.processInfo.environment)
      let configuration = try ServeConfiguration(settings)
      let source = try StoreLocation(argument: from, "FROM"), target = try StoreLocation(argument: to, "TO")
      guard source != target else { throw CopyFailure("\(from) and \(to) are the same store.") }
      let opened = try source.openExisting(configuration, alone: true)
      defer { opened.close() }
      var progress = Progress()
      let note: (JournalCopy.Phase, Int, Int) -> Void = { progress.note($0.text, $1, of: $2) }
      do {
        if dryRun {
          let found = try JournalCopy.survey(opened, note)
          print("\(from) has \(found.text); \(try check(target, configuration)); nothing was copied")
          return
        }
        let filled =
          try verify
          ? target.openExisting(configuration, alone: true) : target.open(configuration, alone: true).journal
        defer { filled.close() }
        let copy = JournalCopy(from: opened, to: filled)
        let summary = try verify ? copy.compare(note) : copy.run(note)
        print(
          verify
            ? "both stores are the same: \(summary.text)" : "copied \(summary.text); both stores are the same"
        )
      } catch let error as JournalCopyError {
        throw CopyFailure(error, from: from, to: to)
      }
    }

    /// Returns what a copy would find in the place of its target, in a clause.
    ///
    /// - Throws: an error for a store that a copy would not fill.
    private func check(_ target: StoreLocation, _ configuration: ServeConfiguration) throws -> String {
      if let path = target.file(dataDirectory: configuration.dataDirectory),
        !FileManager.default.fileExists(atPath: path)
      {
        return "\(to) would be created"
      }
      let journal: any Journal
      do {
        journal = try target.openExisting(configuration, alone: true)
      } catch let error as PostgresOpeningError {
        guard case .missing = error else { throw error }
        return "\(to) would be created"
      }
      defer { journal.close() }
      try JournalCopy.requireEmpty(journal)
      return "\(to) is empty"
    }
  }
}

extension JournalCopy.Phase {
  /// What is done with collections, for the operator.
  fileprivate var text: String {
    switch self {
    case .reading: "collections read"
    case .copying: "collections copied"
    case .comparing: "collections compared"
    }
  }
}

extension JournalCopy.Summary {
  fileprivate var text: String { "\(collections) collections with \(items) items and \(changes) changes" }
}

/// The reason why a copy failed, for an operator.
private struct CopyFailure: Error, CustomStringConvertible {
  var description: String

  init(_ description: String) { self.description = description }

  init(_ error: JournalCopyError, from: String, to: String) {
    switch error {
    case .notEmpty(let collections):
      description =
        "\(to) has \(collections) collections. Nothing was copied. Give a store that is empty or new."
    case .source(let id, let reason):
      let part = id.map { "The collection \($0) of \(from)" } ?? "The store \(from) or \(to)"
      description =
        "\(part) cannot be read: \(reason.text). \(to) is not complete: empty it before the next attempt."
    case .target(let id, let reason):
      description =
        "The collection \(id) cannot be written to \(to): \(reason.text). \(to) is not complete: empty it before "
        + "the next attempt."
    case .differs(let id?):
      description =
        "The collection \(id) is not the same in \(from) and \(to). Empty \(to), and copy again."
    case .differs(nil):
      description = "\(from) and \(to) do not have the same collections. Empty \(to), and copy again."
    }
  }
}
