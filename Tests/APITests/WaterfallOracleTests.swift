import Foundation
import TestSupport
import Testing

/// What CHTCollectionViewWaterfallLayout gives, case by case.
struct WaterfallOracleTests {
  private struct Oracle: Sendable {
    var cases: [JSONTree]
    var tolerance: Double

    init(_ name: String) {
      let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures/\(name).json")
      let tree = (try? Data(contentsOf: file)).flatMap { try? JSONTree(parsing: $0) }
      cases = tree?["cases"]?.elements ?? []
      tolerance = tree?["tolerance"]?.number ?? 0
    }
  }

  private static let oracle = Oracle("cht-waterfall")

  @Test func `the cases are there`() { #expect(Self.oracle.cases.count == 6) }

  @Test(arguments: oracle.cases.indices)
  func `a waterfall has the frames that the library gives`(index: Int) throws {
    let (oracle, tolerance) = (Self.oracle.cases[index], Self.oracle.tolerance)
    let answer = try answer(#require(oracle["request"]))
    let elements = try #require(answer["attributes"]?.elements)
    let expected = try #require(oracle["expected"]?.elements)
    for element in expected {
      let found = elements.first { candidate in
        ["category", "kind", "indexPath"].allSatisfy { candidate[$0] == element[$0] }
      }
      let frame = try #require(found?["frame"], "\(element)")
      for (place, edge) in ["x", "y", "width", "height"].enumerated() {
        guard let wanted = element["frame"]?[place]?.number else { continue }
        #expect(abs((frame[edge]?.number ?? .nan) - wanted) <= tolerance, "\(edge) of \(element)")
      }
    }
    if oracle["complete"] == true { #expect(elements.count == expected.count) }
    for (place, side) in ["width", "height"].enumerated() {
      guard let wanted = oracle["contentSize"]?[place]?.number else { continue }
      #expect(abs((answer.at("/contentSize/\(side)")?.number ?? .nan) - wanted) <= tolerance, "\(side)")
    }
  }
}
