import Foundation
import Testing

/// The modules that a document or `Package.swift` names.
struct ModuleList {
  /// Each module with its group.
  private(set) var groups: [String: String] = [:]
  /// The modules that each of them imports.
  private(set) var imports: [String: Set<String>] = [:]
  /// The first word of the comment beside each of them.
  private(set) var notes: [String: String] = [:]

  /// Returns the lines of the first code block below a heading of a page.
  static func block(below heading: String, of page: String) throws -> [Substring] {
    let parts = try Repository.text(page).components(separatedBy: "\n\(heading)\n")
    try #require(parts.count == 2, "\(page) has one heading \"\(heading)\"")
    let blocks = parts[1].components(separatedBy: "```")
    try #require(blocks.count > 1, "\(page) has a code block below \"\(heading)\"")
    return blocks[1].split(separator: "\n")
  }

  /// Reads a diagram: groups at the edge, modules two columns in, and farther in an arrow before the names of imports.
  init(ofDiagram lines: [Substring]) throws {
    var group = "", module = ""
    for line in lines {
      let indent = line.prefix { $0 == " " }.count
      let words = line.split { !$0.isLetter && !$0.isNumber }.map(String.init)
      switch indent {
      case 0: group = words[0]
      case 2:
        module = words[0]
        groups[module] = group
      default: imports[module, default: []].formUnion(words.filter { $0.first!.isUppercase })
      }
    }
  }

  /// Reads a tree of folders, of which those two columns below `Sources` are groups, and those below a group modules.
  init(ofTree lines: [Substring]) throws {
    var group = ""
    let sources = lines.drop { !$0.hasPrefix("Sources/") }.dropFirst().prefix { $0.hasPrefix(" ") }
    for line in sources {
      let names = line.split(separator: " ").prefix { $0.hasSuffix("/") }.map { String($0.dropLast()) }
      if line.hasPrefix("    ") {
        for name in names { groups[name] = group }
      } else {
        group = names[0]
      }
    }
  }

  /// Reads the targets of the groups in `Package.swift`.
  init(ofPackage text: String) throws {
    let products = text.replacing(/\.product\([^)]*\)/, with: "")
    for part in products.split(separator: "= folder(").dropFirst() {
      let group = String(try #require(part.firstMatch(of: /"(\w+)"/)).1)
      let end = try #require(part.range(of: "])\n"))
      let targets = part[..<end.lowerBound].split(separator: /\.(target|executableTarget|systemLibrary)\(/)
      for target in targets.dropFirst() {
        let name = String(try #require(target.firstMatch(of: /name: "(\w+)"/)).1)
        groups[name] = group
        let dependencies = target.firstMatch(of: /dependencies: \[([^\]]*)\]/)?.1 ?? ""
        imports[name] = Set(dependencies.matches(of: /"(\w+)"/).map { String($0.1) })
        if let note = target.firstMatch(of: /\/\/ (\w+)/) { notes[name] = String(note.1) }
      }
    }
  }
}
