import Foundation

/// Runs a page's commands one after the other, in a folder of its own and with a service of its own if the page looks
/// into the store.
final class PageRun {
  let folder: URL
  private let ownsService: Bool
  private var service: RunningService?
  /// Commands that print as long as something happens, with the processes that run them.
  private(set) var streams: [(command: String, process: ChildProcess)] = []

  static let runnable = [
    "curl ", "tessera solve", "tessera measure", "sqlite3 ", "rm -f ~/.local/share/tessera/",
    "cp backup.sqlite ",
  ]

  init(_ page: DocumentedPage) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "tessera-docs-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      at: folder.appending(path: "examples"),
      withDestinationURL: Repository.root.appending(path: "examples"))
    ownsService = page.commands.contains { $0.hasPrefix("sqlite3 ") }
  }

  deinit {
    if ownsService { service?.stop() }
    try? FileManager.default.removeItem(at: folder)
  }

  /// The folder is the home of the service and of the commands.
  private var environment: [String: String] { ["HOME": folder.path] }

  private func address() throws -> String {
    if service == nil {
      service =
        ownsService
        ? try RunningService(["--store", "sqlite:"], environment: environment) : RunningService.shared.value
    }
    return service!.address
  }

  /// Runs a command to its end, or, if it watches, until it prints something.
  func run(_ command: String) throws -> ChildProcess {
    if ["rm ", "cp "].contains(where: { command.hasPrefix($0) }) {
      try stop()
    } else {
      _ = try address()
    }
    let isStream = command.hasPrefix("curl -sSN ")
    let real = command.replacing("localhost:8080", with: service == nil ? "" : try address())
      .replacing("tessera solve", with: "'\(Repository.binary)' solve")
      .replacing("tessera measure", with: "'\(Repository.binary)' measure")
      .replacing("curl ", with: "curl --fail-with-body --max-time \(isStream ? 120 : 20) ")
    let process = try ChildProcess(
      "/bin/sh", ["-c", real], environment: environment, workingDirectory: folder.path)
    if isStream {
      streams.append((command, process))
      _ = eventually { !process.output.isEmpty || process.exitCode != nil }
    } else {
      process.waitForExit()
    }
    return process
  }

  /// Stops the service, as a page requires before it replaces the store with a copy; the store is then lost.
  private func stop() throws {
    guard let stopped = service else { return }
    stopped.stop()
    service = nil
    try FileManager.default.removeItem(at: folder.appending(path: ".local/share/tessera/tessera.sqlite"))
  }
}
