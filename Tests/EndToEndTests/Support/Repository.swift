import Foundation

/// Where the repository and the built binary are.
enum Repository {
  /// Up from this file: support, the target, the tests, the repository.
  static let root: URL = {
    var url = URL(filePath: #filePath)
    for _ in 0..<4 { url.deleteLastPathComponent() }
    return url
  }()

  static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  /// The names, without their extension, of a folder's files that have it; in order.
  static func files(_ folder: String, withExtension ending: String) -> [String] {
    let names =
      (try? FileManager.default.contentsOfDirectory(atPath: root.appending(path: folder).path)) ?? []
    return names.filter { $0.hasSuffix(".\(ending)") }.map { String($0.dropLast(ending.count + 1)) }.sorted()
  }

  /// The program.
  static let binary = program("tessera")

  /// Returns the path of a built program, beside the bundle of the tests that run.
  static func program(_ name: String) -> String {
    let candidates =
      [Bundle.main.executablePath].compactMap { $0 }
      + CommandLine.arguments.filter { $0.hasSuffix(".xctest") }
    for candidate in candidates {
      let url = URL(filePath: candidate).deletingLastPathComponent().appending(path: name)
      if FileManager.default.isExecutableFile(atPath: url.path) { return url.path }
    }
    return root.appending(path: ".build/debug/\(name)").path
  }
}

/// Runs the program to its end.
func tessera(
  _ arguments: String..., environment: [String: String] = [:], input: [UInt8] = []
) throws -> ChildProcess {
  let process = try ChildProcess(
    Repository.binary, arguments, environment: environment, input: input,
    workingDirectory: Repository.root.path)
  process.waitForExit()
  return process
}
