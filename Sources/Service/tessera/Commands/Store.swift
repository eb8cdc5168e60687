import ArgumentParser
import Collections
import Foundation

/// `tessera store`: works on stored collections without a server.
struct Store: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Work on stored collections without a server.",
    subcommands: [
      Copy.self, Backup.self, Vacuum.self, Export.self, Import.self, Tenants.self, Reassign.self, Delete.self,
    ])
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
  ///
  /// - Parameter alone: whether no service may use it meanwhile. A file is never shared.
  func openExisting(_ configuration: ServeConfiguration, alone: Bool) throws -> any Journal {
    if let path = file(dataDirectory: configuration.dataDirectory),
      !FileManager.default.fileExists(atPath: path)
    {
      throw StartError(description: "There is no store at \(path).")
    }
    return try open(configuration, alone: alone, mayCreate: false).journal
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
