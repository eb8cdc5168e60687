import Collections
import Support
import Synchronization

/// Receives hints of other services on a connection of its own, and notices when the server is gone or back. The connection
/// also holds the lock of the store.
final class Listener: Sendable {
  /// `weak` is a variable, so it is behind a lock.
  private struct Receiver: @unchecked Sendable {
    weak var hints: (any JournalHints)?
  }

  /// Whether the lock was taken when the listener connected first.
  let opened = Pending<Bool, PostgresError>()
  private let settings: SessionSettings
  private let lock: StoreLock
  private let channel: String
  private let hinter: Hinter
  private let sweeper: Sweeper
  private let receiver = Mutex(Receiver())
  private let isClosed = Atomic(false)
  private let wake: WakeSignal
  private let thread = Mutex<PosixThread?>(nil)

  /// How often the server is asked whether it is there, in milliseconds.
  private static var interval: Int32 { 1000 }

  init(
    _ settings: SessionSettings, _ lock: StoreLock, channel: String, _ hinter: Hinter, _ sweeper: Sweeper
  ) throws(SystemError) {
    self.settings = settings
    self.lock = lock
    self.channel = channel
    self.hinter = hinter
    self.sweeper = sweeper
    wake = try WakeSignal()
  }

  func start() {
    thread.withLock { $0 = PosixThread(named: "store-listener", stack: .shallow) { [self] in run() } }
  }

  func follow(_ hints: any JournalHints) { receiver.withLock { $0.hints = hints } }

  private func run() {
    var connection: PostgresConnection?
    while !isClosed.load(ordering: .acquiring) {
      do throws(PostgresError) {
        if connection == nil {
          let made = try PostgresConnection(settings.string, patience: settings.patience)
          let isLocked = try lock.take(on: made, isFirst: opened.outcome == nil)
          opened.settle(.success(isLocked))
          // Others may have taken the lock after the connection that held it was lost: the writers wait until it is back.
          settings.health.note(exclusion: isLocked ? nil : lock.exclusion)
          guard isLocked else { throw PostgresError(connection: lock.exclusion) }
          try made.execute("LISTEN \"\(channel)\"")
          connection = made
        }
        if let connection { try listen(on: connection) }
      } catch {
        connection = nil
        opened.settle(.failure(error))
        settings.health.note(outage: error.reason)
        _ = wake.wait(milliseconds: 200)
      }
    }
  }

  /// Waits for hints a while and passes them on; asks the server whether it is there if there are none.
  private func listen(on connection: PostgresConnection) throws(PostgresError) {
    settings.health.note(outage: nil)
    sweeper.sweepIfDue(connection)
    let isWoken = wake.wait(milliseconds: Self.interval, orFor: connection.socket)
    if isWoken { wake.lower() }
    let notifications = try connection.notifications()
    if notifications.isEmpty {
      if !isWoken { try connection.execute("SELECT 1") }
      return
    }
    let own = hinter.backend.load(ordering: .relaxed)
    guard let hints = receiver.withLock({ $0.hints }) else { return }
    for notification in notifications where notification.backend != own {
      guard let hint = Hint(payload: notification.payload) else { continue }
      let tip = hint.version.map { JournalTip(incarnation: hint.collection.number, version: $0) }
      hints.collectionMayHaveChanged(hint.collection.key, to: tip)
    }
  }

  func close() {
    isClosed.store(true, ordering: .releasing)
    wake.raise()
    thread.withLock { $0.take() }?.join()
  }
}
