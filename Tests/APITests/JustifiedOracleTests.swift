import Foundation
import TestSupport
import Testing

/// What the justified-layout library answers, case by case.
struct JustifiedOracleTests {
  private struct Fixture: Sendable {
    let tolerance: Double
    let cases: [JSONTree]
  }

  private static let fixture: Fixture = {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Fixtures/justified-layout.json")
    guard let data = try? Data(contentsOf: file), let tree = try? JSONTree(parsing: data) else {
      return Fixture(tolerance: 0, cases: [])
    }
    return Fixture(tolerance: tree["tolerance"]?.number ?? 0, cases: tree["cases"]?.elements ?? [])
  }()

  @Test func `there are cases`() { #expect(Self.fixture.cases.count == 30) }

  @Test(arguments: fixture.cases.indices)
  func `a case of the library is answered as the library answers it`(index: Int) throws {
    let (oracle, tolerance) = (Self.fixture.cases[index], Self.fixture.tolerance)
    let name = oracle["name"]?.string ?? "\(index)"
    let answer = try answer(try #require(oracle["request"]))
    let elements = answer["attributes"]?.elements ?? []
    let expected = oracle["expected"]?.elements ?? []
    if oracle["complete"] == true { #expect(elements.count == expected.count, "\(name)") }
    for element in expected {
      let found = elements.first {
        $0["category"] == element["category"] && $0["kind"] == element["kind"]
          && $0["indexPath"] == element["indexPath"]
      }
      let edges = ["x", "y", "width", "height"].map { found?.at("/frame/\($0)")?.number }
      for (edge, wanted) in zip(edges, element["frame"]?.elements ?? []) {
        guard let wanted = wanted.number else { continue }
        #expect(abs((edge ?? .nan) - wanted) <= tolerance, "\(name): \(element), found \(edges)")
      }
    }
    for (side, wanted) in zip(["width", "height"], oracle["contentSize"]?.elements ?? []) {
      guard let wanted = wanted.number else { continue }
      let found = answer.at("/contentSize/\(side)")?.number ?? .nan
      #expect(abs(found - wanted) <= tolerance, "\(name): \(side) \(found), expected \(wanted)")
    }
  }
}
