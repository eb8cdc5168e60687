import Foundation
import Testing

/// Inputs that once ended the process or broke a promise, and the seeds of the targets.
struct RegressionTests {
  @Test(arguments: FuzzTarget.all.map(\.name))
  func `an input that once failed passes`(name: String) throws {
    let target = try #require(FuzzTarget.named(name))
    for file in try Self.files(of: name) {
      #expect(throws: Never.self, "\(file.path())") { try target.run(Array(Data(contentsOf: file))) }
    }
  }

  @Test(arguments: FuzzTarget.all.map(\.name))
  func `the seeds of a target pass`(name: String) throws {
    let target = try #require(FuzzTarget.named(name))
    for (number, seed) in target.seeds().prefix(25).enumerated() {
      #expect(throws: Never.self, "seed \(number)") { try target.run(seed) }
    }
  }

  @Test func `every sample request has a route`() {
    #expect(RequestSeeds.all.count == RequestSeeds.requests.count)
  }

  @Test func `every folder of failed inputs belongs to a target`() throws {
    for folder in try FileManager.default.contentsOfDirectory(atPath: Self.folder.path()) {
      #expect(FuzzTarget.named(folder) != nil, "\(folder)")
    }
  }

  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../Regressions").standardized

  private static func files(of target: String) throws -> [URL] {
    let folder = folder.appending(path: target)
    guard FileManager.default.fileExists(atPath: folder.path()) else { return [] }
    return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
  }
}
