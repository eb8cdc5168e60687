import API
import HTTPServer

/// Records exchanges in the log, and as spans if some are sent.
struct ExchangeRecorder: ExchangeLog {
  let lines: AccessLog
  /// Nil if no spans are sent.
  let exporter: SpanExporter?

  var droppedLines: Int { lines.droppedLines }
  var spans: SpanCounts { exporter?.counts ?? SpanCounts() }

  func record(_ exchange: Completion, _ facts: RequestFacts?) {
    lines.record(exchange, facts)
    exporter?.record(exchange, facts)
  }

  func warn(_ reason: String) { lines.warn(reason) }
}
