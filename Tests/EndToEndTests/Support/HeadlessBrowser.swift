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

  /// What the browser has printed, to explain a failure.
  var errors: String { process?.errors ?? "" }

  /// Writes a page into the browser's folder.
  func write(_ html: String, as name: String) throws {
    try html.write(to: folder.appending(path: name), atomically: true, encoding: .utf8)
  }

  /// Starts the browser with a page of its folder.
  ///
  /// The command of this name is a script on Debian, which leaves the browser behind when it is ended. So the folder of the
  /// program itself comes first.
  func open(_ name: String) throws {
    process = try ChildProcess(
      "/bin/sh",
      [
        "-c",
        "PATH=/usr/lib/chromium:$PATH; exec chromium-headless-shell --no-sandbox --disable-gpu --disable-dev-shm-usage "
          + "--disable-extensions --no-first-run --disable-background-networking --remote-debugging-port=0 "
          + "--user-data-dir='\(folder.path)' '\(folder.appending(path: name).absoluteString)'",
      ], environment: ["HOME": folder.path])
  }
}
