import ArgumentParser

/// The command line.
@main
struct Tessera: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tessera",
    abstract: "Layout as a service: UICollectionView's layout half as an HTTP API.",
    version: Self.version,
    subcommands: [Serve.self, Solve.self, Measure.self, Health.self, Config.self, Store.self])

  static let version = "0.1.0"
}
