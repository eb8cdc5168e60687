import ArgumentParser
import Collections
import Foundation

/// `tessera store`: works on stored collections without a server.
struct Store: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Work on stored collections without a server.",
    subcommands: [Copy.self, Backup.self, Vacuum.self, Tenants.self, Reassign.self, Delete.self])

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

    func run() throws {
      let configuration = try ServeConfiguration.fromEnvironment()
      let source = try StoreLocation(argument: from, "FROM"), target = try StoreLocation(argument: to, "TO")
      guard source != target else { throw CopyFailure("\(from) and \(to) are the same store.") }
      let opened = try source.openExisting(configuration)
      defer { opened.close() }
      let filled = try target.open(configuration).journal
      defer { filled.close() }
      do throws(JournalCopyError) {
        let copied = try JournalCopy(from: opened, to: filled).run()
        print(
          "copied \(copied.collections) collections with \(copied.items) items and \(copied.changes) changes; "
            + "both stores are the same")
      } catch {
        throw CopyFailure(error, from: from, to: to)
      }
    }
  }
}

extension StoreLocation {
  /// Creates the location that an argument of a command names.
  ///
  /// - Throws: a `ValidationError` for one that does not outlive the process.
  init(argument text: String, _ name: String) throws {
    guard let location = ValueFormat.store.parse(text), location != .memory else {
      throw ValidationError(
        "\(name) is \(text), and takes a store that outlives the process, such as sqlite:PATH.")
    }
    self = location
  }

  /// Opens the journal of a store that exists.
  func openExisting(_ configuration: ServeConfiguration) throws -> any Journal {
    if let path = file(dataDirectory: configuration.dataDirectory),
      !FileManager.default.fileExists(atPath: path)
    {
      throw StartError(description: "There is no store at \(path).")
    }
    return try open(configuration).journal
  }
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
        "The collection \(id) is not the same in \(from) and \(to). Stop every service that uses them, empty "
        + "\(to), and copy again."
    case .differs(nil):
      description = "\(from) and \(to) do not have the same collections. Empty \(to), and copy again."
    }
  }
}

extension JournalError {
  /// The reason in a clause, for an operator.
  var text: String {
    switch self {
    case .exists: "it exists"
    case .missing: "it is gone"
    case .conflict(let version): "it is at version \(version)"
    case .repeated: "its request is stored already"
    case .limit: "its owner has as many collections as are allowed"
    case .full: "there is no space left"
    case .unavailable(let reason), .outcomeUnknown(let reason), .damaged(let reason):
      reason.hasSuffix(".") ? String(reason.dropLast()) : reason
    }
  }
}
