/// How log lines are written.
enum LogFormat: String, CaseIterable, Sendable {
  /// One JSON object a line, for machines.
  case json
  /// One readable line, for a terminal.
  case text
}
