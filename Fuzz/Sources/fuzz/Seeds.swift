import Examples
import Foundation
import FuzzTargets

/// The inputs with which targets begin.
enum Seeds {
  /// Writes the seeds of a target to a folder, for `requests` also the examples of the documents.
  static func write(of target: FuzzTarget, to folder: String) throws {
    var seeds = target.seeds()
    if target.name == "requests" {
      seeds += try ExampleRequests.read().compactMap { RequestSeeds.seed(route: $0.route, $0.body) }
    }
    let folder = URL(filePath: folder)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (number, seed) in seeds.enumerated() {
      try Data(seed).write(to: folder.appending(path: "seed-\(number)"))
    }
  }
}
