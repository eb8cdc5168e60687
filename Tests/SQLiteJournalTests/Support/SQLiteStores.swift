import Foundation
import LayoutEngine
import Support
import TestSupport

@testable import CollectionModel
@testable import Collections
@testable import SQLiteJournal

/// Reads the layout of all collections here.
final class ListReading: LayoutReading {
  func layout(_ words: [UInt8]) -> LayoutKind { .list(ListLayout()) }
}

extension SQLiteJournal {
  convenience init(_ path: String) throws(SQLiteOpeningError) {
    try self.init(path: path, reading: ListReading())
  }

  /// Holds the journal's thread while a body runs, so that all writes of the body are one group.
  func grouping(_ body: () -> Void) {
    let (isHeld, isDone) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let release = startConcurrently(1) {
      self.writes.queue.sync {
        isHeld.signal()
        isDone.wait()
      }
    }
    isHeld.wait()
    body()
    isDone.signal()
    release()
  }

  /// Runs statements on the connection that writes.
  func execute(_ sql: String) {
    writes.queue.sync { rows.writer.withLock { try! $0!.connection.execute(sql) } }
  }

  /// Returns the first number that a statement returns on the connection that writes.
  func number(_ sql: String) -> Int {
    writes.queue.sync { rows.writer.withLock { try! $0!.connection.number(sql) } }
  }
}

extension CollectionKey {
  init(_ id: String) { self.init(owner: "ann", id: id) }
}

extension JournalBase {
  /// A list at a version, its one item called by a word.
  init(_ version: Int = 1, _ word: String = "item") {
    var items = ItemSequenceBuilder()
    items.append(Item(id: word))
    var state = CollectionState(
      sections: SectionList([Section(id: "s", items: items.finish())]),
      layout: LayoutChoice(kind: .list(ListLayout()), jsonText: Array("list".utf8)),
      main: Viewport(container: Container(size: Size(width: 100, height: 60)), containerJSON: []))
    state.version = version
    self.init(state)
  }
}

extension JournalEntry {
  /// An entry that makes a version of such a list, by which it gets an item called by a word.
  init(_ version: Int, _ word: String = "item") {
    let update = BatchUpdate(.insertItems(at: [IndexPath(section: 0, item: 0)], [Item(id: word)]))
    self.init(.updates([update]), making: JournalBase(version).state)
  }
}

/// The error of a journal's outcome; nil where the entry is stored.
func failure(_ pending: Pending<Void, JournalError>) -> JournalError? {
  do throws(JournalError) { try pending.wait() } catch { return error }
  return nil
}

/// Why a store cannot be opened; nil where it can.
func openingError(_ path: String) -> SQLiteOpeningError? {
  do throws(SQLiteOpeningError) { try SQLiteJournal(path).close() } catch { return error }
  return nil
}

func contents(_ path: String) -> Data? { FileManager.default.contents(atPath: path) }

func copy(_ path: String, to other: String) throws {
  try contents(path)?.write(to: URL(filePath: other))
}

/// Random letters, of which no two texts are alike.
func letters(_ count: Int, seed: UInt64) -> String {
  var random = SeededGenerator(seed: seed)
  return String(decoding: (0..<count).map { _ in UInt8(97 + random.integer(0...25)) }, as: UTF8.self)
}
