import Collections
import Support
import Synchronization

/// Sends hints on a connection of its own, after the commits: inside the transactions they would cost a third of all
/// changes, because a server commits one transaction with notifications at a time.
///
/// A hint that cannot be sent is lost.
final class Hinter: Sendable {
  private struct State {
    var waiting: [CollectionKey: Hint] = [:]
    var isClosed = false
  }

  private let settings: SessionSettings
  private let channel: String
  private let notify = Statement("notify", "SELECT pg_notify($1::text, h) FROM unnest($2::text[]) AS h")
  private let state = Mutex(State())
  private let hasHint = Semaphore()
  private let thread = Mutex<PosixThread?>(nil)
  /// The number of the server process that sends the hints; 0 before the first.
  let backend = Atomic(0)

  /// Hints that wait at most; beyond that they are lost, as receivers have to expect.
  private static var limit: Int { 100_000 }

  init(_ settings: SessionSettings, channel: String) {
    self.settings = settings
    self.channel = channel
  }

  func start() {
    thread.withLock { $0 = PosixThread(named: "store-hinter", stack: .shallow) { [self] in run() } }
  }

  /// Adds hints; a newer one takes the place of an older one of the same collection.
  func add(_ hints: [Hint]) {
    guard !hints.isEmpty else { return }
    state.withLock { state in
      guard !state.isClosed, state.waiting.count < Self.limit else { return }
      for hint in hints { state.waiting[hint.collection.key] = hint }
    }
    hasHint.signal()
  }

  private func run() {
    let session = Session(settings)
    while true {
      hasHint.wait()
      let (hints, isClosed) = state.withLock { state in
        defer { state.waiting = [:] }
        return (Array(state.waiting.values), state.isClosed)
      }
      let texts = hints.map(\.payload).filter { $0.utf8.count <= Hint.payloadLimit }
      if !texts.isEmpty {
        let call = notify {
          $0.add(channel)
          $0.add(array: texts)
        }
        do throws(PostgresError) {
          backend.store(try session.connected().backend, ordering: .relaxed)
          _ = try session.run([call])
        } catch {
          // Lost: who follows the collection finds out by its tip.
        }
      }
      if isClosed { return }
    }
  }

  func close() {
    state.withLock { $0.isClosed = true }
    hasHint.signal()
    thread.withLock { $0.take() }?.join()
  }
}
