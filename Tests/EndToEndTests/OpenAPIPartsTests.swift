import Foundation
import TestSupport
import Testing

/// openapi.yaml and its parts in docs/openapi, through `tools/assemble-openapi`.
struct OpenAPIPartsTests {
  @Test func `openapi.yaml is what its parts make, and every part is used`() throws {
    let check = try assemble("--check", in: Repository.root.path)
    #expect(check.exitCode == 0, "\(check.errors)")
  }

  @Test func `assembling writes openapi.yaml`() throws {
    let copy = try Copy()
    try copy.append("edited: true", to: "openapi.yaml")
    #expect(try assemble(in: copy.root).exitCode == 0)
    #expect(try copy.text("openapi.yaml") == Repository.text("openapi.yaml"))
  }

  @Test func `an edit of openapi.yaml itself fails the check`() throws {
    let copy = try Copy()
    try copy.append("edited: true", to: "openapi.yaml")
    let check = try assemble("--check", in: copy.root)
    #expect(check.exitCode == 1)
    #expect(check.errors.contains("-edited: true"))
  }

  @Test(arguments: [
    ("docs/openapi/paths/unused.yaml", "get: {}", "no part includes paths/unused.yaml"),
    ("docs/openapi/openapi.yaml", "  #include paths/none.yaml", "paths/none.yaml:1: there is no such part"),
    ("docs/openapi/openapi.yaml", "  #include headers.yaml", "included more than once: headers.yaml"),
    ("docs/openapi/openapi.yaml", "  #copy headers.yaml Other", "the part has no member Other"),
    ("docs/openapi/openapi.yaml", "  #include headers.yaml Other", "neither #include NAME nor #copy NAME"),
    (
      "docs/openapi/openapi.yaml", "  #copy headers.yaml with default", "neither #include NAME nor #copy NAME"
    ),
    (
      "docs/openapi/schemas/attributes.yaml", "other:\n  a: 1",
      "no part copies other of schemas/attributes.yaml"
    ),
    (
      "docs/openapi/schemas/cells/paragraph-settings.yaml",
      "x:\n  default:\n    y: 1",
      "a copy without default leaves out whole lines"
    ),
    (
      "docs/openapi/schemas/cells/paragraph-settings.yaml",
      "x: { type: integer, default: 1 }",
      "a copy without default leaves out whole lines"
    ),
    ("docs/openapi/headers.yaml", "#include headers.yaml", "the part includes itself"),
    ("docs/openapi/headers.yaml", "X-Long: " + String(repeating: "é", count: 109), "more than 120 columns"),
    ("docs/openapi/headers.yaml", "\tX-Tab: {}", "a tab"),
    (
      "docs/openapi/headers.yaml", "X-Kinds:\n  description: |\n    The kinds:\n\n    - a kind",
      "the first paragraph of a description does not stand alone: The kinds:"
    ),
  ])
  func `a part that does not fit is reported`(_ part: String, _ line: String, _ report: String) throws {
    let copy = try Copy()
    try copy.append(line, to: part)
    let process = try assemble("--check", in: copy.root)
    #expect(process.exitCode == 1)
    #expect(process.errors.contains(report), "\(process.errors)")
  }

  @Test func `a member that is copied goes on after an empty line`() throws {
    let copy = try Copy()
    // The last member of the part is the table of binary columns.
    try copy.append("\n  A word behind the table.", to: "docs/openapi/schemas/attributes.yaml")
    #expect(try assemble("--full", "\(copy.root)/full.yaml", in: copy.root).exitCode == 0)
    #expect(try copy.text("full.yaml").contains("\n\n        A word behind the table.\n"))
  }

  @Test func `a line of 120 characters fits, however many bytes they have`() throws {
    let copy = try Copy()
    try copy.append("X-Long: " + String(repeating: "é", count: 108), to: "docs/openapi/headers.yaml")
    #expect(try assemble(in: copy.root).exitCode == 0)
  }

  private func assemble(_ arguments: String..., in root: String) throws -> ChildProcess {
    let process = try ChildProcess("/usr/bin/env", ["python3", "\(root)/tools/assemble-openapi"] + arguments)
    process.waitForExit()
    return process
  }

  /// The script, the parts and openapi.yaml, in a folder of their own.
  private struct Copy {
    let root = TemporaryFiles.path("copy")

    init() throws {
      for folder in ["tools", "docs"] {
        try FileManager.default.createDirectory(
          atPath: "\(root)/\(folder)", withIntermediateDirectories: true)
      }
      for file in ["tools/assemble-openapi", "docs/openapi", "openapi.yaml"] {
        try FileManager.default.copyItem(
          atPath: Repository.root.appending(path: file).path, toPath: "\(root)/\(file)")
      }
    }

    func text(_ path: String) throws -> String {
      try String(contentsOfFile: "\(root)/\(path)", encoding: .utf8)
    }

    /// Appends a line to a file, which it creates where there is none.
    func append(_ line: String, to path: String) throws {
      try (((try? text(path)) ?? "") + line + "\n").write(
        toFile: "\(root)/\(path)", atomically: true, encoding: .utf8)
    }
  }
}
