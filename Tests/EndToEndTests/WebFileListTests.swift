import Foundation
import TestSupport
import Testing

@testable import API

/// The files of web that the binary carries, and `tools/assemble-client`, which lists them.
struct WebFileListTests {
  @Test func `the list has every file of the web client and the playground`() throws {
    let check = try assemble("--check", in: Repository.root.path)
    #expect(check.exitCode == 0, "\(check.errors)")
  }

  @Test func `the binary has the files as they are in the repository`() throws {
    #expect(WebFile.all.count > 40)
    for (path, file) in WebFile.all where !path.hasSuffix(".wasm") {
      let bytes = try Data(contentsOf: Repository.root.appending(path: "web/\(path)"))
      let isSame = Array(bytes) == Array(file.source.buffer)
      #expect(isSame, "\(path) was edited after the build")
    }
  }

  @Test func `a file that is added or removed fails the check until the list is assembled`() throws {
    let copy = try Copy()
    try copy.write("export const added = 1\n", to: "client/added.js")
    let check = try assemble("--check", in: copy.root)
    #expect(check.exitCode == 1)
    #expect(check.errors.contains("+  {\"client/added.js\""), "\(check.errors)")
    #expect(try assemble(in: copy.root).exitCode == 0)
    #expect(try assemble("--check", in: copy.root).exitCode == 0)
    try FileManager.default.removeItem(atPath: "\(copy.root)/web/client/added.js")
    #expect(try assemble("--check", in: copy.root).exitCode == 1)
  }

  @Test(arguments: [("client/picture.gif", "GIF"), ("client/empty.js", ""), ("playground/a b.js", "x\n")])
  func `a file that the service does not serve is reported`(path: String, text: String) throws {
    let copy = try Copy()
    try copy.write(text, to: path)
    let check = try assemble("--check", in: copy.root)
    #expect(check.exitCode == 1)
    #expect(check.errors.contains(path), "\(check.errors)")
  }

  private func assemble(_ arguments: String..., in root: String) throws -> ChildProcess {
    let process = try ChildProcess("/usr/bin/env", ["bash", "\(root)/tools/assemble-client"] + arguments)
    process.waitForExit()
    return process
  }

  /// The script, the list and the files, in a folder of their own.
  private struct Copy {
    let root = TemporaryFiles.path("copy")

    init() throws {
      for folder in ["tools", "Sources/System/CAssets"] {
        try FileManager.default.createDirectory(
          atPath: "\(root)/\(folder)", withIntermediateDirectories: true)
      }
      for file in ["tools/assemble-client", "Sources/System/CAssets/web.c", "web"] {
        try FileManager.default.copyItem(
          atPath: Repository.root.appending(path: file).path, toPath: "\(root)/\(file)")
      }
    }

    func write(_ text: String, to path: String) throws {
      try text.write(toFile: "\(root)/web/\(path)", atomically: true, encoding: .utf8)
    }
  }
}
