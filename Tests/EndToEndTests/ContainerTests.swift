import Testing

/// The Dockerfile against the binary, without a container engine.
struct ContainerTests {
  @Test func `the image installs what the binary loads`() throws {
    let check = Repository.root.appending(path: ".ci/check-container").path
    let process = try ChildProcess("/usr/bin/env", ["bash", check, Repository.binary])
    let code = process.waitForExit(seconds: 60)
    guard code != 77 else {
      print("skipped: \(process.errors)")
      return
    }
    #expect(code == 0, "\(process.errors)")
  }

  @Test func `the build stage gets every folder that the package names`() throws {
    let lines = try Repository.text(".dockerignore").split(separator: "\n")
    let sent = Set(lines.filter { $0.hasPrefix("!") }.map { String($0.dropFirst()) })
    let named = try Repository.text("Package.swift").matches(of: /path: "([^"\/]+)/).map { String($0.1) }
    #expect(named.contains("Tests"))
    #expect(Set(named + ["Sources"]).subtracting(sent) == [])
  }
}
