import Foundation
import TestSupport

/// A browser without a window that shows pages from files, until the test that started it ends.
final class HeadlessBrowser {
  let folder: URL
  private var process: ChildProcess?

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "tessera-browser-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit {
    process?.signal(SIGTERM)
    process?.waitForExit()
    try? FileManager.default.removeItem(at: folder)
  }

  /// What the browser and the scripts of its page have printed.
  var log: String { process?.errors ?? "" }

  /// Writes a page into the browser's folder.
  func write(_ html: String, as name: String) throws {
    try html.write(to: folder.appending(path: name), atomically: true, encoding: .utf8)
  }

  /// Starts the browser with a page of its folder.
  func open(_ name: String) throws {
    process = try start("--remote-debugging-port=0", folder.appending(path: name).absoluteString)
  }

  /// The document of an address once the browser has loaded it; the browser ends by itself.
  func document(of address: String) throws -> String {
    let browser = try start("--dump-dom", address)
    process = browser
    guard browser.waitForExit(seconds: 120) == 0 else { throw NoDocument(address: address, log: log) }
    return browser.outputText
  }

  /// The command of this name is a script on Debian, which leaves the browser behind when it is ended. So the folder of the
  /// program itself comes first.
  private func start(_ option: String, _ address: String) throws -> ChildProcess {
    try ChildProcess(
      "/bin/sh",
      [
        "-c",
        "PATH=/usr/lib/chromium:$PATH; exec chromium-headless-shell --no-sandbox --disable-gpu --disable-dev-shm-usage "
          + "--disable-extensions --no-first-run --disable-background-networking --enable-logging=stderr "
          + "--window-size=1000,800 --user-data-dir='\(folder.path)' \(option) '\(address)'",
      ], environment: ["HOME": folder.path])
  }

  private struct NoDocument: Error {
    var address: String
    var log: String
  }
}
