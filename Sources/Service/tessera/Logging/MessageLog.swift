import Glibc
import JSON
import Logging
import Synchronization

/// Writes messages of the service itself to standard error, from a thread of its own: event threads and workers log
/// too, and none of them may wait for the reader of standard error.
final class MessageLog: Sendable {
  private let writer: LineWriter<MessageBatch>
  private let form: MessageForm
  private let level: Mutex<LogLevel>

  /// - Parameter format: that of the log of requests; messages are text unless it is JSON.
  init(level: LogLevel, format: LogFormat) {
    self.level = Mutex(level)
    form = format == .json ? .json : .text
    writer = LineWriter(
      "messages", to: STDERR_FILENO, batch: MessageBatch(form: form), interval: 0, capacity: 1 << 20)
  }

  /// Writes messages of another level, and more important ones, from now on.
  func set(level: LogLevel) { self.level.withLock { $0 = level } }

  /// Makes every `Logger` of the process write here.
  func bootstrap() { LoggingSystem.bootstrap { Handler(label: $0, log: self) } }

  /// Writes a message whatever the level: in text as it is, for programs that wait for it.
  func announce(_ message: String) {
    write(form == .json ? form.line(message, level: "notice", from: "tessera") : message)
  }

  private func write(_ line: String) { writer.add { $0.append(line) } }

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
      log.write(log.form.line("\(event.message)", level: "\(event.level)", from: label))
    }
  }
}
