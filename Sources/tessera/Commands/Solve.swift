import API
import ArgumentParser
import Glibc

/// `tessera solve request.json`: the same answer as `POST /v1/layouts`, on standard output.
struct Solve: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Lay out a request from a file and print the answer.")

  @Argument(help: "The file with the request body; - reads standard input.")
  var request: String

  @Option(help: "The form of the answer: objects, columns, binary or svg.")
  var format = AnswerForm.objects

  func run() throws {
    guard let body = File.read(request) else {
      throw UnreadableFile(path: request, reason: String(cString: strerror(errno)))
    }
    do throws(Problem) {
      let bytes = try LayoutSolver().solve(body).bytes(as: format)
      bytes.withUnsafeBytes { _ = File.write($0, to: STDOUT_FILENO) }
      if format != .binary, Terminal.isOutput { File.write("\n", to: STDOUT_FILENO) }
    } catch {
      error.body(requestID: nil).withUnsafeBytes { _ = File.write($0, to: STDERR_FILENO) }
      File.write("\n", to: STDERR_FILENO)
      throw ExitCode.failure
    }
  }
}

/// A file that cannot be read: no mistake in the use of the command, so no word about its use.
private struct UnreadableFile: Error, CustomStringConvertible {
  var path: String
  var reason: String

  var description: String { "\(path) cannot be read: \(reason)" }
}

extension AnswerForm: ExpressibleByArgument {}
