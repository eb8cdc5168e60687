import Foundation

/// The arguments of the command.
struct Arguments {
  struct Fault: Error {
    let description: String
  }

  /// How long to search.
  private(set) var minutes = 1.0
  private(set) var seed: UInt64 = 1
  /// The folder for the requests that were found; nil makes a temporary one.
  private var output: String?

  init(_ arguments: ArraySlice<String>) throws(Fault) {
    var rest = arguments
    while let flag = rest.popFirst() {
      guard ["--minutes", "--seed", "--output"].contains(flag) else {
        throw Fault(description: "there is no flag \(flag); it takes --minutes, --seed and --output")
      }
      guard let value = rest.popFirst() else { throw Fault(description: "\(flag) takes a value") }
      switch flag {
      case "--minutes":
        guard let minutes = Double(value), minutes > 0, minutes <= 10_000 else {
          throw Fault(description: "--minutes takes a number above 0, not \"\(value)\"")
        }
        self.minutes = minutes
      case "--seed":
        guard let seed = UInt64(value) else {
          throw Fault(description: "--seed takes a whole number, not \"\(value)\"")
        }
        self.seed = seed
      default: output = value
      }
    }
  }

  /// Returns the folder for the findings, which it makes.
  func folder() throws -> URL {
    let path = output.map { URL(filePath: $0) }
    let folder = path ?? FileManager.default.temporaryDirectory.appending(path: "costly-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }
}
