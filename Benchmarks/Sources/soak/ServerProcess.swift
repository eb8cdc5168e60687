import Foundation
import Glibc

/// A server with a store of its own, which is deleted with it.
final class ServerProcess {
  let port: UInt16
  private let process = Process()
  private let folder: URL

  struct StartError: Error { var output: String }

  init(_ program: String) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "tessera-soak-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    process.executableURL = URL(filePath: program)
    process.arguments = [
      "serve", "--listen", "127.0.0.1:0", "--store", "sqlite:\(folder.path)/store.sqlite",
    ]
    process.standardOutput = FileHandle.nullDevice
    let errors = Pipe()
    process.standardError = errors
    try process.run()
    let line = String(decoding: errors.fileHandleForReading.availableData, as: UTF8.self)
      .prefix { $0 != "\n" }
    guard let port = line.split(separator: ":").last.flatMap({ UInt16($0) }) else {
      throw StartError(output: String(line))
    }
    self.port = port
    // Pass its later messages on.
    errors.fileHandleForReading.readabilityHandler = { handle in
      let bytes = handle.availableData
      if !bytes.isEmpty { FileHandle.standardError.write(bytes) }
    }
  }

  var residentMegabytes: Double {
    let text =
      (try? String(contentsOfFile: "/proc/\(process.processIdentifier)/statm", encoding: .utf8)) ?? ""
    let words = text.split(separator: " ")
    let pages = words.count > 1 ? Double(words[1]) ?? 0 : 0
    return pages * Double(sysconf(Int32(_SC_PAGESIZE))) / Double(1 << 20)
  }

  /// Stops the server gracefully and returns its exit code.
  func stop() -> Int32 {
    process.terminate()
    process.waitUntilExit()
    try? FileManager.default.removeItem(at: folder)
    return process.terminationStatus
  }
}
