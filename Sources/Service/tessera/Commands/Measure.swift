import API
import ArgumentParser

/// `tessera measure request.json`: the same response as `POST /v1/measurements`, on standard output.
struct Measure: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Measure the cells of a request from a file and print their sizes, a picture or a style sheet.")

  @OptionGroup var file: RequestFile

  @Option(help: "The format of the response: objects, svg or css.")
  var format = ResponseFormat.objects

  func run() throws {
    try file.respond { (body) throws(Problem) in try MeasurementSolver().solve(body, as: format) }
  }
}
