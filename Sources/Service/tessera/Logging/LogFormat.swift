/// How the log of requests is written.
enum LogFormat: String, CaseIterable, Sendable {
  /// One JSON object a line, for machines.
  case json
  /// One readable line, for a terminal.
  case text
  /// Not at all, where a proxy logs the requests.
  case off
}
