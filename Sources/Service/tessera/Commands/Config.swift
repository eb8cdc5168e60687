import ArgumentParser
import Foundation

/// `tessera config`: works on settings without a server.
struct Config: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Work on settings without a server.", subcommands: [Check.self])

  /// `tessera config check`: says whether `serve` would take the settings.
  struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Check settings and the files of keys and secrets; exits with 0 if serve takes them.",
      discussion: "Takes the flags and variables of serve, and opens no store, font or address.")

    @OptionGroup(title: "Settings") var flags: SettingFlags

    func run() throws {
      var settings = try Settings.read(
        flags: flags.given, environment: ProcessInfo.processInfo.environment)
      try settings.deriveLimits()
      let configuration = try ServeConfiguration(settings)
      for warning in settings.warnings(listen: configuration.listen) { print("warning: \(warning)") }
      print("ok")
    }
  }
}
