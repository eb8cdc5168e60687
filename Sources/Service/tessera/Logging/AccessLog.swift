import API
import Glibc
import HTTPServer
import Logging

/// Writes one line for every completed exchange, in the order in which they end.
final class AccessLog: ExchangeLog {
  /// Milliseconds by which a line may be late.
  static let interval = 10

  private let writer: LineWriter<AccessBatch>?

  init(format: LogFormat, descriptor: Int32 = STDOUT_FILENO) {
    writer =
      format == .off
      ? nil
      : LineWriter(
        "log", to: descriptor, batch: AccessBatch(format: format), interval: Self.interval)
  }

  var droppedLines: Int { writer?.droppedLines ?? 0 }

  func record(_ exchange: Completion, _ facts: RequestFacts?) { writer?.add { $0.append(exchange, facts) } }

  /// Writes a message of the service itself to standard error.
  func warn(_ reason: String) { Logger(label: "tessera").warning("\(reason)") }

  /// Writes the remaining lines, and waits at most a second for a reader that does not read.
  func close() { writer?.close() }
}
