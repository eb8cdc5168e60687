import ArgumentParser
import Foundation

/// `tessera serve`: serves until a signal stops it.
struct Serve: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Serve the HTTP API.",
    discussion: """
      Every flag has an environment variable: --body-limit and TESSERA_BODY_LIMIT. Durations and sizes carry \
      units (30s, 64MB). SIGTERM and SIGINT stop gracefully, after --shutdown-delay, and a second one at once. \
      SIGHUP changes nothing.
      """)

  @OptionGroup(title: "Settings") var flags: SettingFlags

  @Flag(help: "Print the settings in force, secrets masked, and exit.")
  var printConfig = false

  func run() throws {
    var settings = Settings(
      flags: flags.given, environment: ProcessInfo.processInfo.environment)
    try settings.deriveLimits()
    let configuration = try ServeConfiguration(settings)
    if printConfig {
      print(settings.description)
      return
    }
    try ServiceProcess(
      configuration, memory: settings.memoryDescription,
      warnings: settings.warnings(listen: configuration.listen)
    ).run()
  }
}
