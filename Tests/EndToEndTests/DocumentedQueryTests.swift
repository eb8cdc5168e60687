import HTTPServer
import TestSupport
import Testing

@testable import API

/// The query parameters in openapi.yaml against those that the routes take.
struct DocumentedQueryTests {
  private let document: OpenAPIDocument

  init() throws { document = try OpenAPIDocument() }

  private func parameters(of operation: OpenAPIDocument.Operation) -> [JSONTree] {
    let parameters = operation.value["parameters"]?.elements ?? []
    return parameters.map(document.resolved).filter { $0["in"] == "query" }
  }

  @Test func `an operation documents the parameters that its route takes, and no others`() throws {
    for operation in document.operations {
      let route = try #require(
        Service.routes.first { $0.method.rawValue == operation.method && $0.template == operation.path })
      let documented = parameters(of: operation).compactMap { $0["name"]?.string }
      #expect(
        documented.sorted() == route.endpoint.queryNames.sorted(), "\(operation.method) \(operation.path)")
      #expect(operation.value.at("/responses/400") != nil, "\(operation.method) \(operation.path)")
    }
  }

  @Test func `the documented formats of an operation are those of its route`() throws {
    for operation in document.operations {
      let route = try #require(
        Service.routes.first { $0.method.rawValue == operation.method && $0.template == operation.path })
      let documented = parameters(of: operation).first { $0["name"] == "format" }?.at("/schema/enum")
      let formats = route.endpoint.formats.map { $0.map { JSONTree.string($0.rawValue) } }
      #expect(documented?.elements == formats, "\(operation.method) \(operation.path)")
    }
  }
}
