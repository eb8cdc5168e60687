import Logging

/// The least important messages of the service itself that are written.
enum LogLevel: String, CaseIterable, Sendable {
  case error, warning, notice, info

  /// The level of the logging library.
  var level: Logger.Level {
    switch self {
    case .error: .error
    case .warning: .warning
    case .notice: .notice
    case .info: .info
    }
  }
}
