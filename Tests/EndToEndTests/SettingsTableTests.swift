import Foundation
import Testing

@testable import tessera

/// Compares the tables of settings in the documentation with the table of the program.
struct SettingsTableTests {
  private struct Row {
    var flag: String
    var variable: String
    var fallback: String
  }

  private func rows(_ page: String) throws -> [Row] {
    try Repository.text(page).split(separator: "\n").filter { $0.hasPrefix("| `--") }.map { line in
      let cells = line.split(separator: "|").map { cell in
        String(cell).replacing("`", with: "").drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()
      }
      return Row(flag: String(cells[0]), variable: String(cells[1]), fallback: String(cells[2]))
    }
  }

  /// A setting's default in a process that a test starts: its output is no terminal, and it has no home directory.
  private func fallback(of setting: Setting) -> String {
    switch setting.name {
    case "log-format": "json"
    case "data-directory": "/var/lib/tessera"
    default: setting.fallback
    }
  }

  @Test func `one of the documented tables lists every setting, with its variable and its default`() throws {
    let rows = try self.rows("docs/http.md") + self.rows("docs/operations.md")
    #expect(rows.map(\.flag).sorted() == Setting.all.map(\.flag).sorted())
    for setting in Setting.all {
      let row = try #require(rows.first { $0.flag == setting.flag }, "\(setting.flag)")
      #expect(row.variable == setting.variable)
      switch setting.name {
      case "workers": #expect(row.fallback == "number of processors")
      case "event-loops": #expect(row.fallback == "one for every four processors")
      case "request-memory":
        #expect(row.fallback == "half of the memory, divided by the number of processors")
      case "body-memory": #expect(row.fallback == "a quarter of the memory")
      case "collection-bytes": #expect(row.fallback == "512MB, at most an eighth of the memory")
      case "font-memory": #expect(row.fallback == "512MB, at most an eighth of the memory")
      case "measurement-memory": #expect(row.fallback == "1000000, at most one for 2048 bytes of memory")
      case "size-memory", "idempotency-memory": #expect(row.fallback == "64MB, at most a 16th of the memory")
      case "stream-backlog": #expect(row.fallback == "1MB, at most an 8000th of the memory")
      case "log-format": #expect(row.fallback == "text on a terminal, else json")
      case "data-directory": #expect(row.fallback == "$XDG_DATA_HOME/tessera, ~/.local/share/tessera")
      default:
        #expect(row.fallback == (setting.fallback.isEmpty ? "empty" : setting.fallback), "\(setting.flag)")
      }
    }
  }

  @Test func `help names every flag with its default`() throws {
    let help = try tessera("serve", "--help")
    #expect(help.exitCode == 0)
    let words = help.outputText.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    for setting in Setting.all {
      let entry = try #require(words.range(of: "\(setting.flag) <value>"), "\(setting.flag)")
      let rest = words[entry.upperBound...]
      let end = rest.range(of: " --")?.lowerBound ?? rest.endIndex
      let shown = fallback(of: setting)
      #expect(
        rest[..<end].contains("(default: \(shown.isEmpty ? "none" : shown))"),
        "\(setting.flag): \(rest[..<end])")
    }
  }

  @Test func `the printed configuration has every setting with its default`() throws {
    let printed = try tessera("serve", "--print-config")
    #expect(printed.exitCode == 0)
    let lines = printed.outputText.split(separator: "\n").map(String.init)
    #expect(lines.first?.hasPrefix("# memory ") == true)
    #expect(lines.dropFirst() == Setting.all.map { "\($0.variable)=\(fallback(of: $0))" }[...])
  }
}
