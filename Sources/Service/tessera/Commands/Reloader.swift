import API
import Logging
import Synchronization

/// Reads the settings of a running service again, and puts those into force that need no restart.
final class Reloader: Sendable {
  private struct State {
    var settings: Settings
    var configuration: ServeConfiguration
  }

  private let service: Service
  private let messages: MessageLog
  private let reread: @Sendable () throws -> Settings
  /// Held during a reload, so that one follows the other.
  private let state: Mutex<State>

  /// - Parameters:
  ///   - settings: those in force, and their configuration.
  ///   - reread: reads the settings as at the start.
  init(
    _ service: Service, _ messages: MessageLog, _ settings: Settings, _ configuration: ServeConfiguration,
    reread: @escaping @Sendable () throws -> Settings
  ) {
    self.service = service
    self.messages = messages
    self.reread = reread
    state = Mutex(State(settings: settings, configuration: configuration))
  }

  /// Puts keys, secrets, origins, quotas, fonts and the level of messages into force as flags, variables and files have them
  /// now.
  ///
  /// - Throws: `ReloadError` if a setting or a file is not valid; everything is as before then.
  @discardableResult
  func reload() throws(ReloadError) -> ReloadReport {
    let log = Logger(label: "tessera")
    do throws(ReloadError) {
      let (report, warnings) = try state.withLock { (state) throws(ReloadError) in try replace(&state) }
      log.notice("\(Self.sentence(report))")
      for warning in warnings { log.warning("\(warning)") }
      return report
    } catch {
      log.error("the configuration was not reloaded: \(error)")
      throw error
    }
  }

  private func replace(_ state: inout State) throws(ReloadError) -> (ReloadReport, warnings: [String]) {
    let settings: Settings
    let read: ServeConfiguration
    do {
      settings = try reread().deriving(as: state.settings)
      read = try ServeConfiguration(settings)
    } catch {
      throw ReloadError(description: "\(error)")
    }
    var configuration = state.configuration
    configuration.takeReloadable(from: read)
    let replacement = try service.reload(configuration.service)
    messages.set(level: configuration.logLevel)
    let differing = Setting.all.filter { settings[$0] != state.settings[$0] }.map(\.name)
    let names = Set(Setting.reloadable.map(\.name))
    var changed = Set(differing).intersection(names)
    // The path of a file may be the same, and its content another.
    if configuration.service.keys != state.configuration.service.keys { changed.insert(Setting.keys.name) }
    if configuration.service.tokenSecrets != state.configuration.service.tokenSecrets {
      changed.insert(Setting.tokenSecret.name)
    }
    if configuration.service.quotasOfTenants != state.configuration.service.quotasOfTenants {
      changed.insert(Setting.quotasFile.name)
    }
    if replacement.hasOtherFonts { changed.insert(Setting.fonts.name) }
    let report = ReloadReport(
      changed: changed.sorted(), afterRestart: differing.filter { !names.contains($0) })
    state.configuration = configuration
    state.settings.take(Setting.reloadable, from: settings)
    return (
      report, replacement.warnings + service.orphanWarnings + settings.warnings(listen: configuration.listen)
    )
  }

  private static func sentence(_ report: ReloadReport) -> String {
    let names = report.changed.joined(separator: ", ")
    let changed = names.isEmpty ? "nothing has changed" : "changed \(names)"
    let rest = report.afterRestart.joined(separator: ", ")
    return "reloaded the configuration: \(changed)" + (rest.isEmpty ? "" : "; after a restart \(rest)")
  }
}

extension ServeConfiguration {
  /// Takes the values of the settings that a reload puts into force.
  fileprivate mutating func takeReloadable(from other: ServeConfiguration) {
    service.keys = other.service.keys
    service.tokenSecrets = other.service.tokenSecrets
    service.tokenLifetime = other.service.tokenLifetime
    service.corsOrigins = other.service.corsOrigins
    service.quotas = other.service.quotas
    service.quotasOfTenants = other.service.quotasOfTenants
    service.fonts = other.service.fonts
    logLevel = other.logLevel
  }
}
