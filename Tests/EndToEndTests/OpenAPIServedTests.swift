import TestSupport
import Testing

/// openapi.yaml against the parts of docs/openapi, which say the same in more space.
struct OpenAPIServedTests {
  private let served: JSONTree
  private let full: OpenAPIDocument

  init() throws {
    served = try OpenAPIDocument.served()
    full = try OpenAPIDocument()
  }

  /// The value that a `$ref` of openapi.yaml refers to, or the value itself.
  private func resolved(_ value: JSONTree) -> JSONTree {
    value["$ref"]?.string.flatMap { served.at(String($0.dropFirst())) } ?? value
  }

  /// The properties of a schema of openapi.yaml, with those that it shares with others.
  private func properties(of schema: JSONTree) -> [String: JSONTree] {
    var properties = schema["properties"]?.members ?? [:]
    for part in schema["allOf"]?.elements ?? [] {
      properties.merge(resolved(part)["properties"]?.members ?? [:]) { own, _ in own }
    }
    return properties
  }

  @Test func `openapi.yaml has at most 350,000 bytes`() throws {
    #expect(try Repository.text("openapi.yaml").utf8.count <= 350_000)
  }

  @Test func `every schema has the members of its parts, and no others`() throws {
    let schemas = full.root.at("/components/schemas")?.members ?? [:]
    #expect(schemas.count > 300)
    for (name, schema) in schemas {
      let short = try #require(served.at("/components/schemas/\(name)"), "\(name)")
      let found = properties(of: short)
      let expected = schema["properties"]?.members ?? [:]
      #expect(Set(found.keys) == Set(expected.keys), "\(name)")
      for (property, value) in expected {
        for key in ["$ref", "type", "default", "minimum", "maximum", "enum"] {
          #expect(found[property]?[key] == value[key], "\(name).\(property) \(key)")
        }
      }
      #expect(short["required"] == schema["required"], "\(name)")
      let isClosed = short["additionalProperties"] == false || short["unevaluatedProperties"] == false
      #expect(isClosed == (schema["additionalProperties"] == false), "\(name)")
    }
  }

  @Test func `every schema and every property has a description`() {
    for (name, schema) in served.at("/components/schemas")?.members ?? [:] {
      #expect(schema["description"]?.string?.isEmpty == false, "\(name)")
      for (property, value) in schema["properties"]?.members ?? [:] {
        #expect(value["description"]?.string?.isEmpty == false, "\(name).\(property)")
      }
    }
  }

  @Test func `every operation takes the parameters of its part`() throws {
    for operation in full.operations {
      let short = try #require(served["paths"]?[operation.path]?[operation.method.lowercased()])
      #expect(short["operationId"]?.string == operation.id)
      let names = (operation.value["parameters"]?.elements ?? []).compactMap {
        full.resolved($0)["name"]?.string
      }
      let found = (short["parameters"]?.elements ?? []).compactMap { resolved($0)["name"]?.string }
      // The description of the document has those of all operations.
      #expect(found == names.filter { !["X-Request-Id", "traceparent"].contains($0) }, "\(operation.id)")
      #expect(
        short.at("/requestBody/content/application~1json/schema")
          == operation.value.at("/requestBody/content/application~1json/schema"), "\(operation.id)")
    }
    let text = served.at("/info/description")?.string ?? ""
    for name in ["`X-Request-Id`", "`traceparent`", "`Server-Timing`"] { #expect(text.contains(name)) }
  }

  @Test func `every operation has the responses of its part, or their form in its default`() throws {
    for operation in full.operations {
      let short = try #require(served["paths"]?[operation.path]?[operation.method.lowercased()])
      let error = resolved(try #require(short.at("/responses/default"), "\(operation.id)"))
      #expect(error.at("/content/application~1problem+json/schema/$ref") == "#/components/schemas/Problem")
      for (status, response) in operation.value["responses"]?.members ?? [:] {
        let found = resolved(short["responses"]?[status] ?? error)
        let expected = full.resolved(response)
        let types = Set(found["content"]?.members?.keys.map { $0 } ?? [])
        let expectedTypes = Set(expected["content"]?.members?.keys.map { $0 } ?? [])
        #expect(types == expectedTypes, "\(operation.id) \(status)")
        for type in types {
          #expect(
            found["content"]?[type]?["schema"] == expected["content"]?[type]?["schema"],
            "\(operation.id) \(status)")
        }
        for header in expected["headers"]?.members?.keys.map({ $0 }) ?? []
        where !["X-Request-Id", "Server-Timing"].contains(header) {
          #expect(found["headers"]?[header] != nil, "\(operation.id) \(status) \(header)")
        }
        if status < "400" { #expect(short["responses"]?[status] != nil, "\(operation.id) \(status)") }
      }
    }
  }

  @Test func `every reference leads to a component, and every component is used`() {
    var used: Set<String> = []
    func visit(_ value: JSONTree) {
      if let target = value["$ref"]?.string {
        used.insert(target)
        #expect(served.at(String(target.dropFirst())) != nil, "\(target)")
      }
      for member in value.members ?? [:] where member.key != "example" { visit(member.value) }
      for element in value.elements ?? [] { visit(element) }
    }
    visit(served)
    for (group, components) in served["components"]?.members ?? [:] where group != "securitySchemes" {
      for name in components.members?.keys.map({ $0 }) ?? [] {
        #expect(used.contains("#/components/\(group)/\(name)"), "\(group)/\(name)")
      }
    }
  }
}
