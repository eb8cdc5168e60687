import API
import ArgumentParser
import Glibc
import JSON

/// A request in a file, whose response goes to standard output.
struct RequestFile: ParsableArguments {
  @Argument(help: "The file with the request body; - reads standard input.")
  var request: String

  /// Prints the response, or the problem to standard error.
  ///
  /// - Parameter isText: whether to end the response with a line feed on a terminal.
  func respond(isText: Bool = true, _ solve: ([UInt8]) throws(Problem) -> ByteBuffer) throws {
    guard let body = File.read(request) else {
      throw UnreadableFile(path: request, reason: String(cString: strerror(errno)))
    }
    do throws(Problem) {
      let bytes = try solve(body)
      bytes.withUnsafeBytes { _ = File.write($0, to: STDOUT_FILENO) }
      if isText, Terminal.isOutput { File.write("\n", to: STDOUT_FILENO) }
    } catch {
      error.body(requestID: nil).withUnsafeBytes { _ = File.write($0, to: STDERR_FILENO) }
      File.write("\n", to: STDERR_FILENO)
      throw ExitCode.failure
    }
  }
}

/// An error for a file that cannot be read. ArgumentParser prints no usage for it: the command was used correctly.
private struct UnreadableFile: Error, CustomStringConvertible {
  var path: String
  var reason: String

  var description: String { "\(path) cannot be read: \(reason)" }
}
