import Foundation
import TestSupport
import Testing

/// The commands of the README and the documentation, run as they stand.
struct DocumentedCommandTests {
  private static let pages = [
    "README.md", "examples/README.md", "docs/http.md", "docs/layouts.md", "docs/compositional.md",
    "docs/gallery.md", "docs/diffs.md", "docs/collections.md", "docs/virtualised-lists.md",
    "docs/operations.md",
  ]

  /// The commands in a page's shell blocks; a command goes on while its quotes are open or a line ends with `\`.
  private static func commands(in page: String) throws -> [String] {
    var commands: [String] = []
    var isShell = false
    var open = ""
    for line in try Repository.text(page).split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") {
        isShell = !isShell && ["```sh", "```bash"].contains(line)
        continue
      }
      guard isShell else { continue }
      open += open.isEmpty ? String(line) : "\n" + line
      if open.count(where: { $0 == "'" }) % 2 == 1 || line.hasSuffix("\\") { continue }
      if !open.isEmpty { commands.append(open) }
      open = ""
    }
    return commands
  }

  private static let runnable = ["curl ", "tessera solve"]

  @Test func `the pages have commands to run`() throws {
    let all = try Self.pages.flatMap { try Self.commands(in: $0) }
    #expect(all.count { $0.hasPrefix("curl ") } >= 11)
    let known = Self.runnable + [".ci/", "docker ", "tessera ", "swift "]
    #expect(all.allSatisfy { command in known.contains { command.hasPrefix($0) } }, "\(all)")
  }

  @Test(arguments: pages)
  func `a page's commands succeed and print what they promise`(page: String) throws {
    let service = RunningService.shared.value
    let folder = FileManager.default.temporaryDirectory.appending(path: "tessera-docs-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createSymbolicLink(
      at: folder.appending(path: "examples"),
      withDestinationURL: Repository.root.appending(path: "examples"))
    for command in try Self.commands(in: page)
    where Self.runnable.contains(where: { command.hasPrefix($0) }) {
      let real = command.replacing("localhost:8080", with: service.address)
        .replacing("tessera solve", with: "'\(Repository.binary)' solve")
        .replacing("curl ", with: "curl --fail-with-body --max-time 20 ")
      let process = try ChildProcess("/bin/sh", ["-c", real], workingDirectory: folder.path)
      #expect(process.waitForExit() == 0, "\(command)\n\(process.outputText)\(process.errors)")
      var printed = process.output
      let file = [" -o ", " > "].lazy.compactMap { command.split(separator: $0).dropFirst().first }.first
      if let file = file?.split(separator: " ").first {
        printed = Array((try? Data(contentsOf: folder.appending(path: String(file)))) ?? Data())
      }
      let text = String(decoding: printed, as: UTF8.self)
      if command.contains("svg") {
        #expect(text.hasPrefix("<svg"), "\(command)")
      } else {
        let answer = try? JSONTree(parsing: printed)
        let isDeletion = command.contains("-X DELETE")
        #expect(
          isDeletion
            ? text.isEmpty
            : ["attributes", "changes", "appeared", "contentOffset"].contains { answer?[$0] != nil },
          "\(command)"
        )
      }
    }
  }

  @Test(arguments: [
    ("README.md", ["/v1/layouts"]), ("docs/diffs.md", ["/v1/diffs"]),
    ("docs/collections.md", ["/v1/collections", "/v1/collections/conversation/updates"]),
  ])
  func `a page's answers are what its first commands print`(page name: String, targets: [String]) throws {
    // A service of its own: another test makes the collections of the pages too.
    let service = try RunningService()
    defer { service.stop() }
    let page = try Repository.text(name)
    let blocks = page.split(separator: "```json\n").dropFirst()
    let commands = try Self.commands(in: name).filter { $0.hasPrefix("curl ") }
    for ((block, command), target) in zip(zip(blocks, commands), targets) {
      let promised = try JSONTree(parsing: String(block.prefix { $0 != "`" }))
      let body = try #require(command.split(separator: "-d '").last?.split(separator: "'").first)
      let answer = try service.ask(
        "POST", target, ["Content-Type: application/json"], body: Array(body.utf8))
      #expect(answer.json == promised, "\(target)")
    }
  }
}
