import API
import ArgumentParser

/// `tessera solve request.json`: the same answer as `POST /v1/layouts`, on standard output.
struct Solve: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Lay out a request from a file and print the answer.")

  @OptionGroup var file: RequestFile

  @Option(help: "The form of the answer: objects, columns, binary or svg.")
  var format = ResponseFormat.objects

  func run() throws {
    try file.answer(isText: format != .binary) { (body) throws(Problem) in
      try LayoutSolver().solve(body).bytes(as: format)
    }
  }
}

extension ResponseFormat: ExpressibleByArgument {}
