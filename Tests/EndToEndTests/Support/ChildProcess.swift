import Foundation
import Glibc

/// A program started by a test: its streams go to and come from files, so that no process waits for a pipe.
final class ChildProcess {
  let pid: pid_t
  private let folder: URL
  private var status: Int32?

  /// Starts a program with exactly these variables, `PATH`, and those that say where a sanitizer writes its reports.
  init(
    _ path: String, _ arguments: [String], environment: [String: String] = [:], input: [UInt8] = [],
    workingDirectory: String? = nil
  ) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "tessera-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let inputFile = folder.appending(path: "stdin")
    try Data(input).write(to: inputFile)

    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, inputFile.path, O_RDONLY, 0)
    let written = O_WRONLY | O_CREAT | O_APPEND
    posix_spawn_file_actions_addopen(&actions, 1, folder.appending(path: "stdout").path, written, 0o600)
    posix_spawn_file_actions_addopen(&actions, 2, folder.appending(path: "stderr").path, written, 0o600)

    // `env` becomes the program itself: the process is the same.
    let command = (workingDirectory.map { ["/usr/bin/env", "-C", $0] } ?? []) + [path] + arguments
    var variables = environment
    for name in ["PATH", "ASAN_OPTIONS", "TSAN_OPTIONS"] {
      variables[name] = ProcessInfo.processInfo.environment[name]
    }
    var pid = pid_t()
    let code = Self.withPointers(command) { arguments in
      Self.withPointers(variables.map { "\($0)=\($1)" }) {
        posix_spawn(&pid, command[0], &actions, nil, arguments, $0)
      }
    }
    guard code == 0 else { throw CannotStart(path: path, reason: String(cString: strerror(code))) }
    self.pid = pid
  }

  deinit {
    if exitCode == nil {
      kill(pid, SIGKILL)
      waitForExit(seconds: 5)
    }
    try? FileManager.default.removeItem(at: folder)
  }

  var output: [UInt8] { read("stdout") }
  var outputText: String { String(decoding: output, as: UTF8.self) }
  var errors: String { String(decoding: read("stderr"), as: UTF8.self) }

  /// The exit code once the process has ended; 128 and the signal where one ended it.
  var exitCode: Int32? {
    if status == nil {
      var raw: Int32 = 0
      if waitpid(pid, &raw, WNOHANG) == pid { status = raw & 0x7F == 0 ? raw >> 8 & 0xFF : 128 + raw & 0x7F }
    }
    return status
  }

  /// Waits for the end; nil if it never comes.
  @discardableResult
  func waitForExit(seconds: Double = 60) -> Int32? {
    _ = eventually(within: seconds) { exitCode != nil }
    return exitCode
  }

  func signal(_ number: Int32) { if exitCode == nil { kill(pid, number) } }

  private func read(_ name: String) -> [UInt8] {
    (try? Data(contentsOf: folder.appending(path: name))).map { Array($0) } ?? []
  }

  private static func withPointers<Result>(
    _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
  ) -> Result {
    let pointers = strings.map { strdup($0) }
    defer { for pointer in pointers { free(pointer) } }
    return body(pointers + [nil])
  }
}

struct CannotStart: Error {
  var path: String
  var reason: String
}

/// Checks a condition until it holds; returns false if it never does.
func eventually(within seconds: Double = 60, _ isSo: () throws -> Bool) rethrows -> Bool {
  let end = ContinuousClock.now + .seconds(seconds)
  while try !isSo() {
    if ContinuousClock.now > end { return false }
    usleep(2000)
  }
  return true
}
