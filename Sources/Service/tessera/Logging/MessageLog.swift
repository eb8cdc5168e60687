import Glibc
import JSON
import Logging
import Synchronization

/// Writes messages of the service itself to standard error, from a thread of its own: event threads and workers log
/// too, and none of them may wait for the reader of standard error.
final class MessageLog: Sendable {
  private let writer = LineWriter(
    "messages", to: STDERR_FILENO, batch: MessageBatch(), interval: 0, capacity: 1 << 20)
  private let level: Mutex<LogLevel>

  init(level: LogLevel) { self.level = Mutex(level) }

  /// Writes messages of another level, and more important ones, from now on.
  func set(level: LogLevel) { self.level.withLock { $0 = level } }

  /// Makes every `Logger` of the process write here.
  func bootstrap() { LoggingSystem.bootstrap { Handler(label: $0, log: self) } }

  /// Writes a line as it is.
  func write(_ line: String) { writer.add { $0.append(line) } }

  /// Writes the remaining messages, and waits at most a second for a reader that does not read.
  func close() { writer.close() }

  private struct Handler: LogHandler {
    let label: String
    let log: MessageLog
    /// Every logger of the process has the level of the log.
    var logLevel: Logger.Level {
      get { log.level.withLock { $0 }.level }
      set {}
    }
    var metadata: Logger.Metadata = [:]
    var metadataProvider: Logger.MetadataProvider?

    init(label: String, log: MessageLog) {
      self.label = label
      self.log = log
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
      var time = Timestamp()
      time.set(Timestamp.now)
      var line = ByteWriter(capacity: 256)
      line.append(contentsOf: time.text)
      line.append(contentsOf: " \(event.level) \(label): ".utf8)
      // A message may quote a path, or what a library reports: neither may begin a line.
      line.append(printable: "\(event.message)".utf8)
      log.write(line.finish().withUnsafeBytes { String(decoding: $0, as: UTF8.self) })
    }
  }
}
