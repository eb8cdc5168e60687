/// A page of the documentation, as far as it can be run.
struct DocumentedPage {
  let text: String

  init(_ path: String) throws { text = try Repository.text(path) }

  /// The page's blocks of a language, each with its line ends.
  func blocks(_ language: String) -> [String] {
    var blocks: [String] = []
    var block: String?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") {
        if let block { blocks.append(block) }
        block = block == nil && line == "```\(language)" ? "" : nil
      } else {
        block?.append("\(line)\n")
      }
    }
    return blocks
  }

  /// The commands in the page's shell blocks; a command goes on while its quotes are open or a line ends with `\`.
  var commands: [String] {
    var commands: [String] = []
    for block in blocks("sh") {
      var open = ""
      for line in block.split(separator: "\n", omittingEmptySubsequences: false) {
        open += open.isEmpty ? String(line) : "\n" + line
        if open.count(where: { $0 == "'" }) % 2 == 1 || line.hasSuffix("\\") { continue }
        if !open.isEmpty { commands.append(open) }
        open = ""
      }
    }
    return commands
  }
}
