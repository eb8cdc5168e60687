import Collections
import Diagnostics
import Support

/// The tenants in a store that no service uses, with their collections and fonts.
public struct StoredTenants: Sendable {
  private let journal: any Journal
  private let fonts: OwnFontFiles?

  /// Creates the tenants of a journal.
  ///
  /// - Parameter fontFolder: the path of the folder for the fonts of clients; nil if there is none.
  public init(_ journal: any Journal, fontFolder: String?) {
    self.journal = journal
    fonts = fontFolder.map { OwnFontFiles(folder: $0) }
  }

  /// A tenant of a store.
  public struct Tenant: Hashable, Sendable {
    /// The stored name: empty for the tenant of a service without keys.
    public var owner: String
    /// The number of collections and of their items.
    public var collections: CollectionUsage
    /// The number of fonts.
    public var fonts: Int
  }

  /// Returns the tenants that have something in the store, in the order of their names.
  ///
  /// - Throws: an error if the store cannot be read.
  public func all() throws(JournalError) -> [Tenant] {
    let usage = try journal.usage().wait()
    let counts = try Self.reporting { () throws(SystemError) -> [String: Int] in try fonts?.counts() ?? [:] }
    return Set(usage.keys).union(counts.keys).sorted().map { owner in
      Tenant(owner: owner, collections: usage[owner] ?? CollectionUsage(), fonts: counts[owner] ?? 0)
    }
  }

  /// Gives all collections, requests and fonts of a tenant to another, except the collections of which the other has one
  /// with the same id.
  ///
  /// - Throws: an error if the store cannot be written. Another call then does the rest.
  public func reassign(_ owner: String, to other: String) throws(JournalError) -> Reassignment {
    try Self.reporting { () throws(SystemError) in _ = try fonts?.move(owner, to: other) }
    return try journal.reassign(owner, to: other).wait()
  }

  /// Erases all collections, requests and fonts of a tenant, and returns the number of collections.
  ///
  /// - Throws: an error if the store cannot be written. Another call then does the rest.
  /// - Complexity: O(n) for n rows of the tenant.
  public func delete(_ owner: String) throws(JournalError) -> Int {
    try Self.reporting { () throws(SystemError) in _ = try fonts?.removeAll(of: owner) }
    var count = 0
    while true {
      let ids = try journal.ids(of: owner, after: nil, limit: Self.idsAtOnce).wait()
      guard !ids.isEmpty else {
        try journal.deleteRequests(of: owner).wait()
        return count
      }
      var deletions: [Pending<Void, JournalError>] = []
      for key in ids.map({ CollectionKey(owner: owner, id: $0) }) {
        guard let head = try journal.head(of: key).wait() else { continue }
        deletions.append(
          journal.delete(CollectionIncarnation(key, head.incarnation), ifVersion: nil, erases: true))
      }
      for deletion in deletions { try deletion.wait() }
      count += deletions.count
    }
  }

  /// The number of collections that are deleted at a time: a journal makes their deletion durable together.
  private static let idsAtOnce = 1000

  private static func reporting<Value>(
    _ body: () throws(SystemError) -> Value
  ) throws(JournalError) -> Value {
    try SystemError.rethrown(
      as: { $0.isOutOfSpace ? JournalError.full : .unavailable("The folder of fonts fails: \($0).") },
      from: body())
  }

  /// Gives tenants with names the collections and fonts that were stored for their keys before the keys had names.
  ///
  /// - Parameter keys: the keys as operators write them.
  /// - Returns: a sentence for the operator about each tenant that got something.
  /// - Throws: an error if the store cannot be read or written.
  public func adopt(_ keys: [String]) throws(JournalError) -> [String] {
    let present = Set(try all().map(\.owner))
    let owners = Set(Keys(keys).owners)
    var sentences: [String] = []
    for (name, old) in KeyEntry.renamings(keys) where present.contains(old) && !owners.contains(old) {
      let outcome = try reassign(old, to: name)
      let rest =
        outcome.left == 0
        ? "" : ", except \(outcome.left), of which it has others with the same ids, or which are damaged"
      sentences.append(
        "the tenant \(name) has taken over \(outcome.moved) collections of its key, which were stored for "
          + "\(old)\(rest)")
    }
    return sentences
  }
}
