import Foundation
import TestSupport
import Testing

/// `tessera` and `tessera solve` on the command line.
struct SolveCommandTests {
  @Test func `the version is printed alone`() throws {
    let process = try tessera("--version")
    #expect(process.exitCode == 0)
    #expect(process.outputText.wholeMatch(of: /\d+\.\d+\.\d+\n/) != nil)
  }

  @Test func `a file and standard input give the same output`() throws {
    let body = try Repository.text("examples/photo-gallery.json")
    let file = try tessera("solve", "examples/photo-gallery.json")
    let input = try tessera("solve", "-", input: Array(body.utf8))
    #expect(file.exitCode == 0 && file.errors.isEmpty)
    #expect(input.output == file.output)
    #expect(file.output == (try RunningService.shared.value.solve(body).body))
  }

  @Test func `each form is printed as the service sends it`() throws {
    for format in ["objects", "columns", "binary", "svg"] {
      let process = try tessera("solve", "--format", format, "-", input: Array(Bodies.small.utf8))
      #expect(process.exitCode == 0)
      #expect(process.output == (try RunningService.shared.value.solve(Bodies.small, format: format).body))
    }
  }

  @Test(arguments: [("{", "malformed_json"), ("[]", "invalid_request"), ("", "malformed_json")])
  func `a bad body is a problem on standard error, and exit code 1`(body: String, code: String) throws {
    let process = try tessera("solve", "-", input: Array(body.utf8))
    #expect(process.exitCode == 1)
    #expect(process.output.isEmpty)
    let problem = try JSONTree(parsing: process.errors)
    #expect(problem["code"]?.string == code)
    #expect(problem["instance"] == nil)
  }

  @Test(arguments: ["no/such/file.json", "Sources"])
  func `a file that cannot be read is named, with the reason, and exit code 1`(path: String) throws {
    let process = try tessera("solve", path)
    #expect(process.exitCode == 1)
    #expect(process.output.isEmpty)
    #expect(process.errors.contains("\(path) cannot be read: ") && !process.errors.contains("Usage"))
  }

  @Test func `wrong arguments print the usage and end with 64`() throws {
    for arguments in [["solve"], ["solve", "-", "--format", "pdf"], ["frobnicate"]] {
      let process = try ChildProcess(Repository.binary, arguments)
      #expect(process.waitForExit() == 64)
      #expect(process.errors.contains("Usage: tessera"))
    }
  }
}
