import Testing

/// The packages of the Dockerfile against the binary. tools/check-container builds and runs the image.
struct ContainerTests {
  @Test func `the image installs what the binary loads`() throws {
    let check = Repository.root.appending(path: "tools/check-packages").path
    let process = try ChildProcess("/usr/bin/env", ["bash", check, Repository.binary])
    let code = process.waitForExit(seconds: 600)
    guard code != 77 else {
      print("skipped: \(process.errors)")
      return
    }
    #expect(code == 0, "\(process.errors)")
  }
}
