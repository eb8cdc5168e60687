import Foundation
import TestSupport
import Testing

/// Frames that Apple's own layout gives, as snapshots of it show them.
struct CompositionalOracleTests {
  private static let oracle: JSONTree = {
    let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Fixtures/apple-compositional-snapshots.json")
    return (try? JSONTree(parsing: Data(contentsOf: file))) ?? .null
  }()

  private static let cases = oracle["cases"]?.elements ?? []

  @Test func `the snapshots are there`() { #expect(Self.cases.count == 10) }

  @Test(arguments: cases.indices)
  func `an answer has the frames of the snapshot`(index: Int) throws {
    let snapshot = Self.cases[index]
    let tolerance = try #require(Self.oracle["tolerance"]?.number)
    let answer = try answer(#require(snapshot["request"]))
    let elements = try #require(answer["attributes"]?.elements)
    let expected = try #require(snapshot["expected"]?.elements)
    for element in expected {
      let found = elements.first { candidate in
        ["category", "kind", "indexPath"].allSatisfy { candidate[$0] == element[$0] }
      }
      if found == nil, snapshot["onlyIfVisible"] == true { continue }
      let frame = try #require(found?["frame"], "\(element) is missing")
      for (place, edge) in ["x", "y", "width", "height"].enumerated() {
        guard let wanted = element["frame"]?[place]?.number, let got = frame[edge]?.number else { continue }
        let isFree = element["clipped"] == true && place > 1 && got >= wanted
        #expect(isFree || abs(got - wanted) <= tolerance, "\(element): \(edge) is \(got)")
      }
    }
    if snapshot["complete"] == true { #expect(elements.count == expected.count) }
    for (place, extent) in ["width", "height"].enumerated() {
      guard let wanted = snapshot["contentSize"]?[place]?.number else { continue }
      #expect(abs((answer["contentSize"]?[extent]?.number ?? .nan) - wanted) <= tolerance)
    }
  }
}
