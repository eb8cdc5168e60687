import ArgumentParser
import Foundation

/// `tessera serve`: serves until a signal stops it.
struct Serve: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Serve the HTTP API.",
    discussion: """
      Every flag has an environment variable: --body-limit and TESSERA_BODY_LIMIT. Durations and sizes carry \
      units (30s, 64MB). SIGTERM and SIGINT stop gracefully, after --shutdown-delay, and a second one at once. \
      SIGHUP reads the files of settings, keys, secrets and quotas again, and finds fonts anew.
      """)

  @OptionGroup(title: "Settings") var flags: SettingFlags

  @Flag(help: "Print the settings in force, secrets masked, and exit.")
  var printConfig = false

  func run() throws {
    let (given, environment) = (flags.given, ProcessInfo.processInfo.environment)
    let read: @Sendable () throws -> Settings = { try Settings.read(flags: given, environment: environment) }
    var settings = try read()
    try settings.deriveLimits()
    let configuration = try ServeConfiguration(settings)
    if printConfig {
      print(settings.description)
      return
    }
    try ServiceProcess(settings, configuration, rereading: read).run()
  }
}
