import API
import ArgumentParser

/// `tessera solve request.json`: the same response as `POST /v1/layouts`, on standard output.
struct Solve: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Lay out a request from a file and print the response.")

  @OptionGroup var file: RequestFile

  @Option(help: "The format of the response: objects, columns, binary, svg, html or css.")
  var format = ResponseFormat.objects

  func run() throws {
    try file.respond(isText: format != .binary) { (body) throws(Problem) in
      try LayoutSolver().solve(body).bytes(as: format)
    }
  }
}

extension ResponseFormat: ExpressibleByArgument {}
