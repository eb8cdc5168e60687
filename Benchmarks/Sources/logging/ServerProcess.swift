import Foundation
import Glibc

/// A server whose standard output goes where the benchmark says.
final class ServerProcess {
  private let process = Process()
  private let errors = Pipe()
  let port: UInt16

  /// - Parameter output: a file or the writing end of a pipe.
  init(_ program: String, logFormat: String, output: FileHandle) throws {
    process.executableURL = URL(filePath: program)
    process.arguments = [
      "serve", "--listen", "127.0.0.1:0", "--store", "memory:", "--workers", "2", "--log-format", logFormat,
    ]
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    var text = ""
    while !text.contains("\n") {
      let data = errors.fileHandleForReading.availableData
      guard !data.isEmpty else { throw DidNotStart(reason: text) }
      text += String(decoding: data, as: UTF8.self)
    }
    guard let port = text.prefix(while: { $0 != "\n" }).split(separator: ":").last.flatMap({ UInt16($0) })
    else { throw DidNotStart(reason: text) }
    self.port = port
    errors.fileHandleForReading.readabilityHandler = { _ = $0.availableData }
  }

  /// Seconds of processor time that the server has used, in hundredths.
  var processorTime: Double {
    let text = (try? String(contentsOfFile: "/proc/\(process.processIdentifier)/stat", encoding: .utf8)) ?? ""
    // The name of the program, in parentheses, may hold spaces.
    let fields = text[(text.lastIndex(of: ")") ?? text.startIndex)...].split(separator: " ")
    guard fields.count > 13, let user = Double(fields[12]), let system = Double(fields[13]) else { return 0 }
    return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
  }

  func stop() {
    process.terminate()
    process.waitUntilExit()
  }

  struct DidNotStart: Error {
    var reason: String
  }
}
