import ArgumentParser
import Foundation

/// `tessera config`: works on settings without a server.
struct Config: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Work on settings without a server.", subcommands: [Check.self])

  /// `tessera config check`: says whether `serve` would take the settings.
  struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Check settings, the files that they name and the store; exits with 0 if serve would start.",
      discussion: """
        Takes the flags and variables of serve. It looks at the store without locking or changing it, also while a \
        service uses it, and opens no font and no address.
        """)

    @Flag(help: "Leave out the store, which may not be reached from here.")
    var withoutStore = false

    @OptionGroup(title: "Settings") var flags: SettingFlags

    func run() throws {
      var settings = try Settings.read(
        flags: flags.given, environment: ProcessInfo.processInfo.environment)
      try settings.deriveLimits()
      let configuration = try ServeConfiguration(settings)
      var warnings = settings.warnings(listen: configuration.listen)
      if !withoutStore {
        let store = try configuration.store.inspect(configuration)
        for note in store.notes { print("note: \(note)") }
        warnings += store.warnings
      }
      for warning in warnings { print("warning: \(warning)") }
      print("ok")
    }
  }
}
