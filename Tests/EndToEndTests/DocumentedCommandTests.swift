import Foundation
import TestSupport
import Testing

/// The commands of the README and the documentation, run as they stand.
struct DocumentedCommandTests {
  private static let pages = [
    "README.md", "examples/README.md", "docs/http.md", "docs/layouts.md", "docs/compositional.md",
    "docs/gallery.md", "docs/cells.md", "docs/self-sizing.md", "docs/diffs.md", "docs/collections.md",
    "docs/virtualised-lists.md", "docs/watching.md", "docs/first-paint.md", "docs/durability.md",
    "docs/operations.md",
  ]

  @Test func `the pages have commands to run`() throws {
    let all = try Self.pages.flatMap { try DocumentedPage($0).commands }
    #expect(all.count { $0.hasPrefix("curl ") } >= 11)
    let known = PageRun.runnable + ["tools/", "docker ", "tessera ", "swift "]
    #expect(all.allSatisfy { command in known.contains { command.hasPrefix($0) } }, "\(all)")
  }

  @Test(arguments: pages)
  func `a page's commands succeed and print their documented output`(page name: String) throws {
    let page = try DocumentedPage(name)
    let run = try PageRun(page)
    let silent = ["sqlite3 ", "rm ", "cp "]
    for command in page.commands where PageRun.runnable.contains(where: { command.hasPrefix($0) }) {
      let process = try run.run(command)
      guard run.streams.last?.process !== process else {
        #expect(process.outputText.hasPrefix("retry: "), "\(command)\n\(process.outputText)\(process.errors)")
        continue
      }
      #expect(process.exitCode == 0, "\(command)\n\(process.outputText)\(process.errors)")
      var printed = process.output
      let file = [" -o ", " > "].lazy.compactMap { command.split(separator: $0).dropFirst().first }.first
      if let file = file?.split(separator: " ").first {
        printed = Array((try? Data(contentsOf: run.folder.appending(path: String(file)))) ?? Data())
      }
      let text = String(decoding: printed, as: UTF8.self)
      if command.contains("integrity_check") {
        #expect(text == "ok\n")
      } else if silent.contains(where: { command.hasPrefix($0) }) || command.contains("-X DELETE") {
        #expect(text.isEmpty, "\(command)")
      } else if command.contains("format=html") || command.contains("--format html") {
        #expect(text.hasPrefix("<!DOCTYPE html>") && text.hasSuffix("</html>\n"), "\(command)")
      } else if command.contains("/export") {
        #expect(text.split(separator: "\n").last?.hasPrefix(#"{"type":"end""#) == true, "\(command)")
      } else if command.contains("format=css") {
        #expect(text.hasPrefix(".tessera{"), "\(command)")
      } else if command.contains("svg") {
        #expect(text.hasPrefix("<svg"), "\(command)")
      } else {
        let answer = try? JSONTree(parsing: printed)
        #expect(
          [
            "attributes", "changes", "appeared", "contentOffset", "diffs", "sizes", "families", "skipped",
            "collections", "sectionIndexTitles",
          ].contains { answer?[$0] != nil },
          "\(command)")
      }
    }
    // The streams that a page watches close at its end.
    for (command, process) in run.streams {
      #expect(process.waitForExit() == 0, "\(command)\n\(process.errors)")
      #expect(process.outputText.contains("event: closed"), "\(command)\n\(process.outputText)")
    }
  }

  @Test(arguments: [
    ("README.md", ["/v1/layouts"]), ("docs/diffs.md", ["/v1/diffs"]),
    ("docs/self-sizing.md", ["/v1/measurements", "/v1/layouts"]),
    ("docs/collections.md", ["/v1/collections", "/v1/collections/conversation/updates"]),
  ])
  func `a page shows the responses that its first commands print`(page name: String, targets: [String]) throws
  {
    // A service of its own, because another test creates the collections of the pages too.
    let service = try RunningService()
    defer { service.stop() }
    let page = try Repository.text(name)
    let blocks = page.split(separator: "```json\n").dropFirst()
    let commands = try DocumentedPage(name).commands.filter { $0.hasPrefix("curl ") }
    for ((block, command), target) in zip(zip(blocks, commands), targets) {
      let promised = try JSONTree(parsing: String(block.prefix { $0 != "`" }))
      let body = try #require(command.split(separator: "-d '").last?.split(separator: "'").first)
      let answer = try service.ask(
        "POST", target, ["Content-Type: application/json"], body: Array(body.utf8))
      #expect(answer.json == promised, "\(target)")
    }
  }
}
