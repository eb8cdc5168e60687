import Collections
import Diagnostics
import HTTPServer
import Support
import Wire

/// The outcome of reading the configuration again.
public struct ReloadReport: Sendable {
  /// The names of the settings that are in force with other values.
  public var changed: [String]
  /// The names of those that a start puts into force.
  public var afterRestart: [String]

  /// Creates a report of the names of settings.
  public init(changed: [String], afterRestart: [String]) {
    self.changed = changed
    self.afterRestart = afterRestart
  }
}

/// The outcome of putting a configuration into force.
public struct Replacement: Sendable {
  /// Whether texts are measured with other fonts from now on.
  public var hasOtherFonts: Bool
  /// A sentence for the operator about each file of a font that was skipped.
  public var warnings: [String]
}

/// The reason why a configuration was not put into force, in a sentence for the operator. Nothing has changed.
public struct ReloadError: Error, CustomStringConvertible {
  public var description: String

  /// Creates an error of a sentence.
  public init(description: String) { self.description = description }
}

extension Service {
  /// Puts the keys, secrets, lifetime of tokens, origins, quotas and fonts of a configuration into force. Connections stay
  /// open. Streams end whose key or token is not valid any more.
  ///
  /// - Throws: `ReloadError`; everything is as before then.
  /// - Complexity: O(n) for n keys, streams, tenants and files of fonts, and for the bytes of the fonts of new tenants and
  ///   of those that have changed.
  public func reload(_ configuration: ServiceConfiguration) throws(ReloadError) -> Replacement {
    let new = Access(configuration)
    guard access.keys.isOpen || !new.keys.isOpen else {
      throw ReloadError(
        description: "There are no keys any more, which would let everyone in; restart the service for that.")
    }
    let (stored, owners) = (collections.usageOfOwners, new.keys.owners)
    let fonts = try Problem.rethrown(as: { ReloadError(description: $0.detail) }, from: ownFonts.counts())
    for (name, old) in KeyEntry.renamings(configuration.keys)
    where (stored[old] != nil || fonts[old] != nil) && !owners.contains(old) {
      throw ReloadError(
        description:
          "A key has become one of the tenant \(name), and \(old) has collections or fonts of it: restart the service, which "
          + "gives them to \(name), or name the tenant \(old).")
    }
    let (before, cells) = (self.cells, try reloadedCells(configuration.fonts))
    var warnings = cells.fontWarnings
    do throws(JournalError) { warnings += try ownFonts.load(owners) } catch {
      var reason = "The fonts of a tenant cannot be read."
      if case .unavailable(let text) = error { reason = text }
      throw ReloadError(description: reason)
    }
    ownFonts.replaceServer(cells)
    replaceAccess(new)
    replaceQuotas(configuration, tenants: owners.count)
    events.endStreams { new.admits($0) }
    return Replacement(hasOtherFonts: cells !== before, warnings: warnings)
  }

  private func reloadedCells(_ paths: [String]) throws(ReloadError) -> CellSizing {
    do throws(Problem) { return try cells.reloaded(paths) } catch {
      let reason = error.cause ?? error.detail
      throw ReloadError(description: reason.prefix(1).uppercased() + reason.dropFirst() + ".")
    }
  }
}
