import API
import Foundation
import TestSupport
import Testing

/// Layouts that other projects give for the same collection: requests, and the frames that the response must have.
struct OracleTests {
  struct Oracle: Sendable {
    var cases: [JSONTree]
    var tolerance: Double

    /// Reads `Fixtures/<name>.json` beside this file.
    init(_ name: String) {
      let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures/\(name).json")
      let tree = (try? Data(contentsOf: file)).flatMap { try? JSONTree(parsing: $0) }
      cases = tree?["cases"]?.elements ?? []
      tolerance = tree?["tolerance"]?.number ?? 0
    }
  }

  private static let magazine = Oracle("magazine-layout")
  private static let grid = Oracle("krl-grid-layout")
  private static let waterfall = Oracle("cht-waterfall")
  private static let justified = Oracle("justified-layout")
  private static let compositional = Oracle("apple-compositional-snapshots")

  @Test(arguments: magazine.cases.indices)
  func `a magazine has the frames that MagazineLayout's own tests expect`(index: Int) throws {
    try check(Self.magazine.cases[index], tolerance: Self.magazine.tolerance)
  }

  @Test(arguments: grid.cases.indices)
  func `a grid has the frames that KRLCollectionViewGridLayout gives`(index: Int) throws {
    try check(Self.grid.cases[index], tolerance: Self.grid.tolerance)
  }

  @Test(arguments: waterfall.cases.indices)
  func `a waterfall has the frames that CHTCollectionViewWaterfallLayout gives`(index: Int) throws {
    try check(Self.waterfall.cases[index], tolerance: Self.waterfall.tolerance)
  }

  @Test(arguments: justified.cases.indices)
  func `justified rows have the frames that justified-layout gives`(index: Int) throws {
    try check(Self.justified.cases[index], tolerance: Self.justified.tolerance)
  }

  @Test(arguments: compositional.cases.indices)
  func `a compositional layout has the frames that Apple's own drew`(index: Int) throws {
    try check(Self.compositional.cases[index], tolerance: Self.compositional.tolerance)
  }

  @Test func `the oracles are there`() {
    #expect(Self.magazine.cases.count == 7)
    #expect(Self.grid.cases.count == 6)
    #expect(Self.waterfall.cases.count == 6)
    #expect(Self.justified.cases.count == 30)
    #expect(Self.compositional.cases.count == 10)
  }
}

extension OracleTests {
  private func check(_ oracle: JSONTree, tolerance: Double) throws {
    let answer = try answer(#require(oracle["request"]))
    let elements = try #require(answer["attributes"]?.elements)
    let expected = try #require(oracle["expected"]?.elements)
    for element in expected {
      let name = "\(element["category"]?.string ?? "") \(element["indexPath"]?.description ?? "")"
      let found = elements.first { candidate in
        ["category", "kind", "indexPath"].allSatisfy { candidate[$0] == element[$0] }
      }
      if found == nil, oracle["onlyIfVisible"] == true { continue }
      let frame = try #require(found?["frame"], "\(name) is missing")
      for (place, edge) in ["x", "y", "width", "height"].enumerated() {
        guard let wanted = element["frame"]?[place]?.number, let got = frame[edge]?.number else { continue }
        if element["clipped"] == true, place > 1 {
          #expect(got >= wanted - tolerance, "\(name): \(edge)")
        } else {
          #expect(abs(got - wanted) <= tolerance, "\(name): \(edge) \(got), not \(wanted)")
        }
      }
    }
    if oracle["complete"] == true { #expect(elements.count == expected.count) }
    for (place, extent) in ["width", "height"].enumerated() {
      guard let wanted = oracle["contentSize"]?[place]?.number else { continue }
      #expect(
        abs((answer["contentSize"]?[extent]?.number ?? .nan) - wanted) <= tolerance, "content \(extent)")
    }
  }
}
