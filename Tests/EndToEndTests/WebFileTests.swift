import Foundation
import TestSupport
import Testing

@testable import API

/// The files of web that the binary carries, and `tools/embed-web`, which the build runs for them.
struct WebFileTests {
  /// Whether a file is made from others, before or in the build.
  private static func isMade(_ path: String) -> Bool {
    path.hasSuffix(".wasm") || path.hasPrefix("client/bundle/")
  }

  @Test func `the binary has the files that browsers load, and no others`() throws {
    let web = Repository.root.appending(path: "web").path
    let files = try FileManager.default.subpathsOfDirectory(atPath: web).filter { path in
      let name = path.split(separator: "/").last ?? ""
      let isOfBrowsers = ["client/", "playground/"].contains { path.hasPrefix($0) } && name.contains(".")
      return (isOfBrowsers || !path.contains("/") && path.hasSuffix(".d.ts")) && !name.hasPrefix(".")
    }
    let pages = try FileManager.default.contentsOfDirectory(
      atPath: Repository.root.appending(path: "examples/pages").path)
    #expect(files.count > 40)
    #expect(pages.count == 10)
    let expected = files + pages.map { "examples/\($0)" }
    #expect(WebFile.all.keys.filter { !Self.isMade($0) }.sorted() == expected.sorted())
  }

  @Test func `the binary has the bytes of the files`() throws {
    for (path, file) in WebFile.all where !Self.isMade(path) {
      let isExample = path.hasPrefix("examples/")
      let place = isExample ? path.replacing("examples/", with: "examples/pages/") : "web/\(path)"
      let bytes = try Data(contentsOf: Repository.root.appending(path: place))
      let isSame = Array(bytes) == Array(file.source.buffer)
      #expect(isSame, "\(path) was edited after the build")
    }
  }

  @Test func `the compiler changes no quote, backslash, line end or other character of a file`() throws {
    let texts = [
      "client/a.js": "x",
      "client/b.js": ##"`\n \\ \(x) "\#(x) """ #"# \u{41}"## + "\n",
      "client/c.js": "tab\t, line ends \r\n and \r, no last one: ä€🙂\u{feff}\u{2028}\u{0301}",
      "playground/d/e.json": "\n\n\"\"\n",
      "types.d.ts": "\u{301}\r",
    ]
    let web = try Web(texts)
    #expect(try web.embed().errors == "")
    let program = web.root + "/program"
    try """
    for asset in WebAsset.all { print(asset.path, asset.bytes.map(String.init).joined(separator: " ")) }
    """.write(toFile: web.root + "/main.swift", atomically: true, encoding: .utf8)
    let compiler = try ChildProcess(
      "/usr/bin/env",
      [
        "swiftc", "-package-name", "tessera", "-o", program, web.output, web.root + "/main.swift",
        Repository.root.appending(path: "web/WebAsset.swift").path,
      ])
    compiler.waitForExit()
    try #require(compiler.exitCode == 0, "\(compiler.errors)")
    let run = try ChildProcess(program, [])
    run.waitForExit()
    let expected = texts.sorted { $0.key < $1.key }
      .map { "\($0) \($1.utf8.map { "\($0)" }.joined(separator: " "))\n" }
    #expect(run.outputText == expected.joined())
  }

  @Test(arguments: [
    ("client/picture.gif", "GIF", "its type is none of js, css, html and json"),
    ("client/types.d.ts", "export {}\n", "types lie in web itself"),
    ("client/empty.js", "", "it is empty"),
    ("client/binary.js", "a\0b", "it is not UTF-8 text"),
    ("playground/a b.js", "x\n", "a name has A to Z"),
    ("playground/a/b/c.js", "x\n", "it lies more than one folder deep"),
  ])
  func `a file that the service cannot serve is named, and nothing is written`(
    path: String, text: String, reason: String
  ) throws {
    let web = try Web(["client/a.js": "x\n", "playground/a.js": "x\n", path: text])
    let script = try web.embed()
    #expect(script.exitCode == 1)
    #expect(script.errors.hasPrefix("error: the service cannot serve web/\(path): \(reason)"))
    #expect(!FileManager.default.fileExists(atPath: web.output))
  }

  @Test func `the client is put into few files where there is a bundler, and is left alone elsewhere`() throws
  {
    let web = try Web([
      "client/tessera.js": "export { a } from \"./view/a.js\"\n", "client/view/a.js": "export const a = 1\n",
      "client/pages.js": "export const b = 2\n", "client/elements.js": "export const c = 3\n",
      "client/engine.js": "export const d = 4\n", "client/text.js": "export const e = 5\n",
      "playground/a.js": "x\n",
    ])
    let bundler = try ChildProcess("/usr/bin/env", ["which", "rollup", "esbuild"])
    bundler.waitForExit()
    let script = try web.embed()
    #expect(script.exitCode == 0, "\(script.errors)")
    let text = try String(contentsOfFile: web.output, encoding: .utf8)
    #expect(text.contains("WebAsset(\"client/view/a.js\""))
    #expect(text.contains("WebAsset(\"client/bundle/tessera.js\"") == (bundler.exitCode == 0))
    #expect(script.errors.isEmpty == (bundler.exitCode == 0))
  }

  @Test func `files that editors keep beside a file are left out`() throws {
    let web = try Web(["client/a.js": "x\n", "client/.a.js.swp": "\0", "playground/.git/a.js": ""])
    #expect(try web.embed().errors == "")
    let text = try String(contentsOfFile: web.output, encoding: .utf8)
    #expect(text.components(separatedBy: "WebAsset(").count == 2)
  }

  /// A folder like web, and what the script makes of it.
  private struct Web {
    let root = TemporaryFiles.path("web")
    var output: String { root + "/WebAsset+All.swift" }

    init(_ files: [String: String]) throws {
      for (path, text) in files {
        let file = URL(filePath: "\(root)/\(path)")
        try FileManager.default.createDirectory(
          at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
      }
    }

    func embed() throws -> ChildProcess {
      let script = Repository.root.appending(path: "tools/embed-web").path
      let process = try ChildProcess("/bin/bash", [script, root, output])
      process.waitForExit()
      return process
    }
  }
}
