import LayoutEngine
import TestSupport
import Testing

@testable import API

/// Requests accept exactly the parameters that a kind declares.
struct DeclaredParameterTests {
  /// The names that a message lists behind "it takes".
  private func names(in detail: String?) -> [String]? {
    guard let list = detail?.split(separator: " takes ").last else { return nil }
    return list.split(separator: ", ").map { $0.filter { $0 != "\"" } }
  }

  @Test(arguments: LayoutKind.all.map(\.name))
  func `a layout takes the parameters that its kind declares, and no others`(kind: String) throws {
    let declared = try #require(LayoutKind.named(kind)).parameters.fields.map(\.name)
    let problem = refusal(of: request(layout: ["kind": .string(kind), "no such parameter": 1]))
    let fault = problem?.faults.first { $0.pointer == "/layout/no such parameter" }
    #expect(
      Set(names(in: fault?.detail) ?? [])
        == Set(["kind", LayoutKind.flippingParameter] + declared))
  }

  @Test(arguments: LayoutKind.all.map(\.name))
  func `a section takes the parameters that its kind lets it override, and no others`(kind: String) throws {
    let declared = try #require(LayoutKind.named(kind)).parameters.ofSections.fields.map(\.name)
    guard !declared.isEmpty else { return }
    let body = request(
      layout: ["kind": .string(kind)], sections: [["itemCount": 1, "metrics": ["no such parameter": 1]]])
    let fault = refusal(of: body)?.faults.first
    #expect(fault?.pointer == "/sections/0/metrics/no such parameter")
    #expect(names(in: fault?.detail) == declared)
  }

  @Test(arguments: LayoutKind.all.map(\.name))
  func `every declared parameter is read: null is no value of any`(kind: String) throws {
    for field in try #require(LayoutKind.named(kind)).parameters.fields {
      let problem = refusal(of: request(layout: ["kind": .string(kind), field.name: .null]))
      let details = problem?.faults.filter { $0.pointer == "/layout/\(field.name)" }.map(\.detail)
      #expect(details?.first?.hasSuffix(", got null") == true, "\(field.name)")
    }
  }
}
