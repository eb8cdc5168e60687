import CollectionTestSupport
import LayoutEngine
import Support
import TestSupport

@testable import CollectionModel
@testable import Collections

/// A journal in memory that writes every value to its stored form and reads it back.
struct StoringJournal: WrappingJournal {
  let inner = MemoryJournal()
  let layouts: KnownLayouts

  private func reread(_ base: JournalBase) -> JournalBase {
    JournalBase(try! CollectionState(stored: base.bytes, reading: layouts))
  }

  private func reread(_ entry: JournalEntry) -> JournalEntry {
    var reread = try! JournalEntry(stored: entry.bytes, reading: layouts)
    reread.viewports = entry.viewports.map(self.reread)
    return reread
  }

  private func reread(_ rows: ViewportRows) -> ViewportRows {
    func reread(_ viewport: Viewport) -> Viewport {
      try! Viewport(stored: viewport.stored(), reading: layouts)
    }
    var rows = rows
    rows.main = rows.main.map { (reread($0.viewport), $0.version) }
    rows.saved = rows.saved.mapValues(reread)
    return rows
  }

  func write(
    _ write: JournalWrite, to collection: CollectionIncarnation
  ) -> Pending<Void, JournalError> {
    let reread: JournalWrite =
      switch write {
      case .create(let base, let request): .create(self.reread(base), request: request)
      case .compact(let base, let replaced): .compact(self.reread(base), replacing: replaced)
      case .append(let entry): .append(self.reread(entry))
      case .erase(let entry, let base): .erase(self.reread(entry), base: self.reread(base))
      case .saveViewports(let rows, let request): .saveViewports(self.reread(rows), request: request)
      case .remember, .forget, .delete: write
      }
    return inner.write(reread, to: collection)
  }
}
