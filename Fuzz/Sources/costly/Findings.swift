import Foundation
import FuzzTargets

/// A list of the worst requests, which is printed, and whose requests are written to files.
struct Findings {
  let requests: [PricedRequest]
  let title: String
  /// What the names of the files begin with.
  let name: String

  init(_ requests: [PricedRequest], title: String, name: String) {
    self.requests = requests
    self.title = title
    self.name = name
  }

  /// Prints the list, and writes each request to a file of a folder.
  func write(to folder: URL) throws {
    print("\nThe requests \(title) that cost the most time for each byte, the least of three times:")
    print("     bytes        ms     ms/kB  status  request")
    for (index, found) in requests.enumerated() {
      let file = folder.appending(path: "\(name)-\(index + 1).http")
      try Data(text(of: found.request)).write(to: file)
      let (bytes, status) = (found.request.byteCount, found.price.status)
      let columns = "%10ld %9.2f %9.1f %7ld"
      print(
        String(format: columns, bytes, found.price.milliseconds, found.rate, status),
        " \(found.request.method) \(found.request.path)", "as", found.request.format)
      print("           \(file.path())")
    }
  }

  /// The requests that prepare the service and the one that is measured, as editors send them from `.http` files.
  private func text(of request: CostlyRequest) -> [UInt8] {
    var text: [UInt8] = []
    func add(_ method: String, _ target: String, _ format: String, _ body: [UInt8]) {
      let head = "\(method) \(target)\nAccept: \(format)\nContent-Type: application/json\n\n"
      if !text.isEmpty { text += Array("\n\n###\n\n".utf8) }
      text += Array(head.utf8) + body
    }
    for step in request.preparation { add("\(step.method)", step.path, "application/json", step.body) }
    add("\(request.method)", request.target, request.format, request.body)
    return text
  }
}
