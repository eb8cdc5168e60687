import Foundation
import LayoutEngine
import Support
import TestSupport

@testable import CollectionModel
@testable import Collections
@testable import PostgresJournal

/// Reads the layout of all collections here.
final class ListReading: LayoutReading {
  func layout(_ words: [UInt8]) -> LayoutKind { .list(ListLayout()) }
}

/// A schema of the shared server, empty at first.
struct Store {
  let server: PostgresServer
  let schema = "t_" + String(UInt64.random(in: 0..<1 << 40), radix: 36)

  init() throws { server = try PostgresServer.shared.get() }

  init(_ server: PostgresServer) { self.server = server }

  /// Opens a journal of the schema; several are as many services.
  func open(
    port: UInt16? = nil, collectionsPerOwner: Int = .max, itemsPerOwner: Int = .max,
    patience: Duration = .seconds(60),
    doubtPatience: Duration = .seconds(60), alone: Bool = false, mayCreate: Bool = true
  ) throws -> PostgresJournal {
    var configuration = PostgresConfiguration(try ConnectionString(server.url(port: port)))
    configuration.schema = schema
    configuration.patience = patience
    configuration.doubtPatience = doubtPatience
    configuration.isAlone = alone
    configuration.mayCreate = mayCreate
    let journal = try PostgresJournal(configuration, reading: ListReading())
    var quotas = StorageQuotas()
    quotas.standard.collections = collectionsPerOwner
    quotas.standard.items = itemsPerOwner
    journal.enforce(quotas)
    return journal
  }

  /// Runs statements in the schema as the superuser.
  @discardableResult
  func run(_ sql: String) throws -> String {
    try server.run("SET search_path = \(schema); \(sql)", database: PostgresServer.role)
  }

  /// Why the store cannot be opened; nil if it can.
  func openingError() throws -> PostgresOpeningError? {
    do { try open().close() } catch let error as PostgresOpeningError { return error }
    return nil
  }
}

extension CollectionKey {
  init(_ id: String, of owner: String = "ann") { self.init(owner: owner, id: id) }
}

extension CollectionIncarnation {
  init(_ id: String, of owner: String = "ann") { self = CollectionKey(id, of: owner).firstIncarnation }
}

extension JournalBase {
  /// A list at a version, its one item called by a word.
  init(_ version: Int = 1, _ word: String = "item", items: Int = 1) {
    var builder = ItemSequenceBuilder()
    for number in 0..<items { builder.append(Item(id: number == 0 ? word : "\(word)\(number)")) }
    var state = CollectionState(
      sections: SectionList([Section(id: "s", items: builder.finish())]),
      layout: LayoutChoice(kind: .list(ListLayout()), jsonText: Array("list".utf8)),
      main: Viewport(container: Container(size: Size(width: 100, height: 60)), containerJSON: []))
    state.version = version
    self.init(state)
  }
}

extension JournalEntry {
  /// An entry that makes a version of such a list, by which it gets an item called by a word.
  init(_ version: Int, _ word: String = "item", items: Int = 1, request: RequestKey? = nil) {
    let update = BatchUpdate(.insertItems(at: [IndexPath(section: 0, item: 0)], [Item(id: word)]))
    self.init(.updates([update]), making: JournalBase(version, items: items).state, request: request)
  }
}

/// The error of a write; nil if it succeeds.
func failure(_ pending: Pending<Void, JournalError>) -> JournalError? {
  do throws(JournalError) { try pending.wait() } catch { return error }
  return nil
}
